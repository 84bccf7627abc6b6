/** `robots serve`: the decision service, and the workbench where it is built. */
import { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { addFetchOptions, type FetchOptions } from './fetch-options.ts';
import { repeated, wholeNumber } from './option-values.ts';

const help = `
Answers on the address it prints: the API is described there at /docs, metrics are at /metrics. It is closed by
default: it fetches from public addresses only, and answers only for the address it listens on, for localhost where
that leads to it, and to its own pages. Logs are JSON lines on standard error. It ends on SIGINT or SIGTERM, once
what is under way is answered.

Examples:
  $ robots serve
  $ robots serve --store lmdb:./robots-store
  $ robots serve --host 0.0.0.0 --allow-host robots.example.com --store redis:redis://cache:6379 \\
      --user-agent "FooBot/1.0 (+https://example.com/bot)"`;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

interface Options extends FetchOptions {
  port: number;
  host: string;
  allowHost?: readonly string[];
  allowOrigin?: readonly string[];
  alsoFetch?: readonly string[];
  addressPolicy: 'any' | 'public-only';
  rate?: number;
  trustProxies: number;
  logLevel?: (typeof logLevels)[number];
}

export function serveCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('serve')
    .description('Serves decisions over HTTP, and the workbench.')
    .option('--port <number>', 'where to listen; 0 takes a free one', readPort, 9309)
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--allow-host <host>', 'a name that requests may come in under, with or without a port', repeated)
    .option('--allow-origin <origin>', 'an origin whose pages may use the service', repeated)
    .option('--also-fetch <origin>', 'an origin that may be fetched from although it is not public', repeated)
    .addOption(
      new Option('--address-policy <name>', 'which addresses may be fetched from')
        .choices(['public-only', 'any'])
        .default('public-only'),
    )
    .option(
      '--rate <number>',
      'requests a second of one client address; 0 is no limit (default: 200)',
      readRate,
    )
    .option('--trust-proxies <number>', 'proxies in front that append to X-Forwarded-For', readCount, 0)
    .addOption(
      new Option('--log-level <name>', 'least to be logged (default: info; warn on a terminal)').choices(
        logLevels,
      ),
    );
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (options: Options) => onExit(await serve(options)));
}

function readPort(value: string): number {
  return wholeNumber(value, 0, 65_535);
}

function readRate(value: string): number {
  return wholeNumber(value, 0, 1_000_000);
}

function readCount(value: string): number {
  return wholeNumber(value, 0, 16);
}

async function serve(options: Options): Promise<ExitCode> {
  const { startServer } = await import('@robots-exclusion/server/node');
  const { openServiceStore } = await import('../network/open-service-store.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const opened = await openServiceStore(options.store);
  try {
    const server = await startServer({ ...(await serverOptions(options)), ...opened.options }).catch(refuse);
    await writeOut(`robots: listening on ${server.url}\n`);
    await endSignal();
    await server.close();
    return ExitCode.allowed;
  } finally {
    await opened.close();
  }
}

async function serverOptions(options: Options) {
  const { otherTransports } = await import('../network/built-in-transports.ts');
  const { packageVersion } = await import('../package-version.ts');
  const { port, host, preset, rate, alsoFetch = [], timeout, allowHost = [], allowOrigin = [] } = options;
  return {
    port,
    host,
    preset,
    userAgent: options.userAgent ?? `robots-exclusion/${packageVersion()}`,
    transports: otherTransports(),
    addressPolicy: { allow: options.addressPolicy, alsoOrigins: alsoFetch },
    allowHosts: allowHost,
    allowOrigins: allowOrigin,
    trustedProxies: options.trustProxies,
    logger: await openLog(options),
    ...(rate !== undefined && {
      rate: rate === 0 ? ('unlimited' as const) : { perSecond: rate, burst: rate * 5 },
    }),
    ...(timeout !== undefined && { fetchLimits: { totalTimeoutMs: timeout } }),
  };
}

async function openLog({ logLevel = process.stderr.isTTY ? 'warn' : 'info' }: Options) {
  const { pino } = await import('pino');
  return pino({ level: logLevel, base: { pid: process.pid } }, pino.destination({ dest: 2, sync: true }));
}

/** What cannot be meant, and an address that cannot be had, are the caller's to mend. */
function refuse(error: NodeJS.ErrnoException): never {
  const isCaller = error instanceof TypeError || error instanceof RangeError || error.syscall === 'listen';
  throw isCaller ? new CommandError(error.message) : error;
}

/** Resolves at the first signal to end; a second one ends the process at once. */
function endSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      process.removeListener('SIGINT', end);
      process.removeListener('SIGTERM', end);
      resolve();
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
  });
}
