/** The crawlers of a command, and notes about their names. */
import {
  type AgentIndex,
  type AgentProfile,
  describeCrawler,
  namesPurpose,
  type ResolvedCrawler,
  resolveCrawler,
  unknownNames,
} from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { tell } from '../output/stdout.ts';
import { readCrawlerNames } from './crawler-names.ts';
import { MOST_NOTES, tellNotes } from './crawler-notes.ts';
import type { CrawlerOptions } from './crawler-options.ts';
import { anyCrawler, type Crawler, crawlersOf } from './crawlers.ts';
import { readProfiles, registryWithProfiles } from './read-registry.ts';

/** The options about crawlers. */
export interface ReadCrawlers {
  /** Empty if no option names one. */
  readonly crawlers: readonly Crawler[];
  /** Undefined for the known crawlers. */
  readonly registry: AgentIndex | undefined;
  /** The contents of `--registry`, in a form that can be sent to another process. */
  readonly profiles: unknown;
}

/**
 * The crawlers of `--agent` and `--agents`. Unknown names, and several tokens of one crawler, are reported on
 * standard error.
 *
 * @throws {CommandError} If a name, a list or the registry is invalid; with `--strict-agents`, also for unknown
 * names.
 */
export async function readCrawlers(options: CrawlerOptions): Promise<ReadCrawlers> {
  const { registry: file, literal = false } = options;
  const profiles = file === undefined ? undefined : await readProfiles(file);
  const registry = file === undefined ? undefined : registryWithProfiles(file, profiles);
  const names = await readCrawlerNames(options, registry);
  const crawlers = names.length === 0 ? [] : crawlersOf(names, literal, registry);
  lookAtNames(crawlers, registry, options);
  return { crawlers, registry, profiles };
}

/** The same for `robots check`: without names, the crawler that `--user-agent` names, or any that no group names. */
export async function readCheckedCrawlers(
  options: CrawlerOptions & { readonly userAgent?: string },
): Promise<readonly Crawler[]> {
  const { userAgent } = options;
  if (userAgent !== undefined) requireHeader(userAgent);
  const isNamed = (options.agent?.length ?? 0) + (options.agents?.length ?? 0) > 0;
  if (isNamed || userAgent === undefined || resolveCrawler(userAgent).tokens.length === 0) {
    const { crawlers } = await readCrawlers(options);
    return crawlers.length === 0 ? [anyCrawler] : crawlers;
  }
  const { crawlers } = await readCrawlers({ ...options, agent: [userAgent] });
  const names = crawlers.map(({ name }) => name).join();
  tellHeader(names);
  return crawlers;
}

/** @throws {CommandError} If the header is empty: a header without a known crawler is still one. */
function requireHeader(userAgent: string): void {
  if (/[^\s,]/.test(userAgent)) return;
  throw new CommandError(
    `Cannot use --user-agent ${JSON.stringify(userAgent)}: expected a User-Agent header such as "FooBot/1.0 (+https://foo.example/bot)"`,
  );
}

function tellHeader(name: string): void {
  tell(`asking about ${name}, the crawler that --user-agent names`);
}

/**
 * Reports unknown names, without duplicates.
 *
 * @throws {CommandError} With `--strict-agents`, if there is one.
 */
export function lookAtNames(
  crawlers: readonly ResolvedCrawler[],
  registry: AgentIndex | undefined,
  { strictAgents = false }: Pick<CrawlerOptions, 'strictAgents'>,
): void {
  if (strictAgents) requireKnown(crawlers, registry);
  tellNames(crawlers, registry);
}

function requireKnown(crawlers: readonly ResolvedCrawler[], registry: AgentIndex | undefined): void {
  const unknown = crawlers.filter((crawler) => unknownNames(crawler, registry).length > 0);
  if (unknown.length === 0) return;
  const notes = [...new Set(unknown.map((crawler) => describeCrawler(undefined, crawler, registry).note))];
  const more = notes.length - MOST_NOTES;
  throw new CommandError(
    `Cannot ask with --strict-agents: ${notes.slice(0, MOST_NOTES).join('; ')}${more > 0 ? `; ${more} more are not known` : ''}`,
  );
}

function tellNames(
  crawlers: readonly (ResolvedCrawler & Partial<Crawler>)[],
  registry: AgentIndex | undefined,
): void {
  const notes = new Set(
    crawlers.map((crawler) => noteOf(crawler, registry)).filter((note) => note !== undefined),
  );
  tellNotes(notes);
}

function noteOf(
  crawler: ResolvedCrawler & Partial<Crawler>,
  registry: AgentIndex | undefined,
): string | undefined {
  const { note } = describeCrawler(undefined, crawler, registry);
  if (crawler.given === undefined) return note;
  const parts = crawler.given.split(',').filter((part) => part.trim() !== '');
  const isList = crawler.tokens.length > 1 && parts.length === crawler.tokens.length;
  return note && isList ? `${note}; for several crawlers use --agents ${parts.join(',')}` : note;
}

/** The crawler as which a page is requested. */
export interface OneCrawler {
  /** Its product token. */
  readonly as: string;
  readonly resolved: ResolvedCrawler;
  readonly registry: AgentIndex | undefined;
  /** Its profile in `--registry`, if there is one. */
  readonly profile?: AgentProfile;
  /** The User-Agent in that profile. */
  readonly userAgent?: string;
}

/**
 * The crawler as which a page is requested: `--agent`, otherwise the first that `--user-agent` names.
 *
 * @throws {CommandError} If it is not a single product token; with `--strict-agents`, if it is unknown.
 */
export async function readOneCrawler({
  agent,
  userAgent,
  strictAgents,
  literal = false,
  registry: file,
}: {
  readonly agent?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly strictAgents?: boolean | undefined;
  readonly literal?: boolean | undefined;
  readonly registry?: string | undefined;
}): Promise<OneCrawler> {
  const header = agent === undefined ? userAgent : undefined;
  const name = header === undefined ? agent : resolveCrawler(header).tokens[0];
  if (name === undefined || !/^[A-Za-z0-9_.-]{1,100}$/.test(name)) throw notOne(name);
  const { registry, crawlers } = await readCrawlers({
    agent: [name],
    strictAgents: strictAgents === true,
    literal,
    ...(file !== undefined && { registry: file }),
  });
  if (header !== undefined) tellHeader(name);
  const profile = registry?.byToken.get(name.toLowerCase());
  const [example] = profile?.exampleUserAgents ?? [];
  const [resolved] = crawlers as readonly [Crawler];
  return {
    as: name,
    resolved,
    registry,
    ...(profile && { profile }),
    ...(example !== undefined && { userAgent: example }),
  };
}

function notOne(name: string | undefined): CommandError {
  if (name === undefined) {
    return new CommandError(
      'Cannot tell the crawler: expected --agent with a product token, such as --agent Googlebot',
    );
  }
  const what = namesPurpose(name)
    ? 'it stands for several crawlers, expected one'
    : 'expected a product token';
  return new CommandError(`Cannot ask as ${JSON.stringify(name)}: ${what} such as "Googlebot"`);
}
