/** `robots lsp`: the language server for editors. */
import { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import { sayWhoTalks } from '../input/who-talks.ts';

const help = `
An editor starts it and talks to it over standard input and output (Language Server Protocol 3.17). It gives
diagnostics and fixes (as "robots lint"), hover, completion, formatting (as "robots fmt"), an outline, and goes from a
rule to the one that decides in its place. The command robots.decide takes a document's URI, a URL, a product
token and, if you like, a dialect.

Settings of the linter come from initializationOptions, or else from robotslint.json in the folder that is open.

Examples:
  $ robots lsp
  $ robots lsp --stdio`;

export function lspCommand(_onExit: (code: ExitCode) => void): Command {
  return new Command('lsp')
    .description('Language server for editors, over standard input and output.')
    .option(
      '--stdio',
      'use standard input and output; has no effect, since there is no other way, but editors pass it',
    )
    .addHelpText('after', help)
    .action(async () => {
      const { runServer } = await import('../lsp/run-server.ts');
      sayWhoTalks('an editor');
      await runServer();
    });
}
