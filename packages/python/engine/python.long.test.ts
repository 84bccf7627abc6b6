/**
 * Tests the Python package in the form that users get. Builds the package, installs the wheel, and compares its
 * verdicts with those of core.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServer } from '@robots-exclusion/server/node';
import {
  corpusFolder,
  dialectCorners,
  needs,
  readCorpus,
  readCorpusUrls,
  runs,
  startHttpOrigin,
} from '@robots-exclusion/testkit';
import { allowsMany, compile, explain, parse } from 'robots-exclusion';
import { dialects } from 'robots-exclusion/dialects';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGE = join(ROOT, 'packages/python');
/** The folder into which `.ci/run` installs the tests' requirements. */
const CACHE = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'robots-exclusion/python-package/bin/python',
);
const python = [process.env['ROBOTS_PYTHON'], CACHE].find(
  (each) => each && spawnSync(each, ['-c', 'import quickjs, scrapy, httpx, hatchling']).status === 0,
);
const needsPackages = needs(
  'Python 3.10 with packages/python/tests/requirements.txt (ROBOTS_PYTHON names another one)',
  python !== undefined,
);

/** The folder into which the wheel is installed. */
const installed = mkdtempSync(join(tmpdir(), 'robots-python-'));

/** Runs Python, and prints the tests that Python skipped. */
function run(args: readonly string[], input?: string): string {
  const env = {
    ...process.env,
    PYTHONPATH: installed,
    PYTHONDONTWRITEBYTECODE: '1',
    ROBOTS_QUESTIONS: String(runs(50_000)),
    ROBOTS_FILES: String(runs(5000)),
  };
  const options = { cwd: PACKAGE, env, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(python as string, args, {
    ...options,
    ...(input !== undefined && { input }),
  });
  expect(status, stderr).toBe(0);
  for (const [, what, why] of stderr.matchAll(/^(\S+) \(.*skipped '(.*)'$/gm))
    console.log(`skipped: ${what}, ${why}`);
  return stdout;
}

beforeAll(() => {
  if (python === undefined) return;
  const wheels = mkdtempSync(join(tmpdir(), 'robots-wheel-'));
  const env = { ...process.env, ROBOTS_PYTHON: python };
  execFileSync('node', ['packages/python/scripts/wheel.js', wheels], { cwd: ROOT, env, stdio: 'pipe' });
  const [wheel] = readdirSync(wheels);
  const pip = [
    '-m',
    'pip',
    'install',
    '-q',
    '--no-deps',
    '--disable-pip-version-check',
    '--target',
    installed,
  ];
  execFileSync(python, [...pip, join(wheels, wheel as string)], { stdio: 'pipe' });
});

it('passes its own tests: vectors, outcomes, real Scrapy, httpx, requests, LangChain, datatrove, Crawlee', {
  ...needsPackages,
  timeout: 1_200_000,
}, () => {
  run(['-m', 'unittest', 'discover', '-v', '-s', 'tests', '-t', '.']);
});

it('is typed: mypy --strict', needsPackages, () => {
  run(['-m', 'mypy', '--config-file', 'pyproject.toml', 'src/robots_exclusion']);
});

const ASK = `
import json, sys
from robots_exclusion import Robots
for line in sys.stdin:
    latin1, agent, urls = json.loads(line)
    robots = Robots.parse(latin1.encode("latin-1"))
    many = robots.allowed_many(urls, agent, literal=True)
    one = [robots.allowed(url, agent, literal=True) for url in urls[::10]]
    print("".join("01"[each] for each in many) if one == many[::10] else "differs from itself")
`;

const SERVE = `
import json, os
from robots_exclusion.service import ServiceClient, ServiceError
client = ServiceClient(os.environ["SERVICE"], "FooBot")
site = os.environ["SITE"]
urls = [site + path for path in ("/open", "/private") * 600]
gone = "http://127.0.0.1:1"
try:
    ServiceClient(gone, "FooBot").check(urls[0])
except ServiceError as error:
    told = str(error)
print(json.dumps({
    "actions": [each.action for each in client.check_many(urls)],
    "expires": client.check(urls[0]).expires_at,
    "told": told,
    "failing": [ServiceClient(gone, "FooBot", fail=fail).check(urls[0]).action for fail in ("defer", "fetch")],
}))
`;

it('asks a service in chunks, and tells when it does not answer', needsPackages, async () => {
  const site = await startHttpOrigin({ '/robots.txt': 'User-agent: FooBot\nDisallow: /private\n' });
  const options = { userAgent: 'TestBot/1.0', port: 0, addressPolicy: { allow: 'any' } } as const;
  const service = await startServer(options);
  onTestFinished(async () => {
    await service.close();
    await site.close();
  });
  const env = { ...process.env, PYTHONPATH: installed, SERVICE: service.url, SITE: site.origin };
  const { stdout } = await promisify(execFile)(python as string, ['-c', SERVE], { env });
  const { actions, expires, told, failing } = JSON.parse(stdout);
  expect(actions).toEqual(Array.from({ length: 1200 }, (_, at) => (at % 2 === 0 ? 'fetch' : 'skip')));
  expect(expires).toBeGreaterThan(Date.now() / 1000);
  expect(told).toMatch(/does not answer/);
  expect(failing).toEqual(['defer', 'fetch']);
});

const PACED = `
import os
from robots_exclusion.requests import robots_session
from robots_exclusion.service import ServiceClient
session = robots_session(ServiceClient(os.environ["SERVICE"], "FooBot"))
for path in ("/a", "/b", "/c"):
    assert session.get(os.environ["SITE"] + path).status_code == 200
try:
    session.get(os.environ["SITE"] + "/private")
except OSError as error:
    print(error)
`;

it(
  'keeps the Crawl-delay of a site with another process that asks the same service',
  needsPackages,
  async () => {
    const seenAt: number[] = [];
    const site = await startHttpOrigin(({ path }) => {
      seenAt.push(performance.now());
      return path === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 0.3\nDisallow: /private\n' : 'page';
    });
    const service = await startServer({ userAgent: 'TestBot/1.0', port: 0, addressPolicy: { allow: 'any' } });
    onTestFinished(async () => {
      await service.close();
      await site.close();
    });
    const env = { ...process.env, PYTHONPATH: installed, SERVICE: service.url, SITE: site.origin };
    const crawls = [0, 1].map(() => promisify(execFile)(python as string, ['-c', PACED], { env }));
    for (const { stdout } of await Promise.all(crawls)) expect(stdout).toMatch(/does not allow .*\/private/);
    expect(site.requests.map(({ path }) => path).toSorted()).toEqual(
      ['/robots.txt', ...['/a', '/b', '/c'].flatMap((path) => [path, path])].toSorted(),
    );
    // The two processes send six requests in total, each at its own reserved time. If the processes did not share the
    // delay, the requests would take only three delays.
    expect(seenAt.at(-1)! - seenAt[0]!).toBeGreaterThanOrEqual(6 * 300 - 50);
  },
);

it(
  'lets two crawls of Scrapy share the delay, robots.txt and rules of one service',
  needsPackages,
  async () => {
    const seenAt: number[] = [];
    const site = await startHttpOrigin(({ path }) => {
      seenAt.push(performance.now());
      if (path === '/to-private') return { status: 302, headers: { location: '/private' } };
      return path === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 0.3\nDisallow: /private\n' : 'page';
    });
    const dead = await startHttpOrigin({ '/robots.txt': { status: 500 } });
    const service = await startServer({ userAgent: 'TestBot/1.0', port: 0, addressPolicy: { allow: 'any' } });
    onTestFinished(async () => {
      await service.close();
      await Promise.all([site.close(), dead.close()]);
    });
    const urls = ['/a', '/b', '/private', '/to-private', '/c'].map((path) => ['site', site.origin + path]);
    const asked = { urls: [...urls, ['dead', `${dead.origin}/a`]] };
    const settings = { ROBOTS_SERVICE: service.url, ROBOTS_MAX_WAIT: 5 };
    const crawls = [0, 1].map(async () => {
      const env = { ...process.env, PYTHONPATH: installed };
      const child = promisify(execFile)(python as string, [join(PACKAGE, 'tests/spider.py')], { env });
      child.child.stdin?.end(JSON.stringify({ ...asked, settings }));
      return JSON.parse((await child).stdout);
    });
    for (const answers of await Promise.all(crawls)) {
      expect(answers['site'].toSorted()).toEqual(['/a', '/b', '/c']);
      expect(answers).not.toHaveProperty('dead');
    }
    const pages = ['/a', '/b', '/c', '/to-private'].flatMap((path) => [path, path]);
    expect(site.requests.map(({ path }) => path).toSorted()).toEqual([...pages, '/robots.txt'].toSorted());
    expect(dead.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
    // Eight page requests follow the request for robots.txt, each at its own reserved time.
    expect(seenAt.at(-1)! - seenAt[0]!).toBeGreaterThanOrEqual(8 * 300 - 50);
  },
);

const files = corpusFolder();

it('answers as core does, on real files', {
  ...needs('the packages and real files (ROBOTS_CORPUS)', python !== undefined && files !== undefined),
}, () => {
  const urls = Array.from(readCorpusUrls(files as string).values())
    .flat()
    .slice(0, runs(160, 40));
  const agents = ['Googlebot', 'GPTBot', 'FooBot'] as const;
  const asked = readCorpus(files as string).map(({ body }, at) => ({
    body,
    agent: agents[at % 3] as string,
  }));
  const input = asked.map(({ body, agent }) =>
    JSON.stringify([Buffer.from(body).toString('latin1'), agent, urls]),
  );
  const program = join(installed, 'ask.py');
  writeFileSync(program, ASK);
  const answers = run([program], `${input.join('\n')}\n`)
    .trimEnd()
    .split('\n');
  const expected = asked.map(({ body, agent }) =>
    allowsMany(compile(parse(body), agent), urls)
      .map(Number)
      .join(''),
  );
  expect(answers).toEqual(expected);
});

const ASK_IN_DIALECTS = `
import base64, json, sys
from robots_exclusion import Robots
for line in sys.stdin:
    octets, agent, url, dialects = json.loads(line)
    for dialect in dialects:
        robots = Robots.parse(base64.b64decode(octets), dialect=dialect)
        verdict = robots.explain(url, agent)
        one = robots.allowed(url, agent)
        many = robots.allowed_many([url], agent)
        assert one == verdict.allowed and many == [one], line
        print(dialect, verdict.allowed, verdict.because)
`;

it('answers in every dialect as core does, where letters, octets and blanks count', needsPackages, () => {
  const names = dialects.map(({ name }) => name);
  const input = dialectCorners.map(({ robots, agent, url }) =>
    JSON.stringify([Buffer.from(robots).toString('base64'), agent, url, names]),
  );
  const answers = run(['-c', ASK_IN_DIALECTS], `${input.join('\n')}\n`)
    .trimEnd()
    .split('\n');
  const expected = dialectCorners.flatMap(({ robots, agent, url }) =>
    dialects.map((dialect) => {
      const { allowed, because } = explain(compile(parse(robots, { dialect }), agent), url);
      return `${dialect.name} ${allowed ? 'True' : 'False'} ${because}`;
    }),
  );
  expect(answers).toEqual(expected);
});
