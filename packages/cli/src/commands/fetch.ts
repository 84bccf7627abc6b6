/** `robots fetch`: fetches a robots.txt and shows the result. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { Command } from 'commander';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { MAX_BYTES_HELP, readMaxBytes } from '../input/option-values.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';

const help = `
Any URL of the site will do: robots.txt is fetched from its origin.

Exit codes: 0 there are rules, or none to follow; 2 wrong usage; 3 robots.txt
could not be obtained.

Examples:
  $ robots fetch https://example.com/
  $ robots fetch https://example.com/ --body
  $ robots fetch https://example.com/ --format json --preset google`;

interface Options extends FetchOptions {
  body?: boolean;
  reload?: boolean;
  format: 'text' | 'json' | 'ndjson';
  maxBytes?: number;
}

export function fetchCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('fetch')
    .description('Fetches robots.txt as RFC 9309 says, and shows every hop, the outcome and what decided it.')
    .argument('<url>', 'any absolute URL of the site')
    .option('--body', 'also show the file (in JSON as "robots", or as "robotsBase64" if it is not UTF-8)')
    .option('--reload', 'fetch again even if the store has a fresh copy')
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson'])
        .default('text'),
    )
    .option('--max-bytes <n>', MAX_BYTES_HELP, readMaxBytes);
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (url: string, options: Options) => onExit(await fetchRobots(url, options)));
}

async function fetchRobots(text: string, options: Options): Promise<ExitCode> {
  const { requireUrl } = await import('../input/require-url.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { openNetwork } = await import('../network/open-client.ts');
  const url = requireUrl(text);
  return withInterrupt(async (signal) => {
    const network = await openNetwork(options);
    try {
      const mode = options.reload ? 'reload' : 'default';
      const record = await network.client.robots(url, { mode, signal });
      await writeRecord(record, { ...options, hasBody: options.body ?? false });
      return isHad(record) ? ExitCode.allowed : ExitCode.undetermined;
    } finally {
      await network.close();
    }
  });
}

/** Shows a record in one of the formats of `robots fetch`. */
export async function writeRecord(
  record: RobotsRecord,
  { format, hasBody }: { format: Options['format']; hasBody: boolean },
): Promise<void> {
  const { json } = await import('../output/encoded.ts');
  const { recordText } = await import('../record/record-text.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  const { shownRecord } = await import('../record/record-facts.ts');
  if (format === 'text') return writeOut(await recordText(record, hasBody, stdoutTerminal()));
  return writeOut(json(await shownRecord(record, hasBody), format === 'json' ? 'indented' : 'line'));
}

/** Whether the site answered the request for robots.txt, even if it has no file. */
export function isHad({ outcome }: RobotsRecord): boolean {
  return outcome === 'rules' || outcome === 'stale-rules' || outcome === 'no-rules';
}
