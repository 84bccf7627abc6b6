/** `robots check`: checks which URLs a crawler may fetch, and which line decides. */

import type { PageStatements, UseWord } from '@robots-exclusion/operations/shared';
import { Command } from 'commander';
import type { AsProgram } from '../check/as-program.ts';
import { type CheckFormat, checkFormats } from '../check/check-formats.ts';
import type { CheckItem } from '../check/check-result.ts';
import type { CheckRun } from '../check/run-check.ts';
import { CommandError } from '../command-error.ts';
import {
  addCrawlerOptions,
  type CrawlerOptions,
  dialectOption,
  purposeTokenOption,
} from '../crawlers/crawler-options.ts';
import type { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { MAX_BYTES_HELP, readMaxBytes, repeated } from '../input/option-values.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';

const help = `
Without --robots, each URL's own robots.txt is fetched as RFC 9309 requires. With it,
one file applies to all URLs, which may then be paths. --agent A,B is one crawler with
two product tokens; --agent A --agent B are two crawlers. Without --agent, the answer
is for a crawler that no group names.

A known crawler (see robots agents) is treated as its operator documents it:
Googlebot-Image follows Googlebot's group if no group names it, "*" does not bind
AdsBot-Google, and the answer says so. --literal uses only the token itself; so does
--dialect, because parsers know only tokens.

If --robots is a URL without a path, the robots.txt of that site is used. With any
other URL, the file at that URL is used.

Exit codes: 0 all allowed, 1 some disallowed, 2 wrong usage, 3 robots.txt could
not be obtained, 4 a line of --urls is not a URL. If several apply, the first of 2, 4,
3, 1 is used.

Examples:
  $ robots check https://example.com/private/ --agent FooBot
  $ robots check /a /b --robots robots.txt --agent FooBot --agent BarBot
  $ robots check --urls urls.txt --robots - --format csv < robots.txt
  $ robots check https://example.com/ --agent FooBot --explain
  $ robots check https://example.com/ --agent FooBot --usage
  $ robots check https://example.com/ --agent FooBot --use ai-training
  $ robots check /a --robots robots.txt --usage --purpose-token Foo-Training=ai-training
  $ robots check /a --robots robots.txt --agent FooBot --dialect google
  $ robots check /a --robots robots.txt --agent FooBot --dialect all
  $ robots check https://example.com/ --as scrapy@2.19 --status 503`;

interface Options extends FetchOptions, CrawlerOptions {
  robots?: string;
  urls?: string;
  explain?: boolean;
  usage?: boolean;
  use?: string;
  pageHeader?: readonly string[];
  tdmrep?: string;
  dialect?: string;
  as?: string;
  status?: string;
  format: CheckFormat;
  maxBytes?: number;
}

export function checkCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('check')
    .description('Reports which URLs a crawler may fetch, and which line of robots.txt decides.')
    .argument('[urls...]', 'absolute URLs; with --robots also paths')
    .option('--robots <file|url>', 'the robots.txt to use (one for all URLs); "-" is standard input')
    .option('--urls <file>', 'a file with more URLs, one per line; "-" is standard input')
    .addOption(
      new FolderOption(
        '--explain',
        'show all matching rules and their group; also show how robots.txt was obtained',
      ),
    )
    .addOption(
      new FolderOption(
        '--usage',
        'show all statements about use (AI training, search and others); not available in CSV',
      ),
    )
    .addOption(
      new FolderOption(
        '--use <name>',
        'intended use of the pages; pages that the site disallows for this use are skipped',
      ),
    )
    .option(
      '--page-header <field>',
      'with --usage or --use: a response header field of the pages, such as "Content-Usage: train-ai=n"; may be repeated',
      repeated,
    )
    .option('--tdmrep <file>', 'with --usage or --use: a copy of the site’s /.well-known/tdmrep.json')
    .addOption(purposeTokenOption())
    .addOption(dialectOption('; "all" compares all dialects'))
    .option('--as <program>', 'answer as a recorded program, such as "scrapy@2.19": see docs/crawlers.md')
    .option('--status <answer>', 'with --as: how /robots.txt answers, such as 503, reset or redirect-loop')
    .addOption(new FolderOption('--format <name>', 'output format').choices(checkFormats).default('text'))
    .option('--max-bytes <n>', MAX_BYTES_HELP, readMaxBytes);
  return addFetchOptions(addCrawlerOptions(command))
    .addHelpText('after', help)
    .action(async (urls: string[], options: Options) => onExit(await check(urls, options)));
}

