/** `robots warc`: turns archives of robots.txt captures into a table. */

import { Command } from 'commander';
import type { WarcOptions } from '../corpus/run-warc.ts';
import { addCrawlerOptions } from '../crawlers/crawler-options.ts';
import type { ExitCode } from '../exit-codes.ts';
import { MAX_BYTES_HELP, readMaxBytes, readSize, wholeNumber } from '../input/option-values.ts';
import { presetOption } from '../network/fetch-options.ts';

const help = `
Reads WARC files (gzip, zstd or plain), and writes a row for each capture of a
/robots.txt: what the answer means, what the file holds, and what it leaves to
each crawler. The columns are described in spec/schema/corpus-row.json.

Without --out rows are NDJSON on standard output; with it the form is that of the
file's extension: .parquet, .ndjson or .csv. A name that ends with "/" is a folder of
Parquet files with a _manifest.json. The table gets its name when it is whole. What an interrupted run has done stays in OUT.partial, and --resume goes
on with it.

Archives are files, folders, or https:// and s3:// addresses, which are read in ranges
and go on where a connection breaks. --files-from takes a list of them, plain or gzip,
such as the robotstxt.paths.gz of Common Crawl. --prefix goes before each of its lines.

--index reads single records, in ranges: those that lines of CDXJ, or JSON alone, name by url,
filename, offset and length, or a Parquet file by url, warc_filename, warc_record_offset
and warc_record_length, as both indexes of Common Crawl do. With --out, records of
other URLs are read too, as targets of redirects: leave all others out of the index.

For s3:// the variables of the AWS tools hold: AWS_REGION, AWS_ENDPOINT_URL_S3,
AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. Without keys requests
are not signed, as public buckets want it. Profiles in ~/.aws are not read.

--agents takes names with commas, a file with a crawler in each line, or
registry:PURPOSE, such as registry:training. --targets takes paths or URLs with
commas, or @FILE with one in each line.

With --out, a redirect has the outcome, the file and the verdicts of the capture that
it leads to: across hosts, at most five redirects, and of several captures of a URL
the one nearest in time. Captures of any path in the archives count. A redirect whose
target is not among them has the outcome "unknown"; so have all redirects on standard
output, where rows are written as they are read.

--join takes a table with a column "host", such as ranks, lists or categories. Its other
columns stand at the end of each row; they are null where the table does not have the
host of the row's URL. Hosts are compared whole: www.example.com is not example.com.

--latest, --join and redirects are joined in files on the disk. --memory says how much of them
each process holds; it needs some 200 MB besides.

--columns takes names of columns with commas. The table has these alone, and what
they do not need is not worked out: url,outcome,crawlers takes two thirds of the
time.

A record that is damaged is lost and counted; the others are read.

Exit codes: 0 every record was read, 2 wrong usage, 4 records or files could not
be read, 70 internal error or no room for the result.

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
      'read only the records that an index lists: CDXJ, JSON lines or .parquet; "-" is standard input',
    )
    .option('--prefix <text>', 'prefix for each line of --files-from, or each file name of --index')
    .option(
      '--out <file>',
      'where the table goes: .parquet, .ndjson, .csv, or FOLDER/ for Parquet files (default: NDJSON on standard output)',
    )
    .option(
      '--targets <list>',
      'paths or URLs to check in each file: with commas between them, or @FILE (default: /)',
    )
    .option('--columns <names>', 'columns of the table, with commas between them (default: all)')
    .addOption(presetOption())
    .option('--latest', 'only the newest conclusive capture of each origin; needs --out')
    .option('--follow', 'follow redirects to their captures (default: with --out)')
    .option('--no-follow', 'leave the outcome of redirects unknown')
    .option('--join <file>', 'add the columns of a table about hosts: .csv, .csv.gz or .parquet; needs --out')
    .option('--memory <size>', 'memory for the join at the end, such as 1GB (default: 512MB)', readSize)
    .option(
      '--workers <n>',
      'number of workers: processes that read archives (default: processors of the machine)',
      readWorkers,
    )
    .option('--resume', 'continue an interrupted run')
    .option(
      '--keys',
      'write NDJSON of all captures with the keys that join them: for programs that follow redirects',
    )
    .option('--schema', 'print the columns of the table as JSON, and read nothing')
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
