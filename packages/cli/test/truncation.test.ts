import { startHttpOrigin } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { describe, expect, it, onTestFinished } from 'vitest';
import { besideNames, robots, temporaryFile } from './command.ts';

/** The number of rules with 21 octets or more; the size limit leaves about two thirds of them. */
const count = Math.ceil((1.5 * DEFAULT_MAX_BYTES) / 21);
const rules = Array.from({ length: count }, (_, index) => `Disallow: /dir${index}/x?a=${index}`);
const big = `User-agent: *\r\n${rules.join('\r\n')}\r\n`;
const [limit, total] = [DEFAULT_MAX_BYTES, big.length].map((octets) => octets.toLocaleString('en-US'));
/** The line that contains the first octet beyond the limit. It is incomplete, so it is ignored. */
const firstIgnored = big.slice(0, DEFAULT_MAX_BYTES).split('\r\n').length;
const note = `only the first ${limit} of ${total} octets are read (RFC 9309 §2.5); everything from line ${firstIgnored} on is ignored\n`;
const last = `/dir${count - 1}/x?a=${count - 1}`;

describe('RFC 9309 §2.5: what is behind the limit is not read, and that is said', () => {
  it('robots check: a note in text and CSV, a member in JSON', async () => {
    const path = temporaryFile('big.txt', big);
    const text = await robots(['check', last, '/other', '--robots', path]);
    expect(text.stderr).toBe(`robots: ${path}: ${note}`);
    const json = await robots(['check', last, '--robots', path, '--format', 'json']);
    expect(JSON.parse(json.stdout).results).toMatchObject([{ allowed: true, isTruncated: true }]);
    const whole = ['check', last, '--robots', path, '--max-bytes', String(big.length), '--format', 'ndjson'];
    const read = await robots(whole);
    expect(JSON.parse(read.stdout)).not.toHaveProperty('isTruncated');
    expect([JSON.parse(read.stdout).allowed, read.stderr]).toEqual([false, '']);
  });

  it('robots check: of standard input and of a site the size is not known', async () => {
    const piped = await robots(['check', last, '--robots', '-'], { input: big });
    expect(piped.stderr).toBe(
      `robots: -: only the first ${limit} octets are read (RFC 9309 §2.5); everything from line ${firstIgnored} on is ignored\n`,
    );
    const site = await startHttpOrigin({ '/robots.txt': big });
    onTestFinished(() => site.close());
    const urls = [`${site.origin}${last}`, `${site.origin}/other`];
    const fetched = await robots(['check', ...urls, '--format', 'ndjson', '--max-bytes', '1000']);
    const answers = fetched.stdout.trimEnd().split('\n');
    expect(answers.map((line) => JSON.parse(line).isTruncated)).toEqual([true, true]);
    expect(fetched.stderr).toBe(
      `robots: ${site.origin}/robots.txt: only the first 1,000 octets are read (--max-bytes); the rest is ignored\n`,
    );
  });

  it('robots check --dialect all, and robots agents', async () => {
    const path = temporaryFile('big.txt', big);
    const args = ['check', last, '--robots', path, '--dialect', 'all', '--format', 'ndjson'];
    const readings = await robots(args);
    expect(JSON.parse(readings.stdout).isTruncated).toBe(true);
    expect(readings.stderr).toBe(`robots: ${path}: ${note}`);
    expect((await robots(['agents', path])).stderr).toBe(`robots: ${path}: ${note}`);
  });

  it('robots batch: a member of the answer, only where it is so', async () => {
    const ask = (text: string) => JSON.stringify({ id: 1, robots: text, agent: 'FooBot', url: last });
    const { stdout, stderr } = await robots(['batch'], { input: `${ask(big)}\n${ask('')}\n` });
    expect(stdout).toBe(
      '{"id":1,"allow":true,"because":"no-rule-matched","isTruncated":true}\n{"id":1,"allow":true,"because":"no-group"}\n',
    );
    expect(besideNames(stderr)).toBe('');
  });
});