async function check(urls: readonly string[], options: Options): Promise<ExitCode> {
  if (options.usage && options.format === 'csv') {
    throw new CommandError('Cannot show --usage as --format "csv": expected text, json or ndjson');
  }
  if (options.robots === '-' && options.urls === '-') {
    throw new CommandError('Cannot read --robots "-" and --urls "-": only one of them can be standard input');
  }
  requireOneReading(options);
  if (options.dialect === 'all') return checkAllDialects(urls, options);
  const { readCheckedCrawlers } = await import('../crawlers/read-crawlers.ts');
  const { openSource } = await import('../check/open-source.ts');
  const { checkWriter } = await import('../check/check-writer.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  const { exitCodeOf } = await import('../check/check-result.ts');
  const { truncationTeller } = await import('../check/truncation-note.ts');
  const { dialectNamed } = await import('../dialect-named.ts');
  const program = await programOf(options);
  const isNamed = options.agent !== undefined || options.agents !== undefined;
  const { crawlers, purposeTokens } = await readCheckedCrawlers({
    ...options,
    ...(program?.token !== undefined && !isNamed && { agent: [program.token] }),
    literal: isLiteral(options),
  });
  const isExplained = options.explain ?? false;
  const use = await useNamed(options.use);
  const page = await pageOptions(options);
  const usage = options.usage === true;
  const question = {
    dialect: (await dialectNamed(program?.dialect ?? options.dialect ?? 'rfc9309')).name,
    crawlers,
    maxCandidates: MOST_CANDIDATES,
    usage,
    ...(use !== undefined && { use }),
    purposeTokens,
    page,
    isExplained,
  };
  return withInterrupt(async (signal) => {
    const source = await (program?.source(question) ?? openSource(question, options, signal));
    const terminal = stdoutTerminal();
    const text = { crawlers, title: source.title, terminal, isExplained, hasUsage: usage };
    const { write, end } = checkWriter(options.format, writeOut, text);
    const tellTruncation = truncationTeller(options.maxBytes, source.truncation);
    const told = (item: CheckItem) => {
      tellTruncation(item);
      return write(item);
    };
    return runChecks({ urls, source, write: told, end, exitCodeOf, signal }, options.urls);
  });
}

/** @param listed The name of a file with more URLs. */
async function runChecks<Answer extends { readonly url: string }>(
  run: CheckRun<Answer>,
  listed: string | undefined,
): Promise<ExitCode> {
  const { runCheck } = await import('../check/run-check.ts');
  const { readUrlList } = await import('../input/url-list.ts');
  try {
    return await runCheck({ ...run, ...(listed !== undefined && { list: readUrlList(listed) }) });
  } finally {
    await run.source.close();
  }
}

/** The maximum number of matching rules listed beside the deciding one. This limit is the same in every interface. */
const MOST_CANDIDATES = 20;

/** @throws {CommandError} If the word does not name a use. */
async function useNamed(word: string | undefined): Promise<UseWord | undefined> {
  if (word === undefined) return undefined;
  const { useWords } = await import('@robots-exclusion/operations/shared');
  if (Object.hasOwn(useWords, word)) return word as UseWord;
  throw new CommandError(
    `Cannot check for the use ${JSON.stringify(word)}: expected one of ${Object.keys(useWords).join(', ')}`,
  );
}

/** @throws {CommandError} If the page's statements cannot be read, or neither `--usage` nor `--use` is given. */
async function pageOptions({
  usage,
  use,
  pageHeader = [],
  tdmrep,
}: Options): Promise<PageStatements | undefined> {
  if (!usage && use === undefined) {
    const [name] = [...(pageHeader.length > 0 ? ['--page-header'] : []), ...(tdmrep ? ['--tdmrep'] : [])];
    if (name === undefined) return undefined;
    throw new CommandError(`Cannot use ${name} without --usage or --use`);
  }
  const { readPageStatements } = await import('../input/read-page-statements.ts');
  return readPageStatements(pageHeader, tdmrep);
}

/**
 * Whether names are plain product tokens. With `--dialect` they always are, because parsers know only product tokens.
 */
function isLiteral({ literal, dialect, as }: Options): boolean {
  return literal === true || dialect !== undefined || as !== undefined;
}

/** @throws {CommandError} If `--as` meets an option that says how to read as well, or `--status` stands alone. */
function requireOneReading({ as, status, dialect }: Options): void {
  if (as !== undefined && dialect !== undefined)
    throw new CommandError('Cannot use --as and --dialect together: a program has its own way to read');
  if (status !== undefined && as === undefined)
    throw new CommandError('Cannot use --status without --as: expected a program, such as --as scrapy@2.19');
}

async function programOf({ as, status }: Options): Promise<AsProgram | undefined> {
  if (as === undefined) return undefined;
  const { asProgram } = await import('../check/as-program.ts');
  return asProgram({ as, status });
}

/** Reads one robots.txt in every dialect, without the network. The exit code follows RFC 9309. */
async function checkAllDialects(urls: readonly string[], options: Options): Promise<ExitCode> {
  const { robots, format, maxBytes } = options;
  if (robots === undefined) throw new CommandError('Cannot use --dialect "all" without --robots');
  if (options.use !== undefined) throw new CommandError('Cannot use --use with --dialect "all"');
  if (format === 'csv') {
    throw new CommandError('Cannot show --dialect "all" as --format "csv": expected text, json or ndjson');
  }
  const { DEFAULT_MAX_BYTES } = await import('robots-exclusion');
  const { readCheckedCrawlers } = await import('../crawlers/read-crawlers.ts');
  const { dialectsSource, exitCodeOfReadings } = await import('../check/dialects-source.ts');
  const { readRobots } = await import('../sources/read-robots.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { tellTruncation } = await import('../check/truncation-note.ts');
  const { dialectWriter } = await import('../check/dialect-table.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  return withInterrupt(async (signal) => {
    const named = await readRobots(robots, options, signal);
    tellTruncation(named, maxBytes);
    const { write, end } = dialectWriter(format, writeOut, stdoutTerminal());
    const source = dialectsSource(named.name, {
      robots: { body: named.body, maxBytes: maxBytes ?? DEFAULT_MAX_BYTES },
      crawlers: (await readCheckedCrawlers({ ...options, literal: true })).crawlers,
      maxCandidates: MOST_CANDIDATES,
    });
    return runChecks({ urls, source, write, end, exitCodeOf: exitCodeOfReadings, signal }, options.urls);
  });
}
