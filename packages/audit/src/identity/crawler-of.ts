/** From a User-Agent header to a crawler: the registry's way, with a gate for what the registry does not know. */
import { productTokens } from 'robots-exclusion';
import {
  type AgentIndex,
  type AgentProfile,
  findAgent,
  type KnownCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';

/** Whom a header names. */
export interface Crawler {
  /** Product token, to show and to distinguish crawlers. */
  readonly token: string;
  /** What `compile` takes. */
  readonly who: readonly string[] | KnownCrawler;
  /** What is known of it. */
  readonly profile: AgentProfile | undefined;
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
    return { token: known.token, who: known, profile };
  }
  const tokens = productTokens(header);
  const token = tokens.find(isNamed) ?? (saysThatItCrawls(header, tokens) ? tokens[0] : undefined);
  return token === undefined ? undefined : { token, who: tokens, profile: undefined };
}

const CRAWLER_WORD = /bot|crawl|spider|scrap|slurp|fetcher|archiver|indexer/i;
const CRAWLER_MARK = /compatible;(?! *msie)|\+ ?https?:\/\/|\+ ?mailto:/i;

/**
 * A program that nobody has described is a crawler if its header says so: by a word in its name, or by the marks that
 * crawlers put there, `compatible;` and `+https://`. Apps and libraries send names, too, and are none.
 */
function saysThatItCrawls(header: string, tokens: readonly string[]): boolean {
  return tokens.length > 0 && (tokens.some((token) => CRAWLER_WORD.test(token)) || CRAWLER_MARK.test(header));
}
