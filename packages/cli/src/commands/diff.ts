/** `robots diff`: shows what changes for crawlers from one robots.txt to another. */

import { Command } from 'commander';
import type { DiffReport } from 'robots-exclusion/diff';
import { CommandError } from '../command-error.ts';
import { addCrawlerOptions, type CrawlerOptions } from '../crawlers/crawler-options.ts';
import type { ComparedFiles } from '../diff/compared-files.ts';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { wholeNumber } from '../input/option-values.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import type { Output } from '../output/stdout.ts';

const help = `
For every crawler that either file names, and for all others, it finds exactly the URLs that the change
opens or closes, with the deciding lines and the shortest example path. The result is complete unless it
says otherwise. --agent A --agent B,C adds two crawlers, the second with two product tokens.

If one of the files has the block that Cloudflare puts before a site's own robots.txt, the output names its
lines, says which verdicts it changes, and whether it is the only change. --format github then points to
the file in the repository.

OLD and NEW are files, URLs, "-" for standard input, or git:REVISION:PATH.

Ctrl-C ends the search: the command prints the results so far, marked as incomplete, and ends by
the signal (shells show 130).

Exit codes: 0 no verdict changes, 1 verdicts change, 2 wrong usage, 3 not everything could be
compared, or a URL served no robots.txt.

Examples:
  $ robots diff robots.txt robots.new.txt
  $ robots diff git:main:public/robots.txt public/robots.txt
  $ robots diff https://example.com/ robots.txt --agent Googlebot
  $ robots diff public/robots.txt https://example.com/ --format github
  $ robots diff old.txt new.txt --format json | jq '.crawlers[].regions[].witness'`;

interface Options extends FetchOptions, CrawlerOptions {
  budget?: number;
  limit?: number;
  text?: boolean;
  format: 'text' | 'json' | 'ndjson' | 'github';
}

export function diffCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('diff')
    .description('Reports which URLs a change to robots.txt opens or closes, and for which crawlers.')
    .argument('<old>', 'the file before the change')
    .argument('<new>', 'the file after the change')
    .addOption(
      new FolderOption(
        '--limit <regions>',
        'maximum number of regions to show (default: 50 in text output, otherwise all)',
      ).argParser((value) => wholeNumber(value, 0, 100_000_000)),
    )
    .addOption(new FolderOption('--text', 'also show a diff of the lines'))
    .option(
      '--budget <states>',
      'maximum number of states to examine; examining 100000 takes about a second (default: 400000)',
      (value) => wholeNumber(value, 1, 100_000_000),
    )
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson', 'github'])
        .default('text'),
    );
  return addFetchOptions(addCrawlerOptions(command))
    .addHelpText('after', help)
    .action(async (old: string, new_: string, options: Options) =>
      onExit(await compareFiles(old, new_, options)),
    );
}

async function compareFiles(old: string, new_: string, options: Options): Promise<ExitCode> {
  const { withInterrupt } = await import('../interrupt.ts');
  const { tell, writeOut } = await import('../output/stdout.ts');
  return withInterrupt(async (signal) => {
    const compared = await compare(old, new_, options, signal);
    if (signal.aborted) tell('interrupted: the results so far are incomplete');
    await writeOut(await rendered(compared, options));
    signal.throwIfAborted();
    if (!compared.report.isComplete) return ExitCode.undetermined;
    return compared.report.changesVerdicts ? ExitCode.disallowed : ExitCode.allowed;
  });
}

async function compare(
  old: string,
  new_: string,
  options: Options,
  signal: AbortSignal,
): Promise<ComparedFiles> {
  const { readCrawlers } = await import('../crawlers/read-crawlers.ts');
  const { runDiff } = await import('../diff/run-diff.ts');
  const { stdinName } = await import('../input/read-body.ts');
  if (old === stdinName && new_ === stdinName) {
    throw new CommandError('Cannot read both files from standard input: expected "-" for one of them');
  }
  const named = await readCrawlers(options);
  const before = await readOne(old, options, signal);
  const after = await readOne(new_, options, signal);
  const { unknownAmong } = await import('@robots-exclusion/operations/shared');
  const unknown = unknownAmong(named.crawlers, named.registry);
  const crawlers = named.crawlers.map(({ who }) => who);
  const { agents } = await import('robots-exclusion/agents');
  const known = options.literal ? [] : (named.registry?.agents ?? agents);
  const budget = options.budget === undefined ? {} : { budget: options.budget };
  const report: DiffReport = await runDiff(before.body, after.body, { crawlers, known, ...budget }, signal);
  const { edgeBlock } = await import('../diff/edge-block.ts');
  const edge = edgeBlock(before.body, after.body);
  const files = { oldName: before.name, newName: after.name, report, unknown, ...(edge && { edge }) };
  if (!options.text) return files;
  const { lineDiff } = await import('../diff/line-diff.ts');
  return { ...files, lineDiff: lineDiff(before.name, before.body, after.name, after.body) };
}

async function readOne(name: string, options: Options, signal: AbortSignal) {
  const { isRevision, readRevision } = await import('../sources/read-revision.ts');
  const { readRobots } = await import('../sources/read-robots.ts');
  return isRevision(name) ? readRevision(name, signal) : readRobots(name, options, signal);
}

/** Limit on the regions shown in text output. */
const MOST_SHOWN = 50;

async function rendered(compared: ComparedFiles, { format, limit }: Options): Promise<Output> {
  if (format === 'text') {
    const { stdoutTerminal } = await import('../output/terminal.ts');
    return (await import('../diff/text.ts')).diffText(compared, limit ?? MOST_SHOWN, stdoutTerminal());
  }
  const most = limit ?? Number.POSITIVE_INFINITY;
  if (format === 'github') return (await import('../diff/github.ts')).diffGithub(compared, most);
  const { diffJson, diffNdjson } = await import('../diff/json.ts');
  return format === 'json' ? diffJson(compared, most) : diffNdjson(compared, most);
}
