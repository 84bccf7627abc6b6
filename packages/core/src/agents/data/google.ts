/** Google: common crawlers, special-case crawlers, user-triggered fetchers, and the token that only governs uses. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { ipRanges, reverseDns, signature } from './verification.ts';

const DOCS = 'https://developers.google.com/crawling/docs/crawlers-fetchers';
/** Google's page: "The cached response may be shared by different crawlers." */
const SHARED_CACHE = 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec';
const IP_RANGES = 'https://developers.google.com/static/crawling/ipranges';

const common: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'Google',
    operatorUrl: `${DOCS}/google-common-crawlers`,
    verification: [ipRanges(`${IP_RANGES}/common-crawlers.json`), reverseDns('googlebot.com')],
    dialect: 'google',
    dialectBasis: 'documented',
    obeys: 'yes',
    crawlDelay: 'no',
    sharedCache: SHARED_CACHE,
    source: `${DOCS}/overview-google-crawlers`,
    sourceKind: 'operator',
    asOf: '2026-11-20',
  },
  [
    {
      token: 'Googlebot',
      purposes: ['search'],
      userAgentPatterns: ['Googlebot', 'Googlebot-Mobile'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        'SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/6.2.3.3.c.1.101 (GUI) MMP/2.0 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)',
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/W.X.Y.Z Safari/537.36',
      ],
    },
    {
      token: 'Googlebot-Image',
      title: 'Googlebot Image',
      purposes: ['search'],
      exampleUserAgents: ['Googlebot-Image/1.0'],
      fallbackTokens: ['Googlebot'],
    },
    {
      token: 'Googlebot-Video',
      title: 'Googlebot Video',
      purposes: ['search'],
      exampleUserAgents: ['Googlebot-Video/1.0'],
      fallbackTokens: ['Googlebot'],
    },
    {
      token: 'Googlebot-News',
      title: 'Googlebot News',
      purposes: ['search'],
      fallbackTokens: ['Googlebot'],
      note: 'Requests carry the various headers of Googlebot; the token only chooses the group.',
    },
    {
      token: 'Storebot-Google',
      title: 'Google StoreBot',
      purposes: ['shopping', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.88 Safari/537.36',
      ],
      note: 'Does not fall back to Googlebot’s group: if only that and `*` exist, `*` binds it.',
    },
    {
      token: 'Google-InspectionTool',
      purposes: ['site-tool'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; Google-InspectionTool/1.0)'],
      note: 'Search Console’s URL inspection and the Rich Results Test.',
    },
    {
      token: 'GoogleOther',
      purposes: ['unspecified'],
      exampleUserAgents: ['GoogleOther'],
      note: 'Used by many product teams, also for research and development.',
    },
    {
      token: 'GoogleOther-Image',
      purposes: ['unspecified'],
      exampleUserAgents: ['GoogleOther-Image/1.0'],
    },
    {
      token: 'GoogleOther-Video',
      purposes: ['unspecified'],
      exampleUserAgents: ['GoogleOther-Video/1.0'],
    },
    {
      token: 'Google-CloudVertexBot',
      purposes: ['site-tool', 'retrieval'],
      exampleUserAgents: [
        'Google-CloudVertexBot',
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Google-CloudVertexBot; +https://cloud.google.com/enterprise-search) Chrome/W.X.Y.Z Safari/537.36',
      ],
      fallbackTokens: ['Googlebot'],
      note: 'Crawls a site if its owner builds a Vertex AI agent from it.',
    },
    {
      token: 'Google-Extended',
      purposes: ['training', 'retrieval'],
      fetches: false,
      verification: [],
      note: 'Decides whether what Google’s crawlers fetched may train Gemini models and ground their answers; does not affect Search.',
    },
  ],
);

