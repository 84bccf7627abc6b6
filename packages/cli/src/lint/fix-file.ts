/** Applies lint fixes to a file, which is replaced atomically. */

import { createInterface } from 'node:readline/promises';
import { type AppliedFix, type FixOptions, fixAll } from 'robots-exclusion/lint';
import { CommandError } from '../command-error.ts';
import { readWhole, stdinName } from '../input/read-body.ts';
import { counted } from '../output/counted.ts';
import { shown } from '../output/shown.ts';
import { writeErr } from '../output/stdout.ts';
import { replaceFile } from '../output/write-file.ts';

export interface FixFileOptions {
  readonly fixes: FixOptions;
  /** Whether fixes that change verdicts are already confirmed. If so, they are written without asking. */
  readonly isConfirmed: boolean;
}

/**
 * Applies the requested fixes, or by default all fixes that are proven to change no verdict, and returns a description.
 * Fixes that change verdicts are shown on standard error and written only after confirmation.
 *
 * @throws {CommandError} If `name` is not a file that can be written, or confirmation is needed and there is no
 * terminal.
 */
export async function fixFile(
  name: string,
  { fixes, isConfirmed }: FixFileOptions,
  signal: AbortSignal,
): Promise<string[]> {
  if (name === stdinName || /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(name)) {
    throw new CommandError(`Cannot fix ${JSON.stringify(name)}: expected a file with --fix`);
  }
  const before = await readWhole(name);
  const { octets, made, unproven } = fixAll(before, fixes);
  const mayChange = (fixes.allowVerdictChanges ?? false) !== false;
  if (made.length > 0) {
    if (mayChange && !(await isWanted({ name, before, after: octets }, { fixes, isConfirmed }, signal))) {
      return [`${name}: nothing was written`];
    }
    await replaceFile(name, octets);
  }
  const proof = mayChange
    ? 'the effects are shown above'
    : 'proven not to change any verdict of RFC 9309, Google or the profile’s dialect for any crawler';
  return [
    `${name}: ${made.length === 0 ? 'nothing was fixed' : `${counted(made.length, 'finding')} fixed; ${proof}`}`,
    ...made.map(({ code, line, title }) => `  line ${line} ${code}: ${title}`),
    ...unproven.map(leftOut),
  ];
}

function leftOut({ code, line, title, effect }: AppliedFix): string {
  const why = effect === undefined ? '' : ` (${effect})`;
  return `  line ${line} ${code}: not applied: ${title}${why}`;
}

/** Shows the changes for crawlers. Returns true if the user wants to write the fixed file. */
async function isWanted(
  { name, before, after }: { name: string; before: Uint8Array; after: Uint8Array },
  { fixes, isConfirmed }: FixFileOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { runDiff } = await import('../diff/run-diff.ts');
  const { agents } = await import('robots-exclusion/agents');
  const { diffText } = await import('../diff/text.ts');
  const { otherReadings } = await import('./other-readings.ts');
  const { stderrTerminal } = await import('../output/terminal.ts');
  const report = await runDiff(before, after, { known: fixes.registry?.agents ?? agents }, signal);
  const shown = { oldName: name, newName: `${name} with the fixes`, report };
  writeErr([...diffText(shown, MOST_REGIONS, stderrTerminal()), ...otherReadings(before, after)]);
  if (isConfirmed) return true;
  return confirm(`Write ${name}? [y/N] `, signal);
}

/** Limit on the regions shown before the user is asked. */
const MOST_REGIONS = 50;

/**
 * Resolves to true if the answer begins with "y". Rejects if `signal` is aborted.
 *
 * @throws {CommandError} If standard input is not a terminal.
 */
async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      'Nothing was written, because the changes may affect verdicts and there is no terminal on which to confirm them: use --yes to confirm',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return /^y/i.test((await terminal.question(shown(question), { signal })).trim());
  } finally {
    terminal.close();
  }
}
