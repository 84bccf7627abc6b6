/** `robots serve`: runs the decision service, and the workbench if it is built. */
import type { Store } from '@robots-exclusion/client';
import type { AgentDoorParts, Logger } from '@robots-exclusion/server';
import {
  type ConnectionLimits,
  connectionTable,
  type LimitFacts,
  limitTable,
  type ServiceLimits,
} from '@robots-exclusion/server/limits';
import { Command, Option } from 'commander';
import type { AgentIndex } from 'robots-exclusion/agents';
import { auditArguments, auditSettings } from '../audit/audit-settings.ts';
import type { EvidenceOptions } from '../audit/evidence.ts';
import { calledAs } from '../called-as.ts';
import { CommandError } from '../command-error.ts';
import type { ExampleSite } from '../demo/serve-example.ts';
import { ExitCode } from '../exit-codes.ts';
import { repeated, webhookShapeOption, wholeNumber } from '../input/option-values.ts';
import { addFetchOptions, type FetchOptions, proxyResolvesHelp } from '../network/fetch-options.ts';
import type { Webhook } from '../watch/webhook.ts';

const help = `
The service listens on the address that it prints, with the documentation of its API at /docs and metrics at
/metrics. Its defaults are strict: it fetches only from public addresses, and accepts only requests for its own
address (or for localhost, if that leads to it) and from its own pages. Logs are JSON lines on standard error. On
SIGINT or SIGTERM, it completes the open requests and exits.

With --example, it also serves a small site, on the next port if that is free, so that there is something to fetch
without a network. This is the only private origin that it may fetch from.

With --watch-site, it keeps the versions of robots.txt that sites serve, as robots watch does. With --audit-log, it
audits access logs as robots audit does, in a separate process.

Examples:
  $ robots serve
  $ robots serve --example
  $ robots serve --watch-site https://example.com --versions versions/ --audit-log access.log
  $ robots serve --store lmdb:./robots-store
  $ robots serve --host 0.0.0.0 --allow-host robots.example.com --store redis:redis://cache:6379 \\
      --user-agent "FooBot/1.0 (+https://example.com/bot)"`;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

interface Options extends FetchOptions, EvidenceOptions {
  port: number;
  host: string;
  allowHost?: readonly string[];
  allowOrigin?: readonly string[];
  alsoFetch?: readonly string[];
  example?: boolean;
  mcp?: boolean;
  watchSite?: readonly string[];
  versions?: string;
  webhook?: string;
  webhookSecret?: string;
  webhookShape?: Webhook['shape'];
  auditLog?: readonly string[];
  auditSite?: string;
  addressPolicy: 'any' | 'public-only';
  proxyResolves?: boolean;
  rate?: number;
  trustProxies: number;
  logLevel?: (typeof logLevels)[number];
}

/** Each limit has an option of the same name. */
type LimitOptions = Partial<ServiceLimits & ConnectionLimits>;

export function serveCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('serve')
    .description('Serves decisions over HTTP, and the workbench.')
    .option('--port <number>', 'port to listen on; 0 picks a free one', readPort, 9309)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-host <host>', 'a host name to accept in requests, with or without a port', repeated)
    .option('--allow-origin <origin>', 'an origin whose pages may use the service', repeated)
    .option('--proxy-resolves', proxyResolvesHelp)
    .option('--also-fetch <origin>', 'a non-public origin that this program may also fetch from', repeated)
    .option('--mcp', 'also serve AI agents over the Model Context Protocol at /v1/mcp')
    .option(
      '--watch-site <origin>',
      'a site whose robots.txt is watched; /v1/watch reports the changes',
      repeated,
    )
    .option(
      '--versions <source>',
      'versions of robots.txt over time: the folder in which --watch-site saves them, and from which --audit-log reads them',
    )
    .option('--webhook <url>', 'URL that receives each event as JSON by POST')
    .option('--webhook-secret <secret>', 'secret for signing webhook requests')
    .addOption(webhookShapeOption())
    .option('--audit-log <file>', 'an access log that GET /v1/audit reports on', repeated)
    .option('--audit-site <name>', 'the host to audit; assumed for logs that contain no host names')
    .option('--example', 'also serve an example site, which this program may fetch from')
    .addOption(
      new Option('--address-policy <name>', 'addresses that fetches may connect to')
        .choices(['public-only', 'any'])
        .default('public-only'),
    )
    .option(
      '--rate <number>',
      'maximum requests per second from one client address; 0 means no limit (default: 200)',
      readRate,
    )
    .option(
      '--trust-proxies <number>',
      'number of proxies in front of the service that append to X-Forwarded-For',
      readCount,
      0,
    )
    .addOption(
      new Option('--log-level <name>', 'lowest level to log (default: info; warn on a terminal)').choices(
        logLevels,
      ),
    );
  for (const option of auditSettings('reject unknown crawler names (in requests and --ranges)'))
    command.addOption(isOfQuestions(option) ? option : option.helpGroup('Audit of --audit-log:'));
  addLimitOptions(command, { ...limitTable, ...connectionTable });
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (options: Options & LimitOptions) => onExit(await serve(options)));
}

