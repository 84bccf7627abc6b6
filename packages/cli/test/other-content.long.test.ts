/** Every command that draws a conclusion from a file reports when the file is not a robots.txt. */
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

beforeAll(buildOnce);

describe('a page of HTML in place of a robots.txt', () => {
  it.each([
    ['check', ['/a', '--dialect', 'all', '--robots', '-']],
    ['diff', ['-', 'FILE']],
    ['test', ['FILE', '--robots', '-']],
    ['agents', ['-']],
  ])('robots %s says what the file looks like', async (command, args) => {
    const file = temporaryFile('t.yaml', 'tests: [{ crawler: GPTBot, allow: /x }]\n');
    const given = args.map((arg) => (arg === 'FILE' ? file : arg));
    const { stderr } = await robots([command, ...given], { input: '<!doctype html><p>Not found' });
    expect(stderr.match(/This is not a robots.txt: it looks like an HTML page/g)).toHaveLength(1);
  });

  it.each(['text', 'json', 'html'])('robots report ai says so in %s', async (format) => {
    const file = temporaryFile('home.txt', '<!doctype html><p>Not found');
    const { stdout } = await robots(['report', 'ai', file, '--format', format]);
    expect(stdout.replace(/\s+/g, ' ')).toContain('This is not a robots.txt: it looks like an HTML page');
  });
});
