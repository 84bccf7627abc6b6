/** The linter's findings are printed safely, even if a file contains characters that some medium executes. */
import { findingOf, placer } from '@robots-exclusion/operations/lint';
import { parse } from 'robots-exclusion';
import { lint, lintRules } from 'robots-exclusion/lint';
import { expect, it } from 'vitest';
import { lintGithub } from '../src/lint/github.ts';
import { lintJunit } from '../src/lint/junit.ts';
import { lintSarif } from '../src/lint/sarif.ts';
import { lintText } from '../src/lint/text.ts';
import { textOf } from '../src/output/stdout.ts';
import { stdoutTerminal } from '../src/output/terminal.ts';

const OBEYED =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]|##\[|^::x/mu;

it.each(lintRules.map(({ code, bad }) => [code, bad.body] as const))('%s', (_, body) => {
  for (const taint of [
    '\u001b[2J\u009b1m',
    '\u202e\u2066\u061c',
    '\u2028\ufeff',
    '##[error]x',
    '=1\t',
    '<b>]]>',
  ]) {
    const hostile = body.replaceAll(/:[ \t]*/g, (colon) => `${colon}${taint}`);
    const { octets } = parse(hostile);
    const placeOf = placer(octets);
    const findings = lint(hostile).map((found) => findingOf(found, placeOf));
    const files = [{ name: 'r', octets, answer: { findings } }];
    expect(textOf(lintText(files, stdoutTerminal()))).not.toMatch(OBEYED);
    expect(textOf(lintGithub(files))).not.toMatch(OBEYED);
    expect(textOf(lintJunit(files))).not.toMatch(OBEYED);
    expect(textOf(lintJunit(files))).not.toContain('<b>');
    const [{ results }] = (lintSarif(files) as { runs: [{ results: { message: { text: string } }[] }] }).runs;
    for (const { message } of results) expect(message.text).not.toMatch(OBEYED);
  }
});
