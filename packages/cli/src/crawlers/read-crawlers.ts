/** Reads the crawlers that a command's options name, and reports notes about the names. */
import { type GivenPurposeToken, registryFor } from '@robots-exclusion/operations/shared';
import {
  type AgentIndex,
  type AgentProfile,
  describeCrawler,
  namesPurpose,
  type ResolvedCrawler,
  unknownNames,
} from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { readCrawlerNames } from '../input/crawler-names.ts';
import { tell } from '../output/stdout.ts';
import { MOST_NOTES, tellNotes } from './crawler-notes.ts';
import type { CrawlerOptions } from './crawler-options.ts';
import { anyCrawler, type Crawler, crawlerOfHeader, crawlersOf } from './crawlers.ts';
import { purposeTokensOf, readProfiles, registryOf, registryWithProfiles } from './read-registry.ts';

export interface ReadCrawlers {
  /** Empty if no option names a crawler. */
  readonly crawlers: readonly Crawler[];
  /** Undefined for the built-in registry. */
  readonly registry: AgentIndex | undefined;
  /** The contents of the file that `--registry` names, in a form that can be sent to another process. */
  readonly profiles: unknown;
  readonly purposeTokens: readonly GivenPurposeToken[];
}

interface NamingOptions extends CrawlerOptions {
  readonly userAgent?: string;
}

/**
 * The crawlers that `--agent` and `--agents` name; without these options, the one that `--user-agent` names. Unknown
 * names, and names with several tokens, are reported on standard error.
 *
 * @throws {CommandError} If a name, a list, the header or the registry is invalid; with `--strict-agents`, also if a
 * name is unknown.
 */
export async function readCrawlers(options: NamingOptions): Promise<ReadCrawlers> {
  const { registry: file } = options;
  const profiles = file === undefined ? undefined : await readProfiles(file);
  const own = file === undefined ? undefined : registryWithProfiles(file, profiles);
  const purposeTokens = purposeTokensOf(options.purposeToken);
  const registry = registryFor(own, purposeTokens);
  return { crawlers: await crawlersNamed(options, registry), registry, profiles, purposeTokens };
}

async function crawlersNamed(
  options: NamingOptions,
  registry: AgentIndex | undefined,
): Promise<readonly Crawler[]> {
  const isLiteral = options.literal === true;
  const inHeader = crawlerInHeader(options, registry);
  const names = inHeader ? [] : await readCrawlerNames(options, registry);
  const named = names.length === 0 ? [] : crawlersOf(names, isLiteral, registry);
  const crawlers = inHeader ? [inHeader] : named;
  lookAtNames(crawlers, registry, options);
  if (inHeader) tellHeader(inHeader.name);
  return crawlers;
}

/** Like {@link readCrawlers}, but returns {@link anyCrawler} if no crawler is named. */
export async function readCheckedCrawlers(
  options: NamingOptions,
): Promise<Pick<ReadCrawlers, 'crawlers' | 'purposeTokens'>> {
  const { crawlers, purposeTokens } = await readCrawlers(options);
  return { crawlers: crawlers.length === 0 ? [anyCrawler] : crawlers, purposeTokens };
}

/** The crawler that `--user-agent` names, if no other option names one. @throws {CommandError} */
function crawlerInHeader(
  { agent = [], agents = [], userAgent, literal = false }: NamingOptions,
  registry: AgentIndex | undefined,
): Crawler | undefined {
  if (userAgent === undefined) return undefined;
  requireHeader(userAgent);
  return agent.length + agents.length > 0 ? undefined : crawlerOfHeader(userAgent, literal, registry);
}

/** @throws {CommandError} If the header is empty. A header of an unknown crawler is valid. */
function requireHeader(userAgent: string): void {
  if (/[^\s,]/.test(userAgent)) return;
  throw new CommandError(
    `Cannot use --user-agent ${JSON.stringify(userAgent)}: expected a User-Agent header such as "FooBot/1.0 (+https://foo.example/bot)"`,
  );
}

function tellHeader(name: string): void {
  tell(`using ${name}, the crawler that --user-agent names`);
}

/**
 * Reports unknown names, without duplicates.
 *
 * @throws {CommandError} With `--strict-agents`, if a name is unknown.
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
    `Refused by --strict-agents: ${notes.slice(0, MOST_NOTES).join('; ')}${more > 0 ? `; ${more} more are not known` : ''}`,
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

/** The crawler whose name is used to request a page. */
export interface OneCrawler {
  readonly as: string;
  readonly resolved: ResolvedCrawler;
  readonly registry: AgentIndex | undefined;
  /** The crawler's profile in `--registry`, if there is one. */
  readonly profile?: AgentProfile;
  readonly userAgent?: string;
}

interface OneCrawlerOptions extends Omit<NamingOptions, 'agent' | 'agents'> {
  readonly agent?: string;
}

/**
 * The crawler whose name is used to request a page: the one that `--agent` names, otherwise the first in
 * `--user-agent`.
 *
 * @throws {CommandError} If the name is not a single product token; with `--strict-agents`, if the crawler is unknown.
 */
export async function readOneCrawler(options: OneCrawlerOptions): Promise<OneCrawler> {
  const found = await findOneCrawler(options);
  if (found) return found;
  throw new CommandError(
    'No crawler is named: expected --agent with a product token, such as --agent Googlebot',
  );
}

/** Like {@link readOneCrawler}, but undefined if neither `--agent` nor `--user-agent` names a crawler. */
export async function findOneCrawler({
  agent,
  userAgent,
  ...options
}: OneCrawlerOptions): Promise<OneCrawler | undefined> {
  const registry = await registryOf(options.registry);
  const inHeader = crawlerInHeader(
    { ...(agent !== undefined && { agent: [agent] }), ...(userAgent !== undefined && { userAgent }) },
    registry,
  );
  const name = agent ?? inHeader?.tokens[0];
  if (name === undefined) return undefined;
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(name)) throw notOne(name);
  const [resolved] = (await crawlersNamed({ ...options, agent: [name] }, registry)) as readonly [Crawler];
  if (inHeader) tellHeader(name);
  const profile = registry?.byToken.get(name.toLowerCase());
  const [example] = profile?.exampleUserAgents ?? [];
  return {
    as: name,
    resolved,
    registry,
    ...(profile && { profile }),
    ...(example !== undefined && { userAgent: example }),
  };
}

function notOne(name: string): CommandError {
  const what = namesPurpose(name)
    ? 'it stands for several crawlers, expected one'
    : 'expected a product token';
  return new CommandError(`Cannot use the crawler name ${JSON.stringify(name)}: ${what} such as "Googlebot"`);
}
