/**
 * `robots help --json`: describes the commands with their options, and the underlying operations with the schemas of
 * their results.
 */
import { errorKinds } from '@robots-exclusion/operations/errors';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { describeOperations } from '@robots-exclusion/operations/schemas';
import type { Command } from 'commander';
import { type CompletedOption, completedCommands } from '../completion/completed-commands.ts';
import { ExitCode } from '../exit-codes.ts';
import { json } from '../output/encoded.ts';
import type { Output } from '../output/stdout.ts';
import { packageVersion } from '../package-version.ts';

export function describedCommand(commands: readonly Command[]): Output {
  return json({
    version: packageVersion(),
    commands: completedCommands(commands).map(({ name, summary, subcommands, options }) => ({
      name,
      summary,
      ...(subcommands.length > 0 && { subcommands }),
      options: options.map(describedOption),
    })),
    exitCodes: ExitCode,
    errors: errorKinds,
    ...describeOperations(greatestLimits),
  });
}

function describedOption({ flag, letter, text, takesValue, choices }: CompletedOption): object {
  return {
    flag,
    ...(letter !== undefined && { letter }),
    text,
    takesValue,
    ...(choices.length > 0 && { choices }),
  };
}
