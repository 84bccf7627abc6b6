/** Reads several inputs for one command. An unreadable input does not stop the others. */
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { tell } from '../output/stdout.ts';

/**
 * Runs `read` for each name, in order. Reports unreadable inputs on standard error and returns exit code 4 for them.
 */
export async function eachInput(
  names: readonly string[],
  read: (name: string) => Promise<void>,
): Promise<readonly ExitCode[]> {
  const codes: ExitCode[] = [];
  for (const name of names) {
    try {
      await read(name);
    } catch (error) {
      if (names.length === 1 || !(error instanceof CommandError)) throw error;
      tell(error.message);
      codes.push(error.exitCode === ExitCode.usage ? ExitCode.badInput : error.exitCode);
    }
  }
  return codes;
}
