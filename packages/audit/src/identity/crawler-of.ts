/** From a User-Agent header to a crawler: the registry's way, with a gate for what the registry does not know. */
import { productTokens } from 'robots-exclusion';
import {
  type AgentIndex,
  type AgentProfile,
  findAgent,
  type KnownCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { isPersonalTool, personalToolRule } from './personal-tools.ts';

/**
 * Who a crawler is.
 *
 * | Group | Means |
 * |---|---|
 * | `known` | it named itself with a token that the registry or a version of robots.txt knows |
 * | `program` | nobody described it; it looks like a program of its own, by the `rule` |
 * | `personal` | a person's tool: a browser, a feed reader, a preview, a server of the fediverse |
 */
export type CrawlerGroup = 'known' | 'program' | 'personal';

/** Whom a header names. */
export interface Crawler {
  /** Product token, to show and to distinguish crawlers. */
  readonly token: string;
  /** What `compile` takes. */
  readonly who: readonly string[] | KnownCrawler;
  /** What is known of it. */
  readonly profile: AgentProfile | undefined;
  readonly group: CrawlerGroup;
  /** Why it is of that group. */
  readonly rule: string;
}

/** Where crawlers are looked up. */
export interface CrawlerOptions {
  /** The registry to look in, such as `registryWith` makes. Default: the built-in one. */
  registry?: AgentIndex | undefined;
  /** Says whether a robots.txt names a token that the registry does not know. Default: none does. */
  isNamed?: ((token: string) => boolean) | undefined;
}

/** Headers that are kept; the rest is looked up again. */
const MOST_KEPT = 20_000;

/** Tells crawlers by their headers. A look-up costs tens of microseconds, so answers are kept. */
export class CrawlerFinder {
  readonly #options: CrawlerOptions;
  readonly #kept = new Map<string, Crawler | undefined>();

  constructor(options: CrawlerOptions = {}) {
    this.#options = options;
  }

  /** The crawler that the header names; `undefined` for browsers, programs and nothing. */
  of(userAgent: string): Crawler | undefined {
    const kept = this.#kept.get(userAgent);
    if (kept !== undefined || this.#kept.has(userAgent)) return kept;
    const own = flat(userAgent);
    const found = crawlerOf(own, this.#options);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(own, found);
    return found;
  }
}

/** A copy: fields of logs are pieces of large texts, which whoever keeps one would keep in memory. */
export function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function crawlerOf(
  userAgent: string,
  { registry, isNamed = () => false }: CrawlerOptions,
): Crawler | undefined {
  const header = userAgent.trim();
  if (header === '') return undefined;
  // With a comment it is read as a header even where it is one product.
  const { known } = resolveCrawler(`${header} ()`, {}, registry);
  if (known) {
    const profile = registry ? registry.byToken.get(known.token.toLowerCase()) : findAgent(known.token);
    return { token: known.token, who: known, profile, ...groupOf(known.token, profile, isNamed) };
  }
  const tokens = productTokens(header);
  const named = tokens.find(isNamed);
  if (named !== undefined) return { token: named, who: tokens, profile: undefined, ...IN_ROBOTS_TXT };
  const found = unknownGroup(header, tokens);
  return found && { token: tokens[0] ?? firstWord(header), who: tokens, profile: undefined, ...found };
}

const IN_ROBOTS_TXT = { group: 'known', rule: 'robots.txt names it' } as const;

type GroupAndRule = Pick<Crawler, 'group' | 'rule'>;

/** Who names a person's tool in robots.txt means its requests. */
function groupOf(
  token: string,
  profile: AgentProfile | undefined,
  isNamed: (token: string) => boolean,
): GroupAndRule {
  if (profile === undefined || !isPersonalTool(profile)) {
    return { group: 'known', rule: 'the registry knows its token' };
  }
  if (isNamed(token)) return IN_ROBOTS_TXT;
  return { group: 'personal', rule: `the registry lists it under "${profile.purposes[0]}"` };
}

const CRAWLER_WORD = /bot|crawl|spider|scrap|slurp|fetcher|archiver|indexer/i;
const CRAWLER_MARK = /compatible;(?! *msie)|\+ ?https?:\/\/|\+ ?mailto:/i;

/**
 * A program that nobody has described is a crawler if its header says so: by a word in its name, or by the marks that
 * crawlers put there, `compatible;` and `+https://`. Persons' tools have these marks, too. Apps and libraries send names,
 * and are none.
 */
function unknownGroup(header: string, tokens: readonly string[]): GroupAndRule | undefined {
  const names = tokens.length > 0 ? tokens : [firstWord(header)];
  if (names.some((name) => CRAWLER_WORD.test(name))) {
    return { group: 'program', rule: 'its name has a word such as "bot" or "spider"' };
  }
  if (!CRAWLER_MARK.test(header)) return undefined;
  const tool = personalToolRule(header);
  if (tool !== undefined) return { group: 'personal', rule: tool };
  return { group: 'program', rule: 'its header has "compatible;" or "+https://", as crawlers\' have' };
}

const MOST_NAME = 64;

/** The token of a header that has none, such as `Evil<Bot/1.0`. */
function firstWord(header: string): string {
  return (header.split(/[\s/;(]/).find((word) => word !== '') ?? header).slice(0, MOST_NAME);
}
