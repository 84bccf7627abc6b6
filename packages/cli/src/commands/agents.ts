/** `robots agents`: known crawlers, and what a file lets each of them do. */
import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { AgentIndex, AgentProfile } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { registryOption } from '../crawlers/crawler-options.ts';
import { ExitCode } from '../exit-codes.ts';
import { repeated } from '../input/option-values.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import type { Output } from '../output/stdout.ts';

const help = `
Without an argument the known crawlers are listed. A product token or a User-Agent header is looked up. Of a file
or a URL it is shown what it lets each known crawler do: everything or nothing, where that is proven, or some, and by
which group. A crawler turns to the groups of other tokens where its operator says so: Googlebot-Image to
Googlebot's, then to that of "*".

What is known of a crawler is what its operator's page says of it, with source and day. What only a third party's list
says is marked as hearsay.

Exit codes: 0 done, 2 wrong usage, 3 no such crawler is known, or a URL gave no robots.txt.

Examples:
  $ robots agents --purpose training
  $ robots agents --stale --format csv
  $ robots agents Googlebot-Image
  $ robots agents "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"
  $ robots agents public/robots.txt
  $ robots agents https://example.com/ --format csv`;

interface Options extends FetchOptions {
  purpose?: readonly string[];
  stale?: true;
  registry?: string;
  format: Format;
}

type Format = 'text' | 'json' | 'ndjson' | 'csv';

export function agentsCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('agents')
    .description('Lists known crawlers, looks one up, or shows what a robots.txt lets each of them do.')
    .argument('[what]', 'product token, User-Agent header, file, URL, or "-" for standard input')
    .option('--purpose <name>', 'only crawlers for it, such as search or training; may be repeated', repeated)
    .addOption(registryOption())
    .option('--stale', 'only crawlers that were last looked at more than 90 days ago')
    .addOption(
      new Option('--format <name>', 'form of the output')
        .choices(['text', 'json', 'ndjson', 'csv'])
        .default('text'),
    );
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (what: string | undefined, options: Options) => onExit(await agents(what, options)));
}

async function agents(what: string | undefined, options: Options): Promise<ExitCode> {
  const { registryWith } = await import('robots-exclusion/agents');
  const { registryOf } = await import('../crawlers/read-registry.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const registry = (await registryOf(options.registry)) ?? registryWith([]);
  const chosen = await staleIf(options.stale, chosenAgents(options.purpose ?? [], registry));
  if (what === undefined) await writeOut(await list(chosen, options.format));
  else if (await isFile(what, registry)) await writeOut(await reach(what, chosen, options));
  else await writeOut(await lookUp(what, options.format, registry));
  return ExitCode.allowed;
}

/** @throws {CommandError} If no crawler has such a purpose. */
function chosenAgents(purposes: readonly string[], { agents: known }: AgentIndex): readonly AgentProfile[] {
  const wanted = purposes.flatMap((purpose) => purpose.split(','));
  const names = [...new Set<string>(known.flatMap((agent) => agent.purposes))].sort();
  const unknown = wanted.find((purpose) => !names.includes(purpose));
  if (unknown !== undefined) {
    throw new CommandError(
      `Cannot choose crawlers by the purpose ${JSON.stringify(unknown)}: expected one of ${names.join(', ')}`,
    );
  }
  if (wanted.length === 0) return known;
  return known.filter((agent) => agent.purposes.some((purpose) => wanted.includes(purpose)));
}

async function staleIf(
  isWanted: boolean | undefined,
  known: readonly AgentProfile[],
): Promise<readonly AgentProfile[]> {
  if (!isWanted) return known;
  const { isStale } = await import('robots-exclusion/agents');
  const now = new Date();
  return known.filter((agent) => isStale(agent, now));
}

/** What is known as a crawler is one, unless there is a file of that name; a header is not a file. */
async function isFile(what: string, registry: AgentIndex): Promise<boolean> {
  const { findAgentIn } = await import('robots-exclusion/agents');
  const { hasScheme } = await import('../input/with-scheme.ts');
  const { urlOfRobots } = await import('../sources/read-robots.ts');
  if (what === '-' || hasScheme(what) || /\.txt$/.test(what) || existsSync(what)) return true;
  return findAgentIn(registry, what) === undefined && urlOfRobots(what) !== undefined;
}

async function list(known: readonly AgentProfile[], format: Format): Promise<Output> {
  const { agentListCsv, agentListText } = await import('../agents/agents-text.ts');
  if (format === 'text') return agentListText(known, await terminal());
  return format === 'csv' ? agentListCsv(known) : json(known, format);
}

/** @throws {CommandError} If nobody is known by that name. */
async function lookUp(name: string, format: Format, registry: AgentIndex): Promise<Output> {
  const { findAgentIn, nearestTokens } = await import('robots-exclusion/agents');
  const { agentListCsv, agentText } = await import('../agents/agents-text.ts');
  const agent = findAgentIn(registry, name);
  if (!agent) {
    const near = nearestTokens(name, registry);
    const meant = near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`;
    throw new CommandError(
      `No crawler is known by ${JSON.stringify(name)}: expected a product token, a User-Agent header, or a file that is there${meant}`,
      ExitCode.undetermined,
    );
  }
  if (format === 'text') return agentText(agent, await terminal());
  if (format === 'csv') return agentListCsv([agent]);
  const encoded = await import('../output/encoded.ts');
  return format === 'json' ? encoded.json(agent) : encoded.ndjson([agent]);
}

async function reach(file: string, known: readonly AgentProfile[], options: Options): Promise<Output> {
  const { parse } = await import('robots-exclusion');
  const { readRobots } = await import('../sources/read-robots.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { reachOf } = await import('../agents/reach.ts');
  const { reachCsv, reachText } = await import('../agents/agents-text.ts');
  const { tellTruncation } = await import('../check/truncation-note.ts');
  const named = await withInterrupt((signal) => readRobots(file, options, signal));
  const { name, body } = named;
  tellTruncation(named);
  const reaches = reachOf(parse(body), known);
  if (options.format === 'text') return reachText(name, reaches, await terminal());
  if (options.format === 'csv') return reachCsv(reaches);
  const rows = reaches.map(({ agent, ...found }) => ({
    token: agent.token,
    operator: agent.operator,
    purposes: agent.purposes,
    ...found,
  }));
  return json(rows, options.format);
}

async function json(rows: readonly unknown[], format: 'json' | 'ndjson'): Promise<Output> {
  const encoded = await import('../output/encoded.ts');
  return format === 'json' ? encoded.json(rows) : encoded.ndjson(rows);
}

async function terminal(): Promise<import('../output/terminal.ts').Terminal> {
  return (await import('../output/terminal.ts')).stdoutTerminal();
}
