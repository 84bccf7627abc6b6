/** `robots mcp`: runs an MCP server over standard input and output. */
import { Command, Option } from 'commander';
import { registryOption, strictAgentsOption } from '../crawlers/crawler-options.ts';
import { ExitCode } from '../exit-codes.ts';
import { repeated, wholeNumber } from '../input/option-values.ts';
import { sayWhoTalks } from '../input/who-talks.ts';
import { addFetchOptions, type FetchOptions, proxyResolvesHelp } from '../network/fetch-options.ts';

const help = `
An agent's host starts it and talks to it over standard input and output (Model Context
Protocol). Its tools only read: robots_check says which URLs a crawler may fetch,
robots_explain says why, robots_usage says for which uses, and robots_preflight says
what the site really answers. robots_lint, robots_diff and robots_readings examine
files.

A model chooses the URLs, so the server fetches only from public addresses, and no more
than --fetches-per-minute files. --also-fetch allows one more origin; --address-policy
any allows all. robots serve --mcp serves the same tools over HTTP.

Examples:
  $ robots mcp
  $ robots mcp --also-fetch http://127.0.0.1:8080
  $ claude mcp add robots -- npx @robots-exclusion/cli mcp`;

interface Options extends FetchOptions {
  addressPolicy: 'any' | 'public-only';
  proxyResolves?: boolean;
  alsoFetch?: readonly string[];
  registry?: string;
  strictAgents?: boolean;
  maxUrls?: number;
  fetchesPerMinute?: number;
}

export function mcpCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('mcp')
    .description('Serves AI agents over the Model Context Protocol, on standard input and output.')
    .option(
      '--stdio',
      'has no effect, because standard input and output are always used; accepted because MCP hosts pass it',
    )
    .addOption(
      new Option('--address-policy <name>', 'addresses that fetches may connect to')
        .choices(['public-only', 'any'])
        .default('public-only'),
    )
    .option('--proxy-resolves', proxyResolvesHelp)
    .option('--also-fetch <origin>', 'a non-public origin that this program may also fetch from', repeated)
    .addOption(registryOption())
    .addOption(strictAgentsOption('reject unknown crawler names (in requests)'))
    .option('--max-urls <n>', 'maximum number of URLs in one request (default: 100)', readCount)
    .option('--fetches-per-minute <n>', 'maximum number of fetches per minute (default: 60)', readCount);
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (options: Options) => onExit(await serveAgents(options)));
}

function readCount(value: string): number {
  return wholeNumber(value, 1, 1_000_000);
}

async function serveAgents(options: Options): Promise<ExitCode> {
  const { openNetwork } = await import('../network/open-client.ts');
  const { servedRegistry } = await import('../crawlers/read-registry.ts');
  const { createRobotsMcp } = await import('@robots-exclusion/mcp');
  const { serveOverStdio } = await import('@robots-exclusion/mcp/stdio');
  const { addressPolicy: allow, proxyResolves = false, alsoFetch = [], maxUrls, fetchesPerMinute } = options;
  const registry = await servedRegistry(options);
  const addressPolicy = { allow, alsoOrigins: alsoFetch, proxyResolves };
  const { client, close } = await openNetwork({ ...options, addressPolicy, hasProgress: true });
  const mcp = createRobotsMcp({
    client,
    addressPolicy,
    limits: {
      ...(maxUrls !== undefined && { maxUrls }),
      ...(fetchesPerMinute !== undefined && { fetchesPerMinute }),
    },
    ...(registry && { registry }),
  });
  const served = serveOverStdio(mcp);
  sayWhoTalks("an agent's host");
  await endOfInput();
  await served.close();
  await mcp.close();
  await close();
  return ExitCode.allowed;
}

/** Resolves when the host ends the server by closing the input or sending a signal. */
function endOfInput(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => resolve());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
