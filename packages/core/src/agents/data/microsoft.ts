/** Microsoft: Bing and Microsoft's other fetchers. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { aiRobotsTxt, crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';
import { ipRanges, reverseDns } from './verification.ts';

const shared = {
  operator: 'Microsoft',
  operatorUrl: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
  verification: [ipRanges('https://www.bing.com/toolbox/bingbot.json'), reverseDns('search.msn.com')],
  dialect: 'bing',
} as const;

/** All Microsoft profiles. */
export const microsoft: readonly RecordedAgent[] = [
  ...defineAgents({ ...shared }, [
    {
      token: 'bingbot',
      title: 'Bingbot',
      purposes: ['search', 'retrieval'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0.5060.134 Safari/537.36',
      ],
      starExtras: ['crawl-delay'],
      dialectBasis: 'documented',
      obeys: 'yes',
      crawlDelay: 'yes',
      source:
        'https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question',
      sourceKind: 'operator',
      asOf: '2026-11-20',
      note: 'Its own group hides `*` except for Crawl-delay, which it takes from `*` if its own group has none. Copilot answers from the same index; no token controls that use.',
    },
    {
      token: 'msnbot',
      purposes: ['search'],
      userAgentPatterns: ['msnbot', 'msnbot-media', 'msnbot-NewsBlogs', 'msnbot-UDiscovery'],
      exampleUserAgents: [
        'msnbot/2.0b (+http://search.msn.com/msnbot.htm)',
        'msnbot-media/1.1 (+http://search.msn.com/msnbot.htm)',
        'msnbot-NewsBlogs/2.0b (+http://search.msn.com/msnbot.htm)',
        'msnbot-UDiscovery/2.0b (+http://search.msn.com/msnbot.htm)',
      ],
      obeys: 'unknown',
      ...crawlerUserAgents,
      note: 'The predecessor of bingbot.',
    },
    {
      token: 'adidxbot',
      title: 'AdIdxBot',
      purposes: ['advertising'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; adidxbot/2.0; +http://www.bing.com/bingbot.htm)'],
      obeys: 'unknown',
      source: 'https://www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0',
      sourceKind: 'operator',
      asOf: '2026-11-22',
      note: 'Checks advertisements and the pages they lead to.',
    },
    {
      token: 'BingPreview',
      purposes: ['preview'],
      exampleUserAgents: [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 7_0 like Mac OS X) AppleWebKit/537.51.1 (KHTML, like Gecko) Version/7.0 Mobile/11A465 Safari/9537.53 BingPreview/1.0b',
      ],
      obeys: 'unknown',
      source: 'https://www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0',
      sourceKind: 'operator',
      asOf: '2026-11-22',
    },
    {
      token: 'MicrosoftPreview',
      purposes: ['preview'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview) Chrome/W.X.Y.Z Safari/537.36',
      ],
      obeys: 'unknown',
      ...wellKnownBots,
    },
  ]),
  ...defineAgents({ operator: 'Microsoft', obeys: 'unknown' }, [
    {
      token: 'AzureAI-SearchBot',
      purposes: ['retrieval'],
      ...aiRobotsTxt,
    },
    {
      token: 'SkypeUriPreview',
      title: 'Skype and Teams link previews',
      purposes: ['preview'],
      exampleUserAgents: ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
      ...crawlerUserAgents,
    },
  ]),
];
