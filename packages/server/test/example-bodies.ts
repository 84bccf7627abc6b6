const robots = 'User-agent: *\nDisallow: /a\n';

/** A request for each route that has a body; each is answered with 200. */
export const exampleBodies: Readonly<Record<string, object>> = {
  '/v1/check': { urls: ['https://a.example/'], agents: ['FooBot'], use: 'ai-training' },
  '/v1/evaluate': { robots, urls: ['https://a.example/a'], agents: ['FooBot'], usage: true },
  '/v1/usage': { robots, urls: ['https://a.example/a'], agents: ['FooBot'] },
  '/v1/lint': { robots, robotsUrl: 'https://a.example/robots.txt' },
  '/v1/diff': { before: { robots }, after: { robots: 'User-agent: *\n' }, agents: ['FooBot'] },
  '/v1/readings': { robots, urls: ['https://a.example/a'], agents: ['FooBot'], dialects: ['google'] },
  '/v1/reach': { robots, purposes: ['training'] },
  '/v1/agents': { purposes: ['training'], find: 'GPTBot' },
  '/v1/ai-access': { robots, target: '/a' },
  '/v1/preflight': { url: 'https://a.example/a', agent: 'FooBot' },
  '/v1/reserve': { url: 'https://a.example/a', agent: 'FooBot' },
  '/v1/audit': { log: '1.2.3.4 - - x', versions: [{ from: 'always', robots }] },
};
