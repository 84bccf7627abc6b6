/** `robots batch`: reads records and writes results, one per line. */
import { Command } from 'commander';
import { type BatchFormat, batchFormats, type OutputFormat, outputFormats } from '../batch/formats.ts';
import type { FurtherParts } from '../batch/judge/answers.ts';
import type { Tally } from '../batch/lines/tally.ts';
import type { AskedOfAll } from '../batch/read/question.ts';
import { addCrawlerOptions, type CrawlerOptions, dialectOption } from '../crawlers/crawler-options.ts';
import type { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { MAX_BYTES_HELP, readMaxBytes, wholeNumber } from '../input/option-values.ts';
import type { Progress } from '../output/progress.ts';

const help = `
The input has one JSON object per line. Each is answered by one line, in order:
  {"id":1,"robots":"User-agent: *\\nDisallow: /x\\n","agent":"FooBot","url":"/x"}
  {"id":1,"allow":false,"because":"rule","line":2,"rule":"Disallow: /x"}
"robotsBase64" contains exact octets and overrides "robots". "agent" may be a list,
the tokens of one crawler. "dialect" overrides --dialect. Other members are ignored.
A bad record is answered by {"id":…,"error":{"code":…,"message":…}}. If a file was
truncated at --max-bytes, its answer has "isTruncated":true. Blank lines are skipped.

--agent, --agents and --targets apply the same questions to every file: records then
need no "agent" and no "url", and a file is parsed once for all answers.
  $ robots batch --agents registry:training --targets /,/about < files.ndjson
  {"id":1,"crawlers":{"GPTBot":{"/":true,"/about":false}, …}}
With --agent or --targets alone, "crawlers" or "targets" contains the verdicts. In TSV,
each verdict is a column. --registry FILE adds profiles of more crawlers, as for
"robots agents", but no questions about them.

--explain adds "verdict": the group and all rules that match. --usage adds "usage".

--output parquet writes a table to standard output: typed columns, one for each
answer; a bad record has "error_code" and "error_message".

--format tsv reads and writes tab-separated values. The robots.txt is a JSON
string; ids are returned as written. If no rule decides, the last column is
empty. A bad line has "error" and a code; standard error explains the first.
  1  "User-agent: *\\nDisallow: /x\\n"  FooBot  /x
  1  false  rule  2

A known crawler is treated as its operator documents it, and "crawler" in the answer
says so. "literal":true, --literal and every named dialect, including rfc9309, use only
the token itself. An unknown name without a product token makes a record bad.

--workers N answers with N threads of this process. Output, order and exit code are
the same as with one.

Exit codes: 0 all records were answered, whatever the verdicts; 2 wrong usage;
4 there were bad records
(2, if --strict-agents refused one: "unknown-agent").

Examples:
  $ robots batch < questions.ndjson > answers.ndjson
  $ robots batch --workers 8 questions.ndjson > answers.ndjson
  $ parallel --pipepart -k -a questions.ndjson robots batch > answers.ndjson`;

interface Options extends CrawlerOptions {
  dialect?: string;
  targets?: string;
  explain?: boolean;
  usage?: boolean;
  format: BatchFormat;
  output?: OutputFormat;
  maxBytes?: number;
  maxLineBytes: number;
  workers: number;
}

export function batchCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('batch')
    .description(
      'Answers questions about robots.txt files: a stateless filter with one line of output per line of input.',
    )
    .argument('[file]', 'questions; "-" is standard input', '-')
    .addOption(
      new FolderOption(
        '--format <name>',
        'output format (unless --output is given), and format of the input records',
      )
        .choices(batchFormats)
        .default('ndjson'),
    )
    .addOption(
      new FolderOption('--output <name>', 'output format (default: the format of the input records)').choices(
        outputFormats,
      ),
    )
    .option('--targets <list>', 'paths or URLs to check against each file: comma-separated, or @FILE')
    .addOption(new FolderOption('--explain', 'show all matching rules and their group'))
    .addOption(new FolderOption('--usage', 'show all statements about use'))
    .addOption(dialectOption('; a record may name another dialect'))
    .option('--max-bytes <n>', MAX_BYTES_HELP, readMaxBytes)
    .option(
      '--max-line-bytes <n>',
      'maximum length of a record in octets',
      readMaxLineBytes,
      64 * 1024 * 1024,
    )
    .option(
      '--workers <n>',
      'number of workers (threads that evaluate records); more than 1 helps with large inputs',
      readWorkers,
      1,
    );
  return addCrawlerOptions(command)
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => onExit(await batch(file, options)));
}

