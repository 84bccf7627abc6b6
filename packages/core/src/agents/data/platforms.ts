/** Apple, Amazon and Meta. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { aiRobotsTxt, crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';
import { ipRanges, reverseDns } from './verification.ts';

const apple: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'Apple',
    operatorUrl: 'https://support.apple.com/en-us/119829',
    source: 'https://support.apple.com/en-us/119829',
    sourceKind: 'operator',
    asOf: '2026-11-20',
  },
  [
    {
      token: 'Applebot',
      purposes: ['search', 'training'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; Applebot/0.3; +http://www.apple.com/go/applebot)',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 8_1 like Mac OS X) AppleWebKit/600.1.4 (KHTML, like Gecko) Version/8.0 Mobile/12B410 Safari/600.1.4 (Applebot/0.1; +http://www.apple.com/go/applebot)',
      ],
      fallbackTokens: ['Googlebot'],
      verification: [
        ipRanges('https://search.developer.apple.com/applebot.json'),
        reverseDns('applebot.apple.com'),
      ],
      obeys: 'yes',
      crawlDelay: 'no',
      note: 'Without its own group, it follows the rules for Googlebot.',
    },
    {
      token: 'Applebot-Extended',
      purposes: ['training'],
      fetches: false,
      obeys: 'yes',
      crawlDelay: 'no',
      note: 'Decides whether what Applebot fetched may train Apple’s models; does not affect search.',
    },
    {
      token: 'iTMS',
      title: 'Apple Podcasts',
      purposes: ['feed'],
      exampleUserAgents: ['iTMS'],
      obeys: 'no',
      note: 'Fetches what was registered with Apple Podcasts.',
    },
  ],
);

const amazon: readonly RecordedAgent[] = defineAgents(
  { operator: 'Amazon', operatorUrl: 'https://developer.amazon.com/amazonbot' },
  [
    {
      token: 'amazon-QBusiness',
      operator: 'Amazon',
      purposes: ['site-tool', 'retrieval'],
      operatorUrl: 'https://docs.aws.amazon.com/amazonq/latest/business-use-dg/stop-web-crawler.html',
      source: 'https://docs.aws.amazon.com/amazonq/latest/business-use-dg/stop-web-crawler.html',
      sourceKind: 'operator',
      asOf: '2026-11-22',
      obeys: 'yes',
      note: 'Run by customers of Amazon Q Business on pages of their choice.',
    },
    {
      token: 'bedrockbot',
      purposes: ['site-tool', 'retrieval'],
      operatorUrl: 'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
      source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
      sourceKind: 'operator',
      asOf: '2026-11-22',
      dialectBasis: 'documented',
      obeys: 'yes',
      note: 'Run by customers of Amazon Bedrock on pages of their choice. The page promises RFC 9309 but omits the token, which is from a list.',
    },
    {
      token: 'Amazonbot',
      verification: [
        ipRanges('https://developer.amazon.com/amazonbot/ip-addresses/', 'page'),
        reverseDns('crawl.amazonbot.amazon'),
      ],
      purposes: ['training', 'retrieval'],
      exampleUserAgents: [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
      ],
      obeys: 'yes',
      crawlDelay: 'no',
      source: 'https://developer.amazon.com/amazonbot',
      sourceKind: 'operator',
      asOf: '2026-11-20',
      note: 'Rereads the file about daily. On any response but success, it uses a copy up to 30 days old, then crawls as if there were no file.',
    },
    {
      token: 'Amzn-SearchBot',
      verification: [
        ipRanges('https://developer.amazon.com/amazonbot/searchbot-ip-addresses/', 'page'),
        reverseDns('crawl.amazonbot.amazon'),
      ],
      purposes: ['retrieval', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-SearchBot/0.1) Chrome/119.0.6045.214 Safari/537.36',
      ],
      followsOtherSearchBots: true,
      obeys: 'yes',
      crawlDelay: 'no',
      source: 'https://developer.amazon.com/amazonbot',
      sourceKind: 'operator',
      asOf: '2026-11-20',
      note: 'Feeds Alexa and the shopping assistant. If not named, it does what other search crawlers may do.',
    },
    {
      token: 'Amzn-User',
      verification: [ipRanges('https://developer.amazon.com/amazonbot/live-ip-addresses/', 'page')],
      purposes: ['assistant'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; Amzn-User; +https://developer.amazon.com/)'],
      obeys: 'user-triggered',
      crawlDelay: 'no',
      source: 'https://developer.amazon.com/amazonbot',
      sourceKind: 'operator',
      asOf: '2026-11-20',
    },
    {
      token: 'AmazonAdBot',
      verification: [reverseDns('amazonadbot.com')],
      purposes: ['advertising'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; AmazonAdBot/1.0; +https://adbot.amazon.com)'],
      operatorUrl: 'https://adbot.amazon.com/',
      obeys: 'unknown',
      ...wellKnownBots,
    },
    { token: 'NovaAct', purposes: ['assistant'], obeys: 'unknown', ...aiRobotsTxt },
    { token: 'AmazonBuyForMe', purposes: ['assistant', 'shopping'], obeys: 'unknown', ...aiRobotsTxt },
  ],
);

const meta: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'Meta',
    operatorUrl: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    verification: [ipRanges('https://www.facebook.com/peering/geofeed', 'geofeed')],
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    sourceKind: 'operator',
    asOf: '2026-11-22',
    note: 'A changed file takes effect within a day.',
  },
  [
    {
      token: 'meta-externalagent',
      title: 'Meta-ExternalAgent',
      purposes: ['training', 'retrieval'],
      exampleUserAgents: [
        'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      ],
      obeys: 'yes',
    },
    {
      token: 'meta-externalfetcher',
      title: 'Meta-ExternalFetcher',
      purposes: ['assistant'],
      exampleUserAgents: [
        'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      ],
      obeys: 'user-triggered',
    },
    {
      token: 'meta-webindexer',
      title: 'Meta-WebIndexer',
      purposes: ['retrieval', 'search'],
      exampleUserAgents: [
        'meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      ],
      obeys: 'yes',
    },
    {
      token: 'meta-externalads',
      title: 'Meta-ExternalAds',
      purposes: ['advertising'],
      exampleUserAgents: [
        'meta-externalads/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      ],
      obeys: 'yes',
    },
    {
      token: 'facebookexternalhit',
      title: 'FacebookExternalHit',
      purposes: ['preview'],
      exampleUserAgents: [
        'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
      ],
      obeys: 'yes',
      note: 'Safety checks may ignore robots.txt. Other programs, such as Apple’s Messages, also send this name.',
    },
    {
      token: 'facebookcatalog',
      purposes: ['shopping'],
      exampleUserAgents: ['facebookcatalog/1.0'],
      obeys: 'unknown',
      note: 'An older copy of the page names it beside FacebookExternalHit; the newest one read does not.',
    },
    {
      token: 'FacebookBot',
      purposes: ['training'],
      obeys: 'yes',
      ...aiRobotsTxt,
    },
  ],
);

const whatsApp: readonly RecordedAgent[] = defineAgents({ operator: 'Meta', obeys: 'unknown' }, [
  {
    token: 'WhatsApp',
    purposes: ['preview'],
    exampleUserAgents: ['WhatsApp/2.19.330 A'],
    ...crawlerUserAgents,
    note: 'Sent by the senders’ own devices.',
  },
]);

/** All profiles of Apple, Amazon and Meta. */
export const platforms: readonly RecordedAgent[] = [...apple, ...amazon, ...meta, ...whatsApp];
