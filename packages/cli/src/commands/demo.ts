/** `robots demo`: shows the command at work, without a network. */
import { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';

const help = `
It needs no network. The exit code is 0 if the table was printed, whatever the verdicts.

Example:
  $ robots demo`;

export function demoCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('demo')
    .description('Serves the example sites on this machine, checks their URLs for three crawlers, and ends.')
    .addHelpText('after', help)
    .action(async () => {
      const { runDemo } = await import('../demo/run-demo.ts');
      const { withInterrupt } = await import('../interrupt.ts');
      onExit(await withInterrupt(runDemo));
    });
}
