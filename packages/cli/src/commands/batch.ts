/** `robots batch`: a line in, a line out. */
import { Command, Option } from 'commander';
import { type BatchFormat, batchFormats } from '../batch/formats.ts';
import type { ExitCode } from '../exit-codes.ts';
import { readMaxBytes, wholeNumber } from './option-values.ts';

const help = `
One JSON object a line, answered by one line, in order:
  {"id":1,"robots":"User-agent: *\\nDisallow: /x\\n","agent":"FooBot","url":"/x"}
  {"id":1,"allow":false,"because":"rule","line":2,"rule":"Disallow: /x"}
"robotsBase64" holds exact octets, and wins over "robots". "agent" may be a
list, the tokens of one crawler. "dialect" wins over --dialect. Other members are
left alone. A bad record is answered by {"id":…,"error":{"code":…,"message":…}}.
A file that was cut at --max-bytes has "isTruncated":true. Blank lines are
skipped.

--format tsv reads and writes tab-separated values. The robots.txt is a JSON
string; ids come back as they are written. Without a deciding rule the last
column is empty; a bad line has "error" and a code, and the first one is
explained on stderr.
  1  "User-agent: *\\nDisallow: /x\\n"  FooBot  /x
  1  false  rule  2

A crawler that is known is asked about as its operator documents it, and the
answer says so in "crawler". "literal":true, --literal and every named dialect,
rfc9309 included, ask for the bare token.

Exit codes: 0 all records were answered, whatever the verdicts; 2 wrong usage;
4 there were bad records.

Examples:
  $ robots batch < questions.ndjson > answers.ndjson
  $ parallel --pipepart -k -a questions.ndjson robots batch > answers.ndjson`;

interface Options {
  dialect?: string;
  literal?: boolean;
  agents?: string;
  format: BatchFormat;
  maxBytes?: number;
  maxLineBytes: number;
}

export function batchCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('batch')
    .description('Answers questions about robots.txt files: a stateless filter, a line in, a line out.')
    .argument('[file]', 'questions; "-" is standard input', '-')
    .addOption(
      new Option('--format <name>', 'form of input and output').choices(batchFormats).default('ndjson'),
    )
    .option('--dialect <name>', 'how files are read where a record does not say (default: rfc9309)')
    .option('--agents <file>', 'JSON with more crawlers, looked up before the known ones')
    .option('--literal', 'take product tokens as they stand, whatever is known of the crawlers')
    .option('--max-bytes <n>', 'octets of a robots.txt that are read (default: 512000)', readMaxBytes)
    .option('--max-line-bytes <n>', 'longest record', readMaxLineBytes, 64 * 1024 * 1024)
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => onExit(await batch(file, options)));
}

/** V8's longest string has 2^29 − 24 characters. */
function readMaxLineBytes(value: string): number {
  return wholeNumber(value, 1, 512 * 1024 * 1024 - 24);
}

async function batch(file: string, options: Options): Promise<ExitCode> {
  const { dialect, literal = false, format, maxBytes, maxLineBytes } = options;
  const { dialectNamed } = await import('../dialect-named.ts');
  const { runBatch } = await import('../batch/run-batch.ts');
  const { readChunks } = await import('../input/read-body.ts');
  const { printable } = await import('../output/printable.ts');
  const { counted } = await import('../output/counted.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { startProgress } = await import('../output/progress.ts');
  const { agentsOf } = await import('../input/read-agents.ts');
  const registry = await agentsOf(options.agents);
  const named = await dialectNamed(dialect ?? 'rfc9309');
  const progress = await startProgress('records');
  let summary = '';
  try {
    return await runBatch(readChunks(file), {
      format,
      dialect: named,
      isLiteral: literal || dialect !== undefined,
      registry,
      maxBytes,
      maxLineBytes,
      write: writeOut,
      onProgress: ({ records }) => progress.at(records),
      onBadRecords(badRecords, records, first) {
        const why = format === 'tsv' ? `; ${printable(first)}` : '';
        summary = `robots: ${badRecords} of ${counted(records, 'record')} ${badRecords === 1 ? 'was' : 'were'} bad${why}`;
      },
    });
  } finally {
    progress.end();
    if (summary !== '') console.error(summary);
  }
}
