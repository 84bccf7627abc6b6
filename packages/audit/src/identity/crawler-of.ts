/**
 * Maps a User-Agent header to a crawler. Uses the registry, and heuristics for crawlers that the registry does not
 * contain.
 */
import {
  type AgentIndex,
  type AgentProfile,
  type AgentPurpose,
  findAgent,
  type KnownCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';

/**
 * The kind of crawler.
 *
 * | Group | Means |
 * |---|---|
 * | `known` | its header contains a token that the registry or a version of robots.txt contains |
 * | `program` | it is listed nowhere, but its header looks like that of an independent program, as `rule` states |
 * | `personal` | it is a person's tool: a browser, a feed reader, a link preview, a server of the fediverse |
 */
export type CrawlerGroup = 'known' | 'program' | 'personal';

/** The crawler that a header names. */
export interface Crawler {
  /** Product token, which identifies the crawler and is displayed. */
  readonly token: string;
  /** The argument for `compile`. */
  readonly who: readonly string[] | KnownCrawler;
  /** The registry's entry for it. */
  readonly profile: AgentProfile | undefined;
  readonly group: CrawlerGroup;
  /** The rule by which the crawler was classified. */
  readonly rule: string;
}

export interface CrawlerOptions {
  /** The registry, as returned by `registryWith`. Default: the built-in one. */
  registry?: AgentIndex | undefined;
  /** Whether a robots.txt names a token that the registry does not contain. Default: none does. */
  isNamed?: ((token: string) => boolean) | undefined;
}

/** Limit on cached headers. Headers beyond the limit are looked up again each time. */
const MOST_KEPT = 10_000;

/** Identifies crawlers by their headers. A look-up takes tens of microseconds, so results are cached. */
export class CrawlerFinder {
  readonly #options: CrawlerOptions;
  readonly #kept = new Map<string, Crawler | undefined>();

  constructor(options: CrawlerOptions = {}) {
    this.#options = options;
  }

  /** The crawler that the header names; `undefined` for browsers, other programs and an empty header. */
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

/** A copy of the text. Fields of logs are slices of large texts, and a slice keeps the whole text in memory. */
export function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function crawlerOf(
  userAgent: string,
  { registry, isNamed = () => false }: CrawlerOptions,
): Crawler | undefined {
  const header = userAgent.trim();
  if (header === '') return undefined;
  const borrower = BORROWER.exec(header);
  if (borrower) return messengerOf(borrower[1] ?? 'Messages', isNamed);
  // The comment `()` makes the registry read the text as a header even if it is a single product.
  const { known, tokens } = resolveCrawler(`${header} ()`, {}, registry);
  if (known) {
    const profile = registry ? registry.byToken.get(known.token.toLowerCase()) : findAgent(known.token);
    return { token: known.token, who: known, profile, ...groupOf(known.token, profile, isNamed) };
  }
  const inFile = tokens.find(isNamed);
  if (inFile !== undefined) return { token: inFile, who: tokens, profile: undefined, ...IN_ROBOTS_TXT };
  const named = tokens.filter((name) => !NOBODY.test(name));
  const names = named.length > 0 ? named : [firstWord(header)];
  const found = unknownGroup(header, names);
  const token = names.find((name) => CRAWLER_WORD.test(name)) ?? (names[0] as string);
  return found && { token, who: tokens, profile: undefined, ...found };
}

/** Messengers that preview links as Meta's crawler: Apple's Messages, which also names X's, LINE and KakaoTalk. */
const BORROWER = /facebookexternalhit\/[\d.]+(?: Facebot Twitterbot\/|; ?(line-poker|kakaotalk-scrap)\/)/i;

function messengerOf(token: string, isNamed: (token: string) => boolean): Crawler {
  const rule = 'its header is that of a messenger, which previews links under the name of another crawler';
  const group = isNamed(token) ? IN_ROBOTS_TXT : ({ group: 'personal', rule } as const);
  return { token, who: [token], profile: undefined, ...group };
}

const IN_ROBOTS_TXT = { group: 'known', rule: 'robots.txt names it' } as const;

type GroupAndRule = Pick<Crawler, 'group' | 'rule'>;

/** A robots.txt that names a personal tool also applies to the tool's requests. */
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
/** Monitors that the registry does not describe. */
const MONITOR =
  /uptime|uptimia|pingdom\.com_bot|onlineornot\.com_bot|eyemonit_bot|\b(?:AppSignalBot|Cloudflare-(?:AlwaysOnline|Smart-Transit|Traffic-Manager)|Freshping|NewRelicPinger|OhDear|phpservermon|PingAdmin\.Ru|PRTG Network Monitor)\b/i;
/** An app on a device of Apple, whatever its name is: Talbot, Robotics Today. */
const APP = / CFNetwork\/\S+ Darwin\//;
/** Words in place of a name: the one that all browsers send, a device, its language. */
const NOBODY = /^(?:Mozilla|Dalvik|iPhone|iPad|SM-\w+|[a-z]{1,2})$/i;
const CRAWLER_MARK = /compatible;(?! *msie)|\+ ?https?:\/\/|\+ ?mailto:/i;

/**
 * A program that the registry does not describe counts as a crawler if its header marks it as one: by a word in its
 * name, or by `compatible;` or `+https://`, which crawlers use. Personal tools also use these marks. Apps and libraries
 * send names, but are not crawlers.
 */
function unknownGroup(header: string, names: readonly string[]): GroupAndRule | undefined {
  if (APP.test(header)) return undefined;
  if (MONITOR.test(header))
    return { group: 'personal', rule: 'its header names a monitor, which sites’ owners set up' };
  if (names.some((name) => CRAWLER_WORD.test(name))) {
    return { group: 'program', rule: 'its name contains a word such as "bot" or "spider"' };
  }
  if (!CRAWLER_MARK.test(header)) return undefined;
  const tool = personalToolRule(header);
  if (tool !== undefined) return { group: 'personal', rule: tool };
  if (NOBODY.test(names[0] as string)) return undefined;
  return {
    group: 'program',
    rule: 'its header contains "compatible;" or "+https://", as crawler headers do',
  };
}

const MOST_NAME = 64;

/** A token for a header that contains no valid token, such as `Evil<Bot/1.0`. */
function firstWord(header: string): string {
  return (header.split(/[\s/;(]/).find((word) => word !== '') ?? header).slice(0, MOST_NAME);
}

/** Browsers, and programs that show a page or a document, whose headers contain `compatible;`. Crawlers copied this word from browsers. */
const BROWSER =
  /\b(?:Konqueror|Opera(?: Mini| Mobi)?|MSIE|Trident|IEMobile|NetFront|Dillo|w3m|Lynx|ELinks|Links|iCab|OmniWeb|NetSurf|NetPositive|ABrowse|IBrowse|Oregano|AOL|Galeon|Epiphany|SeaMonkey|PaleMoon|Netscape|AvantGo|UP\.Browser|UCBrowser|BlackBerry|BB10|Nokia|SymbianOS?|S40OviBrowser|webOS|hpwOS|Silk|Kindle|PlayStation|Nintendo|SMART-TV|HbbTV|Viera|Maple|BrightSign|ms-office|Webpositive|OffByOne|Polaris|ANTFresco|ANTGalio|Acorn Browse|Falkon|QupZilla|Midori|Servo|Ladybird)\b/i;
/** Readers of feeds and podcasts that subscribers use. Aggregators state the number of subscribers. */
const FEED_READER =
  /\bsubscribers?\b|feed ?(?:reader|demon|parser|bin|ly)\b|\b(?:rss|atom|news)[ -]?reader\b|podcast|\b(?:NetNewsWire|Reeder|Liferea|Akregator|QuiteRSS|RSSOwl|NewsFlash|NewsBlur|Tiny Tiny RSS|tt-rss|FreshRSS|Miniflux|CommaFeed|Nextcloud[ -]News|selfoss|yarr|Vienna|Inoreader|BazQux|Thunderbird|Overcast|AntennaPod|Pocket Casts|rss2email|FlipboardRSS|Gregarius|MagpieRSS|gPodder|Juice|Bullhorn|Turtlecast|CoolerFM|J\. River|Winds)\b/i;
/** Servers of the fediverse. They fetch when a person follows somebody or posts a link. */
const FEDIVERSE =
  /\b(?:Mastodon|Pleroma|Akkoma|Misskey|Sharkey|Firefish|Calckey|Iceshrimp|Foundkey|Friendica|Hubzilla|Pixelfed|PeerTube|Lemmy|PieFed|Kbin|Mbin|GoToSocial|Mobilizon|WriteFreely|Funkwhale|BookWyrm|Takahe|Owncast|snac|Smithereen|ActivityPub)\b/i;
/** Programs that preview links that people share. */
const PREVIEW =
  /link[ -]?(?:preview|expand)|url[ -]?preview|\bpreviewer\b|unfurl|\bCardyb\b|matrix-org\/synapse/i;
/**
 * Services that fetch the URLs in a person's document or script, or that verify a site's ownership at the owner's
 * request.
 */
const ERRAND = /\b(?:GoogleDocs|Google-Apps-Script|Let's Encrypt validation server)\b/i;

/** For each kind of tool: the pattern of its headers, and the rule in words. */
const KINDS: readonly (readonly [kind: RegExp, rule: string])[] = [
  [BROWSER, 'its header names a browser'],
  [FEED_READER, 'its header names a feed reader or states a number of subscribers'],
  [FEDIVERSE, 'its header names a fediverse server'],
  [PREVIEW, 'its header names a program that previews links'],
  [ERRAND, 'its header names a service that fetches what a person requests'],
];

/** The rule by which an unknown header counts as a personal tool's; `undefined` if no rule applies. */
function personalToolRule(userAgent: string): string | undefined {
  return KINDS.find(([kind]) => kind.test(userAgent))?.[1];
}

const PERSONAL: ReadonlySet<AgentPurpose> = new Set(['preview', 'feed']);

/**
 * Whether the registry lists a crawler as a personal tool. If its operator states that it obeys robots.txt, it is
 * judged as a crawler.
 */
function isPersonalTool({ purposes, obeys }: AgentProfile): boolean {
  return obeys !== 'yes' && PERSONAL.has(purposes[0] as AgentPurpose);
}
