/** Asks for confirmation on a terminal. */
import { createInterface } from 'node:readline/promises';
import { CommandError } from '../command-error.ts';
import { shown } from '../output/shown.ts';

/**
 * Resolves to true if the answer begins with "y". Rejects if `signal` is aborted.
 *
 * @throws {CommandError} If standard input is not a terminal.
 */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
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
