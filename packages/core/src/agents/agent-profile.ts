/**
 * What is known about one crawler, with the source page and the date on which it was read.
 *
 * A profile states what an operator *claims*. Only logs show whether a crawler obeys.
 */

/** Every purpose of a crawler. */
export const agentPurposes = [
  'search',
  'shopping',
  'training',
  'retrieval',
  'assistant',
  'preview',
  'feed',
  'archive',
  'research',
  'seo',
  'advertising',
  'intelligence',
  'monitoring',
  'security',
  'site-tool',
  'unspecified',
] as const;

/** Names of the dialects in which crawlers are known to read robots.txt. */
export const agentDialects = [
  'rfc9309',
  'google',
  'bing',
  'yandex',
  'crawler-commons',
  'protego',
  'wget',
  'colly',
  'robots-parser',
  'koster-1994',
] as const;

/**
 * The purpose of the fetched pages. A crawler may have several purposes, the main one first.
 *
 * | Purpose | The pages serve |
 * |---|---|
 * | `search` | an index that people search and that sends them to the page |
 * | `shopping` | product listings and price comparison |
 * | `training` | the training of generative models; also for tokens that govern that use |
 * | `retrieval` | an index or store from which an AI system takes its answers |
 * | `assistant` | one request that a person, or software acting for one, makes at that moment |
 * | `preview` | the card shown beside a shared link |
 * | `feed` | a feed reader or aggregator |
 * | `archive` | copies kept for later: web archives, legal deposit, open corpora |
 * | `research` | science and scholarship |
 * | `seo` | link data, rankings and site audits |
 * | `advertising` | choosing, placing or checking advertisements |
 * | `intelligence` | data on companies, brands, media or people, gathered for customers |
 * | `monitoring` | telling an owner whether a site is up and well |
 * | `security` | scanning, abuse detection and network measurement |
 * | `site-tool` | something the site's own operator set up: verification, validation, site search, a test |
 * | `unspecified` | any purpose: the operator or user decides, and the operator deliberately states none |
 */
export type AgentPurpose = (typeof agentPurposes)[number];

/** Name of the dialect in which a crawler reads robots.txt. */
export type AgentDialectName = (typeof agentDialects)[number];

/**
 * The operator's claim about obeying robots.txt: `yes`; `no`; `user-triggered`, if the crawler may ignore the file
 * because a person requested the fetch; `unknown`, if no claim was found.
 */
export type AgentObedience = 'yes' | 'no' | 'user-triggered' | 'unknown';

/**
 * Form of a published list of addresses.
 *
 * | Format | The URL serves |
 * |---|---|
 * | `prefixes` | JSON as Google publishes it: `prefixes`, each with `ipv4Prefix` or `ipv6Prefix` |
 * | `jafar` | JSON as draft-illyes-webbotauth-jafar-00 describes it, which extends `prefixes` |
 * | `list` | text, one address or CIDR block per line |
 * | `geofeed` | CSV as RFC 8805 describes it, with the block in the first column |
 * | `json` | JSON with another structure |
 * | `page` | a page for people |
 */
export type IpRangesFormat = 'prefixes' | 'jafar' | 'list' | 'geofeed' | 'json' | 'page';

/**
 * One way to distinguish a crawler's requests from requests that only use its name.
 *
 * - `ip-ranges`: the client's address is in the published list.
 * - `reverse-dns`: the client's address resolves to a name that ends with one of `suffixes`, and that name resolves
 *   to the same address. Each suffix begins with a dot. Always do the second look-up: the owner of an address chooses
 *   its name.
 * - `signature`: the request is signed (RFC 9421, tag `web-bot-auth`) with a key of the key set at the URL
 *   `signatureAgent`; an origin stands for its well-known path. See draft-ietf-webbotauth-httpsig-protocol-01.
 *   `cardUrl` is its Signature Agent Card (draft-meunier-webbotauth-registry), if one is published.
 */
export type AgentVerification =
  | { readonly kind: 'ip-ranges'; readonly url: string; readonly format: IpRangesFormat }
  | { readonly kind: 'reverse-dns'; readonly suffixes: readonly string[] }
  | { readonly kind: 'signature'; readonly signatureAgent: string; readonly cardUrl?: string };

/** What is known about one crawler, or about a token that governs a use without fetching anything. Deeply frozen. */
export interface AgentProfile {
  /** Product token that names the crawler in a `User-agent` line; unique in the registry, ignoring ASCII case. */
  readonly token: string;
  /** The display name. Default: the token. */
  readonly title: string;
  readonly operator: string;
  /** The operator's page about the crawler, if known. It may differ from `source`, the page that was read. */
  readonly operatorUrl?: string;
  /** At least one purpose, the main one first. */
  readonly purposes: readonly AgentPurpose[];
  /**
   * Literal text (never a regular expression) that identifies the crawler in a User-Agent header, ignoring ASCII
   * case. Default: the token; empty for a token that never fetches.
   */
  readonly userAgentPatterns: readonly string[];
  /**
   * User-Agent headers that the crawler was observed or documented to send. If the list is not empty, each of
   * `userAgentPatterns` occurs in at least one of the headers.
   */
  readonly exampleUserAgents: readonly string[];
  /**
   * Tokens whose groups the crawler follows, in this order, if no group names it. Never contains `*`; see
   * `appliesStar`.
   */
  readonly fallbackTokens: readonly string[];
  /** Whether the group of `*` applies if no group names the token or a fallback. Default: true. */
  readonly appliesStar: boolean;
  /**
   * Whether the crawler makes requests. False for a token that only governs how pages that other crawlers fetch may be
   * used. Default: true.
   */
  readonly fetches: boolean;
  /**
   * Names of records, in lower case, that the crawler reads from the group of `*` even if another group applies to it.
   */
  readonly starExtras: readonly string[];
  /**
   * Whether the crawler follows the rules for other search crawlers, rather than those for `*`, if no group names it.
   * Default: false.
   */
  readonly followsOtherSearchBots: boolean;
  /** How the crawler reads the file; `rfc9309` if unknown. */
  readonly dialect: AgentDialectName;
  /** `documented`: the operator or the crawler's open source states the dialect. `assumed`: no source states it. */
  readonly dialectBasis: 'documented' | 'assumed';
  /** Published ways to verify a request. A list or domain that the operator shares with others is weaker evidence. */
  readonly verification: readonly AgentVerification[];
  /**
   * Set if all crawlers of this operator share one robots.txt cache, so that a fetch by one crawler serves the others.
   * The value is the page that says so.
   */
  readonly sharedCache?: string;
  /** The operator's claim, not evidence. */
  readonly obeys: AgentObedience;
  /** Whether the operator claims that the crawler obeys `Crawl-delay`. */
  readonly crawlDelay: 'yes' | 'no' | 'unknown';
  /** The page from which the data in this profile was taken. */
  readonly source: string;
  /**
   * `operator`: the operator's own words; the crawler then counts as documented. `third-party`: another party's list or
   * account, which is hearsay; see `isDocumented`.
   */
  readonly sourceKind: 'operator' | 'third-party';
  /** The date on which the source was read, in ISO 8601 format; for a dated list or stored copy, its own date. */
  readonly asOf: string;
  readonly note?: string;
}
