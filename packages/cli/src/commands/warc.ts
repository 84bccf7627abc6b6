/** `robots warc`: turns archives of robots.txt captures into a table. */

import { Command } from 'commander';
import type { WarcOptions } from '../corpus/run-warc.ts';
import { addCrawlerOptions } from '../crawlers/crawler-options.ts';
import type { ExitCode } from '../exit-codes.ts';
import { MAX_BYTES_HELP, readMaxBytes, readSize, wholeNumber } from '../input/option-values.ts';
import { presetOption } from '../network/fetch-options.ts';

const help = `
Reads WARC files (gzip, zstd or plain) and WACZ files, and writes a row for each capture
of a /robots.txt: the meaning of the response, the contents of the file, and what it
allows each crawler. spec/schema/corpus-row.json describes the columns.

Without --out, rows are written as NDJSON to standard output. With it, the extension
selects the format: .parquet, .ndjson or .csv. A name that ends with "/" is a folder of
Parquet files; FOLDER.manifest.json says what it holds. The table appears under its name
when it is complete. An interrupted run leaves its results in OUT.partial; --resume continues it.

Archives are files, folders, or https:// and s3:// addresses, which are read in ranges
and continued if a connection breaks. --files-from takes a list of archives, plain or
gzip, such as the robotstxt.paths.gz of Common Crawl. --prefix is put before each line.

--index reads only the records that an index lists, in ranges. An index is CDXJ or JSON
lines with url, filename, offset and length, or a Parquet file with url, warc_filename,
warc_record_offset and warc_record_length, like the two indexes of Common Crawl. With
--out, listed records of other URLs are read too, as possible targets of redirects: leave
those that you do not need out of the index.

For s3://, the variables of the AWS tools apply: AWS_REGION, AWS_ENDPOINT_URL_S3,
AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. Without keys, requests
are not signed, as public buckets require. Profiles in ~/.aws are not read.

--agents takes names with commas between them, a file with one crawler per line, or
registry:PURPOSE, such as registry:training. --targets takes paths or URLs with commas
between them, or @FILE with one per line.

With --out, a redirect gets the outcome, the file and the verdicts of the capture to
which it leads, across hosts and over at most five redirects. If a URL was captured
several times, the capture nearest in time is used. Captures of any path in the archives
count. If the target was not captured, the outcome is "unknown". On standard output,
where rows are written as they are read, this is the outcome of all redirects.

--join takes a table with a column "host", such as ranks, lists or categories. Its other
columns are added at the end of each row, and are null if the table does not contain the
host of the row's URL. Whole hosts are compared: www.example.com is not example.com.

--latest, --join and redirects are joined in files on disk. --memory limits how much of
them each process keeps in memory; the process needs about 200 MB more.

--columns takes column names with commas between them. The table contains only these
columns, and nothing else is computed: url,outcome,crawlers takes two thirds of the
time.

Damaged records are skipped and counted; the others are read.

Exit codes: 0 every record was read, 2 wrong usage, 4 records or files could not
be read, 70 internal error or no space for the result.

Examples:
  $ robots warc crawl.warc.gz --agent GPTBot | head
  $ robots warc *.warc.gz --out corpus.parquet --agents registry:training
  $ robots warc *.warc.gz --out corpus.parquet --agents registry:training --resume
  $ robots warc --files-from robotstxt.paths.gz --prefix https://data.commoncrawl.org/ --out corpus/
  $ robots warc --index robots.cdxj --prefix s3://commoncrawl/ --out corpus.parquet`;

export function warcCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('warc')
    .description(
      'Makes a table of the robots.txt captures in WARC files: outcome, rules, verdicts per crawler.',
    )
    .argument('[files...]', 'WARC files, folders of them, https:// or s3:// addresses; "-" is standard input')
    .option('--files-from <file>', 'a list of archives, one path or URL per line; "-" is standard input')
    .option(
      '--index <file>',
      'read only the records listed in this index (CDXJ, JSON Lines or .parquet); "-" is standard input',
    )
    .option(
      '--prefix <text>',
      'text to put before each line of --files-from, or before each file name in --index',
    )
    .option(
      '--out <file>',
      'output table: .parquet, .ndjson, .csv, or FOLDER/ for Parquet files (default: NDJSON on standard output)',
    )
    .option(
      '--targets <list>',
      'paths or URLs to check against each file: comma-separated, or @FILE (default: /)',
    )
    .option('--columns <names>', 'columns of the table, comma-separated (default: all)')
    .addOption(presetOption())
    .option(
      '--latest',
      'for each origin, keep only the newest capture with a known outcome (a response takes precedence over a failure); requires --out',
    )
    .option('--follow', 'follow redirects to the captures of their targets (default with --out)')
    .option('--no-follow', 'do not follow redirects; report their outcome as unknown')
    .option(
      '--join <file>',
      'add columns from a table of hosts (.csv, .csv.gz or .parquet) to the output; requires --out',
    )
    .option(
      '--memory <size>',
      'memory limit for joins (redirects, --latest and --join), such as 1GB (default: 512MB)',
      readSize,
    )
    .option(
      '--workers <n>',
      'number of workers (processes that read archives, with --out; default: the number of processors)',
      readWorkers,
    )
    .option('--resume', 'continue an interrupted run')
    .option(
      '--keys',
      'write all captures as NDJSON, with join keys for programs that follow redirects themselves',
    )
    .option('--schema', 'print the columns of the table as JSON, without reading any input')
    .option('--max-bytes <n>', MAX_BYTES_HELP, readMaxBytes);
  return addCrawlerOptions(command)
    .addHelpText('after', help)
    .action(async (files: string[], options: WarcOptions) => {
      const { runWarc } = await import('../corpus/run-warc.ts');
      onExit(await runWarc(files, options));
    });
}

function readWorkers(value: string): number {
  return wholeNumber(value, 1, 256);
}
