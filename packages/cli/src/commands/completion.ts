/** `robots completion SHELL`: prints the completion script for a shell. */
import { Argument, Command } from 'commander';
import type { Shell } from '../completion/scripts.ts';
import { ExitCode } from '../exit-codes.ts';

const help = `
Examples:
  $ eval "$(robots completion bash)"        in ~/.bashrc
  $ eval "$(robots completion zsh)"         in ~/.zshrc, after compinit
  $ robots completion fish | source         in ~/.config/fish/config.fish
  $ robots completion powershell | Out-String | Invoke-Expression   in $PROFILE`;

export function completionCommand(onExit: (code: ExitCode) => void, all: () => Promise<Command[]>): Command {
  return new Command('completion')
    .description('Prints a script that makes a shell complete commands, options and their values.')
    .addArgument(
      new Argument('<shell>', 'the shell that evaluates the script').choices([
        'bash',
        'zsh',
        'fish',
        'powershell',
      ]),
    )
    .addHelpText('after', help)
    .action(async (shell: Shell) => {
      const { completedCommands } = await import('../completion/completed-commands.ts');
      const { completionScripts } = await import('../completion/scripts.ts');
      const { writeOctets } = await import('../output/stdout.ts');
      await writeOctets(Buffer.from(completionScripts[shell](completedCommands(await all()))));
      onExit(ExitCode.allowed);
    });
}
