/**
 * Untrusted input in arguments, settings and names is quoted and never executed. User information is removed from URLs.
 */
import { describe, expect, it } from 'vitest';
import { commandEntries } from '../src/commands/command-entries.ts';
import { robots, temporaryFile } from './command.ts';

const HOSTILE = 'x\u001b[2J\u009b1m\u202e\u2066\u061c\u2028\ufeff\n::error::y';
const OBEYED =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|^::error/m;

async function expectQuoted(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const { stdout, stderr, exit } = await robots(args, { env });
  expect(stdout + stderr, args.join(' ')).not.toMatch(OBEYED);
  expect(stderr, args.join(' ')).toMatch(/^robots: [^\n]*\n$/);
  expect(exit, args.join(' ')).not.toBe(70);
}

describe('names that others choose', () => {
  it('wrong commands, subcommands and options are quoted, of every command', async () => {
    await expectQuoted([HOSTILE]);
    await expectQuoted([`--${HOSTILE}`]);
    for (const { name } of commandEntries) await expectQuoted([name, `--${HOSTILE}`]);
    await expectQuoted(['cache', HOSTILE]);
    await expectQuoted(['cache', 'warm', `--${HOSTILE}`]);
  });

  it.each([
    ['a file', ['lint', HOSTILE]],
    ['a file', ['fmt', HOSTILE]],
    ['a file', ['test', HOSTILE]],
    ['files', ['diff', HOSTILE, HOSTILE]],
    ['a revision', ['diff', `git:${HOSTILE}:robots.txt`, '-']],
    ['a file', ['check', '/', '--robots', HOSTILE]],
    ['an origin', ['doctor', HOSTILE]],
    ['an origin', ['fetch', HOSTILE]],
    ['an origin', ['watch', HOSTILE, '--versions', '/nowhere']],
    ['a store', ['fetch', 'https://a.example/', '--store', HOSTILE]],
    ['a value', ['check', '/', '--format', HOSTILE]],
    ['a dialect', ['check', '/', '--robots', '-', '--dialect', HOSTILE]],
    ['a crawler', ['agents', HOSTILE]],
    ['a log', ['audit', HOSTILE, '--versions', HOSTILE]],
    ['a table', ['summary', HOSTILE]],
    ['an archive', ['warc', HOSTILE]],
    ['a rule', ['lint', '-', '--rule', `${HOSTILE}=error`]],
  ] as const)('%s is quoted: %j', async (_, args) => {
    await expectQuoted(args);
  });

  it('configuration and variables are quoted', async () => {
    const file = temporaryFile('c.json', JSON.stringify({ [HOSTILE]: 1 }));
    await expectQuoted(['check', '/', '--robots', '/dev/null'], { ROBOTS_CONFIG: file });
    const member = temporaryFile('d.json', JSON.stringify({ check: { [HOSTILE]: 1 } }));
    await expectQuoted(['check', '/', '--robots', '/dev/null'], { ROBOTS_CONFIG: member });
    await expectQuoted(['check', '/', '--robots', '/dev/null'], { ROBOTS_CONFIG: HOSTILE });
    await expectQuoted(['check', '/', '--robots', '/dev/null'], { ROBOTS_CHECK_FORMAT: HOSTILE });
  });
});
