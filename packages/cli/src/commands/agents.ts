/** `robots agents`: lists known crawlers, and what a file allows each of them. */
import { existsSync } from 'node:fs';
import { type Server, servers } from '@robots-exclusion/operations/server-rules';
import { Command } from 'commander';
import type { AgentIndex, AgentProfile, AgentPurpose } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { purposeTokenOption, registryOption } from '../crawlers/crawler-options.ts';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { readDay, repeated, wholeNumber } from '../input/option-values.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import type { Output } from '../output/stdout.ts';

const help = `
Without an argument, the command lists the known crawlers. A product token or a User-Agent header is looked up. For a
file or a URL, the command shows what each known crawler may fetch: everything, nothing (both proven) or some, and the
group that decides. If its operator says so, a crawler falls back to the groups of other tokens: Googlebot-Image to
Googlebot's group, then to that of "*".

The data about a crawler comes from its operator's page, with source and day. Data that only a third party's list
provides is marked as hearsay. A name that is not among the known crawlers is looked up among those that public lists
describe ("--registry listed" has every command know them), and then among names of which nothing else is known.

--format nginx, apache, caddy, haproxy and cloudflare write a server's rules against the crawlers of --purpose, or
against the one that is named. Anybody can send any name: "robots audit" proposes rules by what was seen and proven.

Exit codes: 0 done, 2 wrong usage, 3 no such crawler is known, or a URL served no robots.txt.

Examples:
  $ robots agents --purpose training
  $ robots agents --stale --format csv
  $ robots agents --feed feed.json --key key.json --previous old-feed.json
  $ robots agents --purpose training --format nginx > ai-training.conf
  $ robots agents Googlebot-Image
  $ robots agents "Mozilla/5.0 (compatible; bingbot/2.0)"
  $ robots agents public/robots.txt
  $ robots agents https://example.com/ --format csv`;

interface Options extends FetchOptions {
  purpose?: readonly string[];
  stale?: true;
  since?: string;
  feed?: string;
  key?: string;
  previous?: string;
  days?: number;
  registry?: string;
  purposeToken?: readonly string[];
  format: Format;
}

type Format = 'text' | 'json' | 'ndjson' | 'csv' | Server;

export function agentsCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('agents')
    .description('Lists known crawlers, looks one up, or shows what a robots.txt lets each of them do.')
    .argument('[what]', 'a product token, User-Agent header, file or URL; "-" is standard input')
    .option(
      '--purpose <name>',
      'only crawlers that fetch pages for this purpose, such as search or training; may be repeated',
      repeated,
    )
    .addOption(registryOption())
    .addOption(purposeTokenOption())
    .option('--stale', 'only crawlers whose entry was last checked more than 90 days ago')
    .option('--since <date>', 'only from this date on: crawlers whose entry was checked or changed', readDay)
    .option(
      '--feed <file>',
      'write the crawlers to this file as a signed feed, for --registry of every command',
    )
    .option('--key <file>', 'private key, as a JSON Web Key (for --feed)')
    .option('--previous <file>', 'for --feed: the feed before, whose serial number is counted on')
    .option('--days <number>', 'for --feed: days until it expires (default: 30)', (value: string) =>
      wholeNumber(value, 1, 366),
    )
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson', 'csv', ...servers])
        .default('text'),
    );
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (what: string | undefined, options: Options) => onExit(await agents(what, options)));
}

