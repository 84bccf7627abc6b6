/** `robots lsp`: runs the language server for editors. */
import { Command } from 'commander';
import { registryOption } from '../crawlers/crawler-options.ts';
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
  $ robots lsp --stdio --registry crawlers.json`;

export function lspCommand(_onExit: (code: ExitCode) => void): Command {
  return new Command('lsp')
    .description('Language server for editors, over standard input and output.')
    .option(
      '--stdio',
      'has no effect, because standard input and output are always used; accepted because editors pass it',
    )
    .addOption(registryOption())
    .addHelpText('after', help)
    .action(async ({ registry: file }: { registry?: string }) => {
      const { registryOf } = await import('../crawlers/read-registry.ts');
      const registry = await registryOf(file);
      const { runServer } = await import('../lsp/run-server.ts');
      sayWhoTalks('an editor');
      await runServer(registry);
    });
}
