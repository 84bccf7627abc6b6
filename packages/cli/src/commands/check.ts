import { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
export function checkCommand(_onExit: (code: ExitCode) => void): Command {
  return new Command('check');
}