/** Whether the option also affects verdicts. */
function isOfQuestions(option: Option): boolean {
  return ['registry', 'strictAgents'].includes(option.attributeName());
}

function addLimitOptions(command: Command, table: Readonly<Record<string, LimitFacts>>): void {
  for (const [name, { default: standard, defaultText = standard, least = 1, about }] of Object.entries(
    table,
  )) {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const read = (value: string): number => wholeNumber(value, least, Number.MAX_SAFE_INTEGER);
    const help = `${about} (default: ${defaultText})`;
    command.addOption(new Option(`--${flag} <number>`, help).argParser(read).helpGroup('Limits:'));
  }
}

function limitsAmong<Limits extends object>(
  options: object,
  table: Limits,
): { [Name in keyof Limits]?: number } {
  const given = Object.entries(options).filter(([name, value]) => name in table && value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Limits]?: number };
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

async function serve(options: Options & LimitOptions): Promise<ExitCode> {
  const { startServer } = await import('@robots-exclusion/server/node');
  const { openServiceStore } = await import('../network/open-service-store.ts');
  const { shownStore, storeName } = await import('../network/store-name.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const name = await storeName(options);
  const store = shownStore(name);
  const opened = await openServiceStore(name);
  let example: ExampleSite | undefined;
  try {
    example = await openExample(options);
    const ownOptions = await serverOptions(options, example?.origin);
    const settings = {
      ...ownOptions,
      ...(await openSources(options, ownOptions.logger)),
      ...(options.mcp && { agentDoor: await agentDoor(ownOptions) }),
      ...opened.options,
    };
    const server = await startServer(settings).catch((error) => refuse(error, options));
    if ('sharedStore' in opened.options) void lookAtStore(opened.options.sharedStore, store, settings.logger);
    await writeOut(greeting(server.url, ownOptions.ownerKey, store, example?.origin));
    await endSignal();
    await server.close();
    return ExitCode.allowed;
  } finally {
    await opened.close();
    await example?.close();
  }
}

async function openExample({ example = false, port }: Options): Promise<ExampleSite | undefined> {
  if (!example) return undefined;
  const { serveExample } = await import('../demo/serve-example.ts');
  return serveExample(port === 0 ? 0 : port + 1);
}

async function openSources(options: Options, logger: Logger) {
  const { watchSite: watch = [], auditLog: logs = [], versions, webhook, auditSite: site } = options;
  const { webhookSecret: secret, webhookShape: shape } = options;
  if (watch.length + logs.length === 0) return {};
  if (versions === undefined) {
    throw new CommandError(
      `Cannot use ${watch.length > 0 ? '--watch-site' : '--audit-log'} without --versions FOLDER`,
    );
  }
  const { serveWatch } = await import('../watch/serve-watch.ts');
  const { serveAudit } = await import('../audit/serve-audit.ts');
  const { watchedOrigins } = await import('../watch/watched-origins.ts');
  const { webhookAt } = await import('../watch/webhook.ts');
  const origins = watchedOrigins(watch);
  const watched = { origins, folder: versions, webhook: webhookAt(webhook, { secret, shape }) };
  if (logs.length > 0) await requireEvidence(logs, options);
  const audited = { logs, versions, site, settings: auditArguments({ ...options }) };
  return {
    ...(origins.length > 0 && { watch: serveWatch(watched, logger) }),
    ...(logs.length > 0 && { audit: serveAudit(audited, process.argv[1] as string) }),
  };
}

/** Checks logs and evidence files at start, so that an unreadable one is reported then, and not only with a report. */
async function requireEvidence(logs: readonly string[], options: Options): Promise<void> {
  const { requireFile } = await import('../input/read-body.ts');
  const { openEvidence } = await import('../audit/evidence.ts');
  for (const log of logs) requireFile(log);
  await openEvidence({ ...options, network: false }, new AbortController().signal);
}

async function agentDoor({ agents }: { agents?: AgentIndex }) {
  const { createRobotsMcp } = await import('@robots-exclusion/mcp');
  return (parts: AgentDoorParts) => createRobotsMcp({ ...parts, ...(agents && { registry: agents }) });
}

/**
 * Warns if the shared store does not respond. It may start later than the service; until then, each instance keeps its
 * own copies.
 */
async function lookAtStore(store: Store, name: string, logger: Logger): Promise<void> {
  try {
    await store.get('start');
  } catch (error) {
    logger.warn(
      { store: name, err: error },
      'the store does not respond: files are kept in memory until it does',
    );
  }
}

/** The lines printed at start. Programs parse the first line. */
function greeting(
  url: string,
  ownerKey: string | undefined,
  store: string,
  exampleSite: string | undefined,
): string[] {
  const page = ownerKey === undefined ? 'it' : `${url}/#owner=${ownerKey}`;
  const lines = [
    `listening on ${url}`,
    `open ${page} in a browser for the workbench; /docs explains the API`,
    ...(exampleSite === undefined ? [] : [`example site to try it on: ${exampleSite}`]),
    `robots.txt files are kept in ${store}; press Ctrl-C to stop`,
  ];
  return lines.map((line) => `robots: ${line}`);
}

async function serverOptions(options: Options & LimitOptions, exampleSite: string | undefined) {
  const { servedRegistry } = await import('../crawlers/read-registry.ts');
  const { proxyFromEnvironment } = await import('@robots-exclusion/client');
  const { otherTransports } = await import('../network/built-in-transports.ts');
  const { packageVersion } = await import('../package-version.ts');
  const { randomBytes } = await import('node:crypto');
  const { builtFolder } = await import('../built-folder.ts');
  const { port, host, preset, rate, alsoFetch = [], timeout, allowHost = [], allowOrigin = [] } = options;
  const agents = await servedRegistry(options);
  const workbench = builtFolder('workbench', 'index.html', '../../server/workbench/');
  return {
    port,
    host,
    preset,
    ...(workbench !== undefined && { workbench }),
    userAgent: options.userAgent ?? `robots-exclusion/${packageVersion()}`,
    transports: otherTransports(),
    proxy: proxyFromEnvironment,
    addressPolicy: {
      allow: options.addressPolicy,
      ...(options.proxyResolves && { proxyResolves: true }),
      alsoOrigins: exampleSite === undefined ? alsoFetch : [...alsoFetch, exampleSite],
    },
    ...(exampleSite !== undefined && { exampleSite }),
    ...(isLoopbackHost(host) && !options.trustProxies && { ownerKey: randomBytes(16).toString('base64url') }),
    ...(agents && { agents }),
    allowHosts: allowHost,
    allowOrigins: allowOrigin,
    trustedProxies: options.trustProxies,
    logger: await openLog(options),
    limits: limitsAmong(options, limitTable),
    connections: limitsAmong(options, connectionTable),
    ...(rate !== undefined && {
      rate: rate === 0 ? ('unlimited' as const) : { perSecond: rate, burst: rate * 5 },
    }),
    ...(timeout !== undefined && { fetchLimits: { totalTimeoutMs: timeout } }),
  };
}

/** Whether only this machine can connect. If so, the service's owner is taken to be the user who sees its output. */
function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

async function openLog({ logLevel = process.stderr.isTTY ? 'warn' : 'info' }: Options) {
  const { pino } = await import('pino');
  const { printableJsonText, withoutSecrets } = await import('robots-exclusion/print');
  const base = { pid: process.pid };
  // Escapes control characters and hides secrets in each line, because messages from drivers quote the URL of a store.
  const hooks = { streamWrite: (line: string): string => withoutSecrets(printableJsonText(line)) };
  return pino({ level: logLevel, base, hooks }, pino.destination({ dest: 2, sync: true }));
}

/** Reports an invalid value or an unavailable address as a usage error, because the user can correct it. */
function refuse(error: NodeJS.ErrnoException, options: Options): never {
  if (error instanceof TypeError || error instanceof RangeError) throw new CommandError(error.message);
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error;
  const { host, port } = options;
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const reason =
    error.code === 'EADDRINUSE' ? `the port is in use. ${advice(options, place)}` : error.message;
  throw new CommandError(`Cannot listen on ${place}: ${reason}`);
}

function advice({ port, example = false }: Options, place: string): string {
  const other = `${calledAs()} serve${example ? ' --example' : ''} --port ${port + 10}`;
  return `If this service runs there already, open http://${place}/; otherwise choose another port: ${other}`;
}

/** Resolves at the first termination signal. A second signal ends the process immediately. */
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
