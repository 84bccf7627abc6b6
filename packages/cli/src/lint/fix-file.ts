/** Lint fixes made in a file, which is replaced whole. */
import { fixAll, type LintOptions } from 'robots-exclusion/lint';
import { CommandError } from '../command-error.ts';
import { readBody, stdinName } from '../input/read-body.ts';
import { counted } from '../output/counted.ts';
import { printable } from '../output/printable.ts';
import { replaceFile } from '../output/write-file.ts';

/**
 * Makes the fixes that change no verdict, with `isDangerous` also the others; answers what it did, in words.
 *
 * @throws {CommandError} If `name` is no file that can be written.
 */
export async function fixFile(name: string, settings: LintOptions, isDangerous: boolean): Promise<string> {
  if (name === stdinName || /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(name)) {
    throw new CommandError(`Cannot fix ${JSON.stringify(name)}: expected a file with --fix`);
  }
  const { octets, made, unproven } = fixAll(await readBody(name, Number.POSITIVE_INFINITY), {
    ...settings,
    isDangerous,
  });
  if (made.length > 0) await replaceFile(name, octets);
  const proof = isDangerous
    ? 'verdicts may have changed'
    : 'no verdict by RFC 9309 changes, proven for every crawler';
  return [
    `${printable(name)}: ${made.length === 0 ? 'nothing was fixed' : `${counted(made.length, 'finding')} fixed; ${proof}`}`,
    ...made.map(({ code, line, title }) => `  line ${line} ${code}: ${printable(title)}`),
    ...unproven.map(
      ({ code, line, title }) =>
        `  line ${line} ${code}: left out, not proven to change no verdict: ${printable(title)}`,
    ),
    '',
  ].join('\n');
}
