/** `robots cache`: manages the contents of a store. */
import { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import type { Network } from '../network/open-client.ts';
import { storeName } from '../network/store-name.ts';

type OnExit = (code: ExitCode) => void;

const help = `
Examples:
  $ robots cache warm --store lmdb:./robots-cache --urls urls.txt
  $ robots cache ls --store lmdb:./robots-cache
  $ robots cache show https://example.com/ --store redis://localhost:6379
  $ robots cache purge https://example.com/ --store lmdb:./robots-cache`;

interface ListOptions extends FetchOptions {
  format: 'text' | 'json' | 'ndjson' | 'csv';
}

interface ShowOptions extends FetchOptions {
  body?: boolean;
  format: 'text' | 'json' | 'ndjson';
}

interface PurgeOptions extends FetchOptions {
  all?: boolean;
}

interface WarmOptions extends ListOptions {
  urls?: string;
}

export function cacheCommand(onExit: OnExit): Command {
  return new Command('cache')
    .description('Shows, fills and cleans a store of robots.txt records.')
    .addCommand(listCommand(onExit))
    .addCommand(showCommand(onExit))
    .addCommand(purgeCommand(onExit))
    .addCommand(warmCommand(onExit))
    .addHelpText('after', help);
}

function listCommand(onExit: OnExit): Command {
  const command = new Command('ls').description('Lists the origins whose robots.txt is stored.');
  return addFetchOptions(addListFormat(command)).action(async (options: ListOptions) => {
    const { listRecords } = await import('../cache/list-records.ts');
    onExit(
      await withStore(options, ({ client, opened }, signal) =>
        listRecords({ client, store: opened.store, signal }, options.format),
      ),
    );
  });
}

function showCommand(onExit: OnExit): Command {
  const command = new Command('show')
    .description('Shows the stored record of one origin, as "robots fetch" does; nothing is fetched.')
    .argument('<url>', 'any absolute URL of the origin')
    .option('--body', 'also show the file; JSON output contains it in Base64')
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson'])
        .default('text'),
    );
  return addFetchOptions(command).action(async (text: string, options: ShowOptions) => {
    const { requireUrl } = await import('../input/require-url.ts');
    const { isHad, writeRecord } = await import('./fetch.ts');
    const url = requireUrl(text);
    const record = await withStore(options, ({ client }, signal) =>
      client.robots(url, { mode: 'cache-only', signal }),
    );
    await writeRecord(record, { format: options.format, hasBody: options.body ?? false });
    onExit(isHad(record) ? ExitCode.allowed : ExitCode.undetermined);
  });
}

function purgeCommand(onExit: OnExit): Command {
  const command = new Command('purge')
    .description('Removes the records of origins; the next check fetches them again.')
    .argument('[urls...]', 'any absolute URL of each origin')
    .option('--all', 'remove all records');
  return addFetchOptions(command).action(async (urls: string[], options: PurgeOptions) => {
    if ((urls.length === 0) !== (options.all === true)) {
      throw new CommandError('Cannot tell what to purge: expected either URLs or --all');
    }
    const { purgeRecords } = await import('../cache/purge-records.ts');
    await withStore(options, ({ opened }) => purgeRecords(opened.store, options.all ? 'all' : urls));
    onExit(ExitCode.allowed);
  });
}

function warmCommand(onExit: OnExit): Command {
  const command = new Command('warm')
    .description('Fetches each robots.txt whose record is missing or has expired.')
    .argument('[urls...]', 'any absolute URL of each origin')
    .option('--urls <file>', 'a file with more URLs, one per line; "-" is standard input');
  return addFetchOptions(addListFormat(command)).action(async (urls: string[], options: WarmOptions) => {
    const { warmRecords } = await import('../cache/warm-records.ts');
    const codes = await withStore(
      { ...options, mustExist: false, hasProgress: true },
      async ({ client, hasStoreFailed }, signal) => {
        const run = { client, urls, list: options.urls, signal };
        const found = await warmRecords(run, options.format);
        // If the store rejected a record, warming failed even though the file was fetched.
        return hasStoreFailed() ? [...found, ExitCode.undetermined] : found;
      },
    );
    onExit(mostImportant(codes));
  });
}

function addListFormat(command: Command): Command {
  return command.addOption(
    new FolderOption('--format <name>', 'output format')
      .choices(['text', 'json', 'ndjson', 'csv'])
      .default('text'),
  );
}

/** @throws {CommandError} If no persistent store is named. */
async function withStore<Result>(
  options: FetchOptions & { mustExist?: boolean; hasProgress?: boolean },
  job: (network: Network, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { withInterrupt } = await import('../interrupt.ts');
  const { openNetwork } = await import('../network/open-client.ts');
  if ((await storeName(options)) === 'memory') {
    throw new CommandError(
      'Cannot inspect the store "memory": it exists only while a command runs, expected --store lmdb:PATH or --store redis:URL',
    );
  }
  return withInterrupt(async (signal) => {
    const network = await openNetwork({ mustExist: true, ...options });
    try {
      return await job(network, signal);
    } finally {
      await network.close();
    }
  });
}