async function agents(what: string | undefined, options: Options): Promise<ExitCode> {
  const { registryWith } = await import('robots-exclusion/agents');
  const { registryFor } = await import('@robots-exclusion/operations/shared');
  const { purposeTokensOf, registryOf } = await import('../crawlers/read-registry.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const own = await registryOf(options.registry);
  const registry = registryFor(own, purposeTokensOf(options.purposeToken)) ?? registryWith([]);
  const { feed } = options;
  if (feed !== undefined) {
    const { writeFeed } = await import('../agents/write-feed.ts');
    await writeOut(await writeFeed(registry, { ...options, feed }));
    return ExitCode.allowed;
  }
  const isOfFile = what !== undefined && (await isFile(what, registry));
  await writeOut(await (isOfFile ? reach(what, registry, options) : known(what, registry, options)));
  return ExitCode.allowed;
}

function purposesOf({ purpose = [] }: Options): readonly AgentPurpose[] {
  // The operation's schema rejects unknown values.
  return purpose.flatMap((names) => names.split(',')) as AgentPurpose[];
}

/**
 * Whether the argument is a file. A known crawler's name is a file only if a file with this name exists. A User-Agent
 * header is never a file.
 */
async function isFile(what: string, registry: AgentIndex): Promise<boolean> {
  const { findAgentIn } = await import('robots-exclusion/agents');
  const { hasScheme } = await import('../input/with-scheme.ts');
  const { urlOfRobots } = await import('../sources/read-robots.ts');
  if (what === '-' || hasScheme(what) || /\.txt$/.test(what) || existsSync(what)) return true;
  return findAgentIn(registry, what) === undefined && urlOfRobots(what) !== undefined;
}

/** @throws {CommandError} If no crawler has that name. */
async function known(find: string | undefined, registry: AgentIndex, options: Options): Promise<Output> {
  const { agents: operation } = await import('@robots-exclusion/operations/agents');
  const { agentListCsv, agentListText, agentText } = await import('../agents/agents-text.ts');
  const { oneAnswer } = await import('@robots-exclusion/operations/one-answer');
  const { greatestLimits } = await import('@robots-exclusion/operations/limits');
  const { encoded, terminal } = await outputs();
  if (find !== undefined && find.trim() === '')
    throw new CommandError('Cannot look up "": expected a product token, a User-Agent header, or a file');
  const purposes = purposesOf(options);
  const answerOf = (all: AgentIndex) =>
    oneAnswer(operation, operation.asked({ find, purposes }, { registry: all, limits: greatestLimits }));
  const first = await answerOf(registry);
  const isFound = find === undefined || first.results.length > 0;
  const searched = isFound ? registry : await withListed();
  const answer = isFound ? first : await answerOf(searched);
  const nearest = first.nearest?.length ? first.nearest : (answer.nearest ?? []);
  const results = await chosen(answer.results, options);
  const [only] = answer.results;
  if (find !== undefined && only === undefined) {
    const { listedName, listedText } = await import('../agents/listed-names.ts');
    const listed = purposes.length === 0 ? listedName(find) : undefined;
    if (listed) return options.format === 'json' ? encoded.json({ ...first, listed }) : listedText(listed);
    if (options.format === 'json') await (await import('../output/stdout.ts')).writeOut(encoded.json(first));
    const meant = nearest.length === 0 ? '' : `. Did you mean ${nearest.join(' or ')}?`;
    const forWhat = purposes.length === 0 ? '' : ` and fetches for ${purposes.join(' or ')}`;
    throw new CommandError(
      `No known crawler matches ${JSON.stringify(find)}${forWhat}: expected a product token, a User-Agent header, or an existing file${meant}`,
      ExitCode.undetermined,
    );
  }
  if (options.format === 'json') return encoded.json({ ...answer, results });
  if (options.format === 'ndjson') return encoded.ndjson(results);
  if (options.format === 'csv') return agentListCsv(results);
  if (options.format !== 'text') {
    const { refusingLines } = await import('../agents/refusing-lines.ts');
    const profiles = isFound ? registry.agents : [...registry.agents, ...searched.agents];
    return refusingLines(options.format, results, { find, purposes, profiles });
  }
  return find === undefined || only === undefined
    ? agentListText(results, terminal())
    : agentText(only, terminal());
}

async function withListed(): Promise<AgentIndex> {
  const { listedAgents } = await import('../crawlers/listed-agents.ts');
  const { registryWith } = await import('robots-exclusion/agents');
  return registryWith(listedAgents());
}

async function chosen(
  profiles: readonly AgentProfile[],
  { stale, since }: Options,
): Promise<readonly AgentProfile[]> {
  const { isStale } = await import('robots-exclusion/agents');
  const now = new Date();
  return profiles.filter(
    (agent) => (!stale || isStale(agent, now)) && (since === undefined || agent.asOf >= since),
  );
}

async function reach(file: string, registry: AgentIndex, options: Options): Promise<Output> {
  const { reach: operation } = await import('@robots-exclusion/operations/reach');
  const { readRobots } = await import('../sources/read-robots.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { DEFAULT_MAX_BYTES } = await import('robots-exclusion');
  const { reachCsv, reachText } = await import('../agents/agents-text.ts');
  const { tellTruncation } = await import('../check/truncation-note.ts');
  const { oneAnswer } = await import('@robots-exclusion/operations/one-answer');
  const { greatestLimits } = await import('@robots-exclusion/operations/limits');
  const { encoded, terminal } = await outputs();
  if (isServer(options.format)) {
    throw new CommandError(
      `Cannot use --format ${options.format} with a file: expected the name of a crawler, or --purpose`,
    );
  }
  const named = await withInterrupt((signal) => readRobots(file, options, signal));
  const { name, body } = named;
  tellTruncation(named);
  const asked = operation.asked({ purposes: purposesOf(options) }, { registry, limits: greatestLimits });
  const agents = await chosen(asked.agents, options);
  const robots = { body, maxBytes: DEFAULT_MAX_BYTES };
  const answer = await oneAnswer(operation, { robots, agents });
  const { results } = answer;
  if (options.format === 'json') return encoded.json({ ...answer, evidence: { source: name } });
  if (options.format === 'ndjson') return encoded.ndjson(results);
  if (options.format === 'csv') return reachCsv(results);
  const uses = new Set(agents.filter(({ fetches }) => !fetches).map(({ token }) => token));
  return reachText(name, results, uses, terminal());
}

function isServer(format: Format): format is Server {
  return (servers as readonly string[]).includes(format);
}

async function outputs() {
  const encoded = await import('../output/encoded.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  return { encoded, terminal: stdoutTerminal };
}
