/**
 * Only the command `robots batch`, as a single file that a cluster ships to its workers: node robots-batch.mjs --format
 * tsv.
 */

import { printable } from 'robots-exclusion/print';
import { CommandError } from '../../../packages/cli/src/command-error.ts';
import { batchCommand } from '../../../packages/cli/src/commands/batch.ts';
import { ExitCode } from '../../../packages/cli/src/exit-codes.ts';
import { endQuietlyWhenReaderLeaves } from '../../../packages/cli/src/output/stdout.ts';

endQuietlyWhenReaderLeaves();
const command = batchCommand((code) => {
  process.exitCode = code;
});
// Commander has already printed the error or the requested help.
command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? ExitCode.allowed : ExitCode.usage));
try {
  await command.parseAsync(process.argv.slice(2), { from: 'user' });
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(`robots-batch: ${printable(error.message)}`);
  process.exitCode = error.exitCode;
}
