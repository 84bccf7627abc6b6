import {
  type HttpAnswer,
  startFtpOrigin,
  startGeminiOrigin,
  startHttpOrigin,
} from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, robotsAlone, temporaryFolder } from './command.ts';

const rules = 'User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n';

async function startOrigin(answer: HttpAnswer, path = '/robots.txt') {
  const origin = await startHttpOrigin({ [path]: answer });
  onTestFinished(() => origin.close());
  return origin;
}

describe('robots check over HTTP', () => {
  it('cannot determine a verdict where nothing listens, answers in time, or has a robots.txt', async () => {
    const silent = await startOrigin(() => {});
    const urls = ['http://127.0.0.1:1/', `${silent.origin}/`, 'mailto:a@example.com'];
    const { stdout, exit } = await robots(['check', ...urls, '--timeout', '0.3', '--format', 'ndjson']);
    const items = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(items.map(({ action, outcome, policyRow }) => [action, outcome, policyRow])).toEqual([
      ['defer', 'unreachable', 'rfc9309/refused/at-once'],
      ['defer', 'unreachable', expect.stringMatching(/^rfc9309\/timeout/)],
      ['skip', 'unsupported', 'unsupported'],
    ]);
    expect(exit).toBe(3);
  });

  it('explains how the rules were obtained', async () => {
    const target = await startOrigin(rules);
    const origin = await startOrigin({ status: 301, headers: { location: `${target.origin}/robots.txt` } });
    const args = ['check', `${origin.origin}/private/`, '--explain'];
    const { stdout } = await robots(args);
    expect(stdout).toContain(`  hops        301  ${origin.origin}/robots.txt → ${target.origin}/robots.txt`);
    expect(stdout).toContain('  outcome     rules (policy row rfc9309/2xx)\n');
    expect(stdout).toContain('  crawl-delay 2 s\n');
    const { results } = JSON.parse((await robots([...args, '--format', 'json'])).stdout);
    const [item] = results;
    expect(item.evidence.hops).toHaveLength(2);
    expect(item.evidence.wasKept).toBe(false);
  });
});

describe('robots check over FTP and Gemini', () => {
  it('fetches the robots.txt of either', async () => {
    const body = 'User-agent: *\nDisallow: /x\n';
    const ftp = await startFtpOrigin({ files: { 'robots.txt': body } });
    const gemini = await startGeminiOrigin({ '/robots.txt': `20 text/plain\r\n${body}` });
    onTestFinished(async () => {
      await ftp.close();
      await gemini.close();
    });
    const { stdout, exit } = await robots(['check', `${ftp.origin}/x`, `${gemini.origin}/x`]);
    expect(stdout.match(/^disallowed {2}(ftp|gemini):\S+\/x +line 2: Disallow: \/x$/gm)).toHaveLength(2);
    expect(exit).toBe(1);
  });
});

describe('robots check --robots URL', () => {
  it('takes a robots.txt from anywhere for all URLs, paths too', async () => {
    const origin = await startHttpOrigin({
      '/draft': { status: 302, headers: { location: 'next' } },
      '/next': rules,
    });
    onTestFinished(() => origin.close());
    const args = ['check', '/private/x', 'https://shop.example/a', '--robots', `${origin.origin}/draft`];
    const { stdout, exit } = await robots([...args, '--explain']);
    expect(stdout).toContain('disallowed  /private/x\n');
    expect(stdout).toContain('allowed  https://shop.example/a\n');
    expect(stdout).toContain(`302  ${origin.origin}/draft → next`);
    expect(stdout).toContain(`200  ${origin.origin}/next`);
    expect(exit).toBe(1);
  });
});

describe('robots check --store', () => {
  it('answers from the store, and prints the age', async () => {
    const origin = await startOrigin({ body: rules, headers: { 'cache-control': 'max-age=3600' } });
    const store = `lmdb:${temporaryFolder()}/store`;
    const args = ['check', `${origin.origin}/private/`, '--store', store];
    expect((await robots(args)).stdout).not.toContain('old');
    const { stdout, exit } = await robotsAlone(args);
    expect(stdout).toMatch(/line 2: Disallow: \/private\/ \(from the store, \d+ m?s old\)$/m);
    expect(exit).toBe(1);
    expect(origin.requests).toHaveLength(1);
    const { results } = JSON.parse((await robots([...args, '--format', 'json'])).stdout);
    const [item] = results;
    expect(Date.parse(item.evidence.fetchedAt)).toBeLessThan(Date.now());
  });
});
