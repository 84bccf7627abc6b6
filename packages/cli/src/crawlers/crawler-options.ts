/** Options that name crawlers and are the same in every command. */
import { type Command, Option } from 'commander';
import { FolderOption } from '../input/folder-option.ts';
import { repeated } from '../input/option-values.ts';

export interface CrawlerOptions {
  agent?: readonly string[];
  agents?: readonly string[];
  registry?: string;
  purposeToken?: readonly string[];
  literal?: boolean;
  strictAgents?: boolean;
}

export function registryOption(): Option {
  return new Option(
    '--registry <file>',
    'JSON file with more crawler profiles, searched before the built-in ones; or a signed feed, as ed25519:KEY[:SERIAL]=FILE; or "listed": those of public lists',
  );
}

/** `--purpose-token`, for commands that read statements about the use of pages, or list crawlers. */
export function purposeTokenOption(): Option {
  return new FolderOption(
    '--purpose-token <name=purpose>',
    'a name whose group says how pages may be used, as NAME=PURPOSE, such as Foo-Training=ai-training; repeatable',
  ).argParser(repeated);
}

export function literalOption(): Option {
  return new FolderOption('--literal', 'treat names as plain product tokens; ignore the crawler registry');
}

export function dialectOption(unless = ''): Option {
  return new FolderOption(
    '--dialect <name>',
    `dialect in which to read robots.txt (default: rfc9309)${unless}`,
  );
}

export function strictAgentsOption(about = 'reject unknown crawler names (exit code 2)'): Option {
  return new FolderOption('--strict-agents', about);
}

export function addCrawlerOptions(command: Command): Command {
  return addCrawlerNames(command).addOption(literalOption());
}

/**
 * Adds the options of {@link addCrawlerOptions} except `--literal`, for commands in which `--literal` has no effect.
 */
export function addCrawlerNames(command: Command): Command {
  return command
    .addOption(
      new FolderOption(
        '--agent <name>',
        'a crawler: a product token, comma-separated tokens of one crawler, a User-Agent header, or registry:PURPOSE for all known crawlers with that purpose',
      ).argParser(repeated),
    )
    .addOption(
      new FolderOption(
        '--agents <list>',
        'a list of crawlers: comma-separated names, a file with one name per line, or registry:PURPOSE',
      ).argParser(repeated),
    )
    .addOption(registryOption())
    .addOption(strictAgentsOption());
}
