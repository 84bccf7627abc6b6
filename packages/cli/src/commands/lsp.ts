/** `robots lsp`: runs the language server for editors. */
import { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import { sayWhoTalks } from '../input/who-talks.ts';

const help = `
An editor starts the server and talks to it over standard input and output (Language Server Protocol 3.17). The
server provides diagnostics and fixes (as "robots lint"), hover, completion, formatting (as "robots fmt") and an
outline. "Go to definition" leads from a rule to the rule that overrides it. The command robots.decide takes a
document's URI, a URL, a product token and, optionally, a dialect.

The linter's settings come from initializationOptions or, without them, from robotslint.json in the open folder.

Examples:
  $ robots lsp
  $ robots lsp --stdio`;

export function lspCommand(_onExit: (code: ExitCode) => void): Command {
  return new Command('lsp')
    .description('Language server for editors, over standard input and output.')
    .option(
      '--stdio',
      'has no effect, because standard input and output are always used; accepted because editors pass it',
    )
    .addHelpText('after', help)
    .action(async () => {
      const { runServer } = await import('../lsp/run-server.ts');
      sayWhoTalks('an editor');
      await runServer();
    });
}
