/**
 * Programs that fetch at a person's request and are not in the registry: browsers whose headers look like a crawler's,
 * feed readers, servers of the fediverse, link previews.
 */
import type { AgentProfile, AgentPurpose } from 'robots-exclusion/agents';

/** Browsers whose headers contain `compatible;`. Crawlers copied this word from browsers. */
const BROWSER =
  /\b(?:Konqueror|Opera(?: Mini| Mobi)?|MSIE|Trident|IEMobile|NetFront|Dillo|w3m|Lynx|ELinks|Links|iCab|OmniWeb|NetSurf|NetPositive|ABrowse|IBrowse|Oregano|AOL|Galeon|Epiphany|SeaMonkey|PaleMoon|Netscape|AvantGo|UP\.Browser|UCBrowser|BlackBerry|BB10|Nokia|SymbianOS?|S40OviBrowser|webOS|hpwOS|Silk|Kindle|PlayStation|Nintendo|SMART-TV|Falkon|QupZilla|Midori|Servo|Ladybird)\b/i;
/** Readers of feeds and podcasts that subscribers use. Aggregators state the number of subscribers. */
const FEED_READER =
  /\bsubscribers?\b|feed ?(?:reader|demon|parser|bin|ly)\b|\b(?:rss|atom|news)[ -]?reader\b|podcast|\b(?:NetNewsWire|Reeder|Liferea|Akregator|QuiteRSS|RSSOwl|NewsFlash|NewsBlur|Tiny Tiny RSS|tt-rss|FreshRSS|Miniflux|CommaFeed|Nextcloud[ -]News|selfoss|yarr|Vienna|Inoreader|BazQux|Thunderbird|Overcast|AntennaPod|Pocket Casts|Winds)\b/i;
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
export function personalToolRule(userAgent: string): string | undefined {
  return KINDS.find(([kind]) => kind.test(userAgent))?.[1];
}

const PERSONAL: ReadonlySet<AgentPurpose> = new Set(['preview', 'feed']);

/**
 * Whether the registry lists a crawler as a personal tool. If its operator states that it obeys robots.txt, it is
 * judged as a crawler.
 */
export function isPersonalTool({ purposes, obeys }: AgentProfile): boolean {
  return obeys !== 'yes' && PERSONAL.has(purposes[0] as AgentPurpose);
}