/** The upper bound is the length of V8's longest string, 2^29 − 24 characters. */
function readMaxLineBytes(value: string): number {
  return wholeNumber(value, 1, 512 * 1024 * 1024 - 24);
}

function readWorkers(value: string): number {
  return wholeNumber(value, 1, 256);
}

async function batch(file: string, options: Options): Promise<ExitCode> {
  const { tell } = await import('../output/stdout.ts');
  const { tellNotes } = await import('../crawlers/crawler-notes.ts');
  const { MOST_UNKNOWN } = await import('../batch/judge/unknown-crawlers.ts');
  const { counted } = await import('../output/counted.ts');
  const { startProgress } = await import('../output/progress.ts');
  const progress = await startProgress('records');
  try {
    const { records, badRecords, firstProblem, exitCode, notes } = await answered(file, options, progress);
    progress.end();
    tellNotes(notes, notes.size >= MOST_UNKNOWN);
    if (badRecords > 0) {
      const why = options.format === 'tsv' ? `; ${firstProblem}` : '';
      tell(`${badRecords} of ${counted(records, 'record')} ${badRecords === 1 ? 'was' : 'were'} bad${why}`);
    }
    return exitCode;
  } catch (error) {
    // Stops reading the remaining input, because an open standard input would keep the process alive.
    if (file === '-') process.stdin.destroy();
    throw error;
  } finally {
    progress.end();
  }
}

/** With one worker, this thread evaluates each line itself; with several workers, it distributes the lines. */
async function answered(file: string, options: Options, progress: Progress): Promise<Tally> {
  const { dialect = 'rfc9309', format, maxBytes, maxLineBytes, workers } = options;
  const { explain = false, usage = false, output = format } = options;
  const { dialectNamed } = await import('../dialect-named.ts');
  const { readChunks } = await import('../input/read-body.ts');
  const { readAsked } = await import('../batch/read/asked-of-all.ts');
  const { asked, registry, names } = await readAsked(options);
  const named = await dialectNamed(dialect);
  const isLiteral = options.literal === true || options.dialect !== undefined;
  const lines: BatchFormat = output === 'parquet' ? 'ndjson' : output;
  const reading = { format, output: lines, hasColumns: output !== 'ndjson', asked, explain, usage };
  const isStrict = options.strictAgents === true;
  const task = { ...reading, isLiteral, registry, maxBytes, maxLineBytes, isStrict };
  const onProgress = ({ records }: { records: number }): void => progress.at(records);
  const sink = await openSink(output, asked, names, task);
  let tally: Tally;
  if (workers === 1) {
    const { runBatch } = await import('../batch/run-batch.ts');
    const { answering } = await import('../batch/lines/prepare.ts');
    tally = await runBatch(readChunks(file), {
      answers: await answering(task, named),
      write: sink.writeText,
      onProgress,
    });
  } else {
    const { createWorkerPool } = await import('../batch/threads/worker-pool.ts');
    const { runInWorkers } = await import('../batch/threads/run-in-workers.ts');
    const pool = createWorkerPool(workers, { ...task, dialect });
    const run = { workers, maxLineBytes, pool, write: sink.writeOctets, onProgress };
    tally = await runInWorkers(readChunks(file), run);
  }
  await sink.end();
  return tally;
}

interface Sink {
  writeText(lines: string): Promise<void>;
  writeOctets(lines: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

async function lineSink(isTerminal: boolean): Promise<Sink> {
  const { records } = await import('../output/encoded.ts');
  const { writeOctets, writeOut } = await import('../output/stdout.ts');
  const writeText = (lines: string): Promise<void> => writeOut(records(lines, isTerminal));
  const decoder = new TextDecoder();
  return {
    writeText,
    writeOctets: isTerminal ? (octets) => writeText(decoder.decode(octets)) : writeOctets,
    end: async () => {},
  };
}

async function openSink(
  output: OutputFormat,
  asked: AskedOfAll,
  names: readonly string[],
  parts: FurtherParts,
): Promise<Sink> {
  const { writeOctets } = await import('../output/stdout.ts');
  if (output !== 'parquet') return lineSink(process.stdout.isTTY === true);
  if (process.stdout.isTTY) {
    const { CommandError } = await import('../command-error.ts');
    throw new CommandError(
      'Cannot write Parquet to a terminal: expected a file, such as "> answers.parquet"',
    );
  }
  const { parquetAnswers } = await import('../batch/lines/parquet-answers.ts');
  const table = await parquetAnswers(asked, names, parts, writeOctets);
  const decoder = new TextDecoder();
  return {
    writeText: table.write,
    writeOctets: (octets) => table.write(decoder.decode(octets)),
    end: table.end,
  };
}
