import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const shop = `User-agent: *
Content-Usage: train-ai=y
Content-Signal: ai-train=no, use=reference
Content-Usage: /x \u001b[31m
License: https://shop.example/license.xml
Disallow: /cart/
`;

const args = ['check', '--robots', '-', '--agent', 'FooBot', '--usage'];

describe('robots check --usage', () => {
  it('shows for each use what is stated, where, and under which convention', async () => {
    const { stdout, exit } = await robots([...args, '/'], { input: shop, env: { COLUMNS: '100' } });
    expect(stdout).toBe(`allowed  /
  crawler     FooBot
  because     no rule matches in the group of * (line 1)
  search      unknown
  AI training disallow by line 3 (statements differ; the most restrictive one applies)
              allow, line 2: Content-Usage: train-ai=y  [AIPREF Content-Usage]
              disallow, line 3: Content-Signal: ai-train=no, use=reference  [Content-Signal]
  AI input    unknown
  data mining unknown
  may keep    reference (Content-Signal, use)
  license     line 5: https://shop.example/license.xml
  note        line 4, column 19: Not a Dictionary of RFC 9651 (A key must begin with an asterisk or
              letter (a-z)): every category of use is unknown
  vocabulary  draft-ietf-aipref-vocab-08
`);
    expect(exit).toBe(0);
  });

  it('cuts nothing in 80 columns', async () => {
    const { stdout } = await robots([...args, '/'], { input: shop, env: { COLUMNS: '80' } });
    expect(stdout).not.toContain('…');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toContain('use=reference\n              [Content-Signal]\n');
  });

  it('has no preferences for what may not be fetched', async () => {
    const { stdout, exit } = await robots([...args, '/cart/1', '--format', 'json'], { input: shop });
    const [{ usage }] = JSON.parse(stdout).results;
    const uses = Object.values(usage.uses) as { preference: string }[];
    expect(new Set(uses.map(({ preference }) => preference))).toEqual(new Set(['not-applicable']));
    expect(exit).toBe(1);
  });

  it('goes with --explain, and prints no control of a stranger', async () => {
    const { stdout } = await robots([...args, '/x', '--explain'], { input: shop });
    expect(stdout).toMatch(/^ {2}group .*\n/m);
    expect(stdout).not.toContain('\u001b');
  });

  it('is not for CSV', async () => {
    const { stderr, exit } = await robots([...args, '/', '--format', 'csv'], { input: shop });
    expect(stderr).toContain('--format "csv"');
    expect(exit).toBe(2);
  });

  it('reads what was fetched, and nothing where there is none', async () => {
    const origin = await startHttpOrigin({ '/robots.txt': shop });
    onTestFinished(() => origin.close());
    const bare = await startHttpOrigin({ '/robots.txt': { status: 404 } });
    onTestFinished(() => bare.close());
    const urls = [`${origin.origin}/a`, `${bare.origin}/a`, 'http://127.0.0.1:1/'];
    const { stdout } = await robots(['check', ...urls, '--usage', '--format', 'ndjson']);
    const training = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).usage?.uses['ai-training'].preference);
    expect(training).toEqual(['disallow', 'unknown', undefined]);
  });

  it('counts header fields of the page and the site’s tdmrep.json', async () => {
    const tdmrep = temporaryFile('tdmrep.json', JSON.stringify([{ location: '/', 'tdm-reservation': 1 }]));
    const page = ['--page-header', 'Content-Usage: train-ai=n', '--tdmrep', tdmrep, '--format', 'json'];
    const { stdout } = await robots([...args, '/', ...page], { input: '' });
    const { uses } = JSON.parse(stdout).results[0].usage;
    expect([uses['ai-training'].preference, uses['text-and-data-mining'].preference]).toEqual([
      'disallow',
      'disallow',
    ]);
  });

  it.each([
    [['--page-header', 'Content-Usage: a'], /Cannot use --page-header without --usage or --use/],
    [['--tdmrep', 'a.json'], /Cannot use --tdmrep without --usage or --use/],
    [['--usage', '--page-header', 'train-ai=n'], /expected a header field such as/],
    [['--use', 'world-domination'], /expected one of search, ai-training, ai-input, /],
    [['--use', 'search', '--dialect', 'all'], /Cannot use --use with --dialect "all"/],
  ])('%j is refused', async (options, message) => {
    const { stderr, exit } = await robots(['check', '--robots', '-', '/', ...options], { input: '' });
    expect([message.test(stderr), exit]).toEqual([true, 2]);
  });
});

describe('robots check --use', () => {
  it('skips what the site disallows for that use, and says which statement does', async () => {
    const asked = ['check', '--robots', '-', '/', '/cart/', '--agent', 'FooBot', '--use'];
    const training = await robots([...asked, 'ai-training'], { input: shop });
    expect(training.stdout).toMatch(
      /disallowed {2}\/ +line 3 disallows the use ai-training: Content-Signal: ai-train=no, use=reference/,
    );
    expect(training.stdout).toMatch(/disallowed {2}\/cart\/ +line 6: Disallow: \/cart\//);
    expect(training.exit).toBe(1);
    const search = await robots([...asked, 'search', '--format', 'json'], { input: shop });
    const [first] = JSON.parse(search.stdout).results;
    expect(first).toMatchObject({ allowed: true, use: { name: 'search', preference: 'unknown' } });
  });
});

describe('--purpose-token', () => {
  const file = 'User-agent: Foo-Training\nDisallow: /\n';
  const given = ['--purpose-token', 'Foo-Training=training'];

  it.each([
    ['check', ['check', '/', '--robots', '-', '--use', 'ai-train', ...given], 1, 'disallowed  /'],
    ['agents', ['agents', '-', ...given], 0, 'Foo-Training  nothing (use)  line 1'],
    ['report ai', ['report', 'ai', '-', ...given], 0, 'Foo-Training'],
    ['init', ['init', '-', '--block', 'training', ...given], 0, 'User-agent: Foo-Training'],
  ])('is read by robots %s', async (_, args, exit, text) => {
    const result = await robots(args, { input: file });
    expect([result.exit, result.stdout]).toEqual([exit, expect.stringContaining(text)]);
  });

  it('is no slip of a crawler, for robots lint', async () => {
    const lint = (...more: string[]) =>
      robots(['lint', '-', ...more], { input: 'User-agent: GPTBoot\nDisallow: /\n' });
    expect((await lint()).stdout).toContain('Did you mean GPTBot');
    expect((await lint('--purpose-token', 'GPTBoot=search')).stdout).not.toContain('Did you mean');
  });

  it.each([
    ['X', 'expected NAME=PURPOSE'],
    ['X=eating', 'expected the purpose search, ai-training'],
    ['=search', 'it has 0 characters'],
    ['Foo Bar=search', 'it has " "'],
    ['*=search', 'it has "*"'],
    ['GPTBot=search', 'it is a crawler'],
    [`${'a'.repeat(10_000)}=search`, 'it has 10000 characters'],
  ])('%j is refused', async (value, text) => {
    const { stderr, exit } = await robots(['check', '/', '--robots', '-', '--purpose-token', value], {
      input: file,
    });
    expect([exit, stderr]).toEqual([2, expect.stringContaining(text)]);
    expect(stderr.length).toBeLessThan(500);
  });
});
