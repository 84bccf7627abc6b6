import { ExitCode } from './exit-codes.ts';

/** Ends the command with a message and an exit code, without a stack trace. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = ExitCode.usage) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
