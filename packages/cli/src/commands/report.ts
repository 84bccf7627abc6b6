/** `robots report`: shows which AI crawlers a site allows, for readers who do not know robots.txt. */
import { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { purposeTokenOption, registryOption } from '../crawlers/crawler-options.ts';
import type { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';

const help = `
The report covers each operator's crawlers for AI training, AI search and AI answers. For each crawler it
shows whether it may fetch everything, nothing (both proven) or a part of the site, what the file states
about that use, the deciding group and rule, and whether the operator says that the crawler obeys
robots.txt, with the page that says so and the day on which it was read. The report contains the date and the
SHA-256 of each file.

If a site cannot be read, the report says so and continues with the others. A site without a robots.txt
allows everything.

"--format html" writes one self-contained page that can be printed.

Exit codes: 0 done, 2 wrong usage, 3 a site could not be fetched, 4 a file could not be read.

Examples:
  $ robots report ai https://example.com/
  $ robots report ai public/robots.txt --path /articles/
  $ robots report ai --sites sites.txt --format html > ai-crawlers.html
  $ robots report ai example.com example.org --format csv > ai-crawlers.csv`;

interface Options extends FetchOptions {
  sites?: string;
  path: string;
  registry?: string;
  purposeToken?: readonly string[];
  format: 'text' | 'json' | 'ndjson' | 'csv' | 'html';
}

export function reportCommand(onExit: (code: ExitCode) => void): Command {
  const ai = new Command('ai')
    .description('What robots.txt says to the crawlers of AI operators, with the evidence.')
    .argument('[site...]', 'sites, URLs of a robots.txt, or files; "-" is standard input')
    .option('--sites <file>', 'a file with one site per line; "-" is standard input')
    .option('--path <path>', 'a path to check in addition to the whole site', '/')
    .addOption(registryOption())
    .addOption(purposeTokenOption())
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson', 'csv', 'html'])
        .default('text'),
    );
  addFetchOptions(ai)
    .addHelpText('after', help)
    .action(async (names: string[], options: Options) => onExit(await report(names, options)));
  return new Command('report')
    .description('Reports what sites say to a kind of crawler, with the evidence.')
    .addCommand(ai);
}

async function report(names: readonly string[], options: Options): Promise<ExitCode> {
  const { path, format } = options;
  if (!path.startsWith('/'))
    throw new CommandError(`Cannot use --path ${JSON.stringify(path)}: expected a path that begins with "/"`);
  const { registryWith } = await import('robots-exclusion/agents');
  const { registryFor } = await import('@robots-exclusion/operations/shared');
  const { purposeTokensOf, registryOf } = await import('../crawlers/read-registry.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { openNetwork } = await import('../network/open-client.ts');
  const { siteReports } = await import('../report/site-reports.ts');
  const { writeReports } = await import('../report/write-reports.ts');
  const sites = await listedSites(names, options.sites);
  const purposeTokens = purposeTokensOf(options.purposeToken);
  const registry = registryFor(await registryOf(options.registry), purposeTokens) ?? registryWith([]);
  const { client, close } = await openNetwork(options);
  try {
    return await withInterrupt((signal) =>
      writeReports(siteReports(sites, client, { target: path, registry, purposeTokens }, signal), format),
    );
  } finally {
    await close();
  }
}

/** Each site once, in its normal form. @throws {CommandError} If no site is given. */
async function listedSites(names: readonly string[], list: string | undefined): Promise<readonly string[]> {
  const { siteNamed } = await import('../report/site-reports.ts');
  const sites = new Set(names.map(siteNamed));
  if (list !== undefined) {
    const { readUrlList } = await import('../input/url-list.ts');
    for await (const { url } of readUrlList(list)) sites.add(siteNamed(url));
  }
  if (sites.size > 0) return [...sites];
  throw new CommandError(
    'Cannot report without a site: expected a site such as "https://example.com", a file, or --sites FILE',
  );
}