const specialCase: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'Google',
    operatorUrl: `${DOCS}/google-special-case-crawlers`,
    verification: [ipRanges(`${IP_RANGES}/special-crawlers.json`), reverseDns('google.com')],
    appliesStar: false,
    dialect: 'google',
    dialectBasis: 'documented',
    crawlDelay: 'no',
    source: `${DOCS}/google-special-case-crawlers`,
    sharedCache: SHARED_CACHE,
    sourceKind: 'operator',
    asOf: '2026-11-20',
  },
  [
    {
      token: 'APIs-Google',
      purposes: ['unspecified'],
      exampleUserAgents: ['APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)'],
      obeys: 'yes',
      note: 'Delivers push notifications of Google APIs. Only a group that names it binds it.',
    },
    {
      token: 'AdsBot-Google',
      title: 'AdsBot',
      purposes: ['advertising'],
      exampleUserAgents: ['AdsBot-Google (+http://www.google.com/adsbot.html)'],
      obeys: 'yes',
      note: 'Checks the quality of advertised pages. Only a group that names it binds it.',
    },
    {
      token: 'AdsBot-Google-Mobile',
      title: 'AdsBot Mobile Web',
      purposes: ['advertising'],
      userAgentPatterns: ['AdsBot-Google-Mobile', 'AdsBot-Google-Mobile-Apps'],
      exampleUserAgents: [
        'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/W.X.Y.Z Mobile Safari/537.36 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)',
        'AdsBot-Google-Mobile-Apps',
      ],
      obeys: 'yes',
      note: 'Only a group that names it binds it; one for AdsBot-Google does not.',
    },
    {
      token: 'Mediapartners-Google',
      purposes: ['advertising'],
      exampleUserAgents: [
        'Mozilla/5.0 (iPhone; U; CPU iPhone OS 10_0 like Mac OS X; en-us) AppleWebKit/602.1.38 (KHTML, like Gecko) Version/10.0 Mobile/14A5297c Safari/602.1 (compatible; Mediapartners-Google/2.1; +http://www.google.com/bot.html)',
      ],
      obeys: 'yes',
      note: 'Reads pages of AdSense and Ad Manager sites. Only a group that names it binds it.',
    },
    {
      token: 'Google-Safety',
      purposes: ['security'],
      exampleUserAgents: ['Google-Safety'],
      obeys: 'no',
      note: 'Looks for abuse such as malware behind links posted in Google products; ignores robots.txt.',
    },
  ],
);

const userTriggered: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'Google',
    operatorUrl: `${DOCS}/google-user-triggered-fetchers`,
    verification: [ipRanges(`${IP_RANGES}/user-triggered-fetchers-google.json`), reverseDns('google.com')],
    dialect: 'google',
    dialectBasis: 'assumed',
    obeys: 'user-triggered',
    crawlDelay: 'no',
    source: `${DOCS}/google-user-triggered-fetchers`,
    sourceKind: 'operator',
    asOf: '2026-11-20',
  },
  [
    {
      token: 'FeedFetcher-Google',
      title: 'Feedfetcher',
      purposes: ['feed'],
      exampleUserAgents: ['FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)'],
      note: 'Feeds of Google News and WebSub.',
    },
    {
      token: 'Google-Read-Aloud',
      purposes: ['assistant'],
      exampleUserAgents: [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)',
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2272.118 Safari/537.36 (compatible; Google-Read-Aloud; +https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers)',
      ],
    },
    {
      token: 'Google-Agent',
      purposes: ['assistant'],
      exampleUserAgents: [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent) Chrome/W.X.Y.Z Safari/537.36',
        'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/W.X.Y.Z Mobile Safari/537.36 (compatible; Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent)',
      ],
      verification: [
        ipRanges(`${IP_RANGES}/user-triggered-agents.json`),
        reverseDns('google.com'),
        signature('https://agent.bot.goog'),
      ],
      note: 'Software agents on Google’s machines that act for a person. Some requests are signed, as an experiment.',
    },
    {
      token: 'Google-NotebookLM',
      title: 'NotebookLM',
      purposes: ['assistant'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; Google-NotebookLM; +https://notebooklm.google.com/)'],
      note: 'Renamed in July 2026; today’s requests say Google-GeminiNotebook.',
    },
    {
      token: 'Google-GeminiNotebook',
      title: 'Gemini Notebook',
      purposes: ['assistant'],
      exampleUserAgents: [
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-gemininotebook)',
      ],
      note: 'Formerly Google-NotebookLM.',
    },
    {
      token: 'Google-Site-Verification',
      title: 'Google Site Verifier',
      purposes: ['site-tool'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; Google-Site-Verification/1.0)'],
    },
    {
      token: 'GoogleProducer',
      title: 'Google Publisher Center',
      purposes: ['feed'],
      exampleUserAgents: [
        'GoogleProducer; (+https://developers.google.com/search/docs/crawling-indexing/google-producer)',
      ],
    },
    {
      token: 'GoogleMessages',
      title: 'Google Messages',
      purposes: ['preview'],
      exampleUserAgents: ['GoogleMessages'],
      note: 'Previews of links in chats.',
    },
    {
      token: 'Google-Pinpoint',
      title: 'Pinpoint',
      purposes: ['assistant'],
      exampleUserAgents: ['Google-Pinpoint'],
      note: 'Fetches what users add to their collections as a source.',
    },
    {
      token: 'Google-CWS',
      title: 'Chrome Web Store',
      purposes: ['site-tool'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; Google-CWS)'],
      note: 'Requests URLs that developers put into the metadata of extensions and themes.',
    },
  ],
);

/** All Google profiles. */
export const google: readonly RecordedAgent[] = [...common, ...specialCase, ...userTriggered];
