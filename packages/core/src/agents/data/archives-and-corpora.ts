/** Web archives, legal deposit, open corpora, and sellers of collected data. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { aiRobotsTxt, crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';
import { ipRanges, reverseDns } from './verification.ts';

const readAtOperator = { sourceKind: 'operator', asOf: '2026-11-20' } as const;

const archives: readonly RecordedAgent[] = [
  ...defineAgents({ ...readAtOperator }, [
    {
      token: 'CCBot',
      operator: 'Common Crawl Foundation',
      operatorUrl: 'https://commoncrawl.org/ccbot',
      purposes: ['archive', 'research', 'training'],
      exampleUserAgents: ['CCBot/2.0 (https://commoncrawl.org/faq/)'],
      verification: [
        ipRanges('https://index.commoncrawl.org/ccbot.json'),
        reverseDns('crawl.commoncrawl.org'),
      ],
      dialect: 'crawler-commons',
      dialectBasis: 'documented',
      obeys: 'yes',
      crawlDelay: 'yes',
      source: 'https://commoncrawl.org/faq',
      note: 'Built on Apache Nutch, which reads robots.txt with crawler-commons. Many train models on the open corpus.',
    },
    {
      token: 'bnf.fr_bot',
      operator: 'Bibliothèque nationale de France',
      operatorUrl: 'https://www.bnf.fr/en/tools/a.dl_web_capture_robot_eng.html',
      purposes: ['archive'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; bnf.fr_bot; +http://www.bnf.fr/fr/outils/a.dl_web_capture_robot.html)',
      ],
      obeys: 'unknown',
      source: 'https://www.bnf.fr/en/tools/a.dl_web_capture_robot_eng.html',
      note: 'Harvests under the French law on legal deposit.',
    },
    {
      token: 'bl.uk_lddc_bot',
      operator: 'British Library, for the UK legal deposit libraries',
      operatorUrl: 'https://www.bl.uk/legal-deposit-web-archiving',
      purposes: ['archive'],
      exampleUserAgents: ['bl.uk_lddc_bot/3.4.0-20220727 (+https://www.bl.uk/legal-deposit-web-archiving)'],
      obeys: 'unknown',
      source: 'https://nls.uk/guides/publishers/web-harvesting',
      note: 'Harvests under the British law on legal deposit; reported to follow robots.txt as a rule and to ignore it if a page or its parts are needed.',
    },
    {
      token: 'ArchiveBot',
      operator: 'Archive Team',
      operatorUrl: 'https://wiki.archiveteam.org/index.php/ArchiveBot',
      purposes: ['archive'],
      exampleUserAgents: ['ArchiveTeam ArchiveBot/20170106.02 (wpull 2.0.2)'],
      obeys: 'no',
      source: 'https://wiki.archiveteam.org/index.php?title=Robots.txt',
    },
  ]),
  ...defineAgents({ obeys: 'unknown', purposes: ['archive'], ...crawlerUserAgents }, [
    {
      token: 'archive.org_bot',
      operator: 'Internet Archive',
      operatorUrl: 'https://archive.org/details/archive.org_bot',
      userAgentPatterns: [
        'archive.org_bot',
        '+http://archive.org/details/archive.org_bot',
        '+http://www.archive.org/details/archive.org_bot',
      ],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; archive.org_bot +http://www.archive.org/details/archive.org_bot)',
        'Mozilla/5.0 (compatible; heritrix/3.3.0-SNAPSHOT-20140702-2247 +http://archive.org/details/archive.org_bot)',
      ],
      note: 'In 2017 the Internet Archive announced that it would rely less on robots.txt.',
    },
    {
      token: 'ia_archiver',
      operator: 'Alexa Internet',
      userAgentPatterns: ['ia_archiver', 'ia_archiver-web.archive.org'],
      exampleUserAgents: [
        'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
        'ia_archiver-web.archive.org',
      ],
      note: 'Alexa’s crawler, which once filled the Wayback Machine; many files still name it to address that.',
    },
    {
      token: 'heritrix',
      operator: 'people who run Heritrix',
      operatorUrl: 'https://github.com/internetarchive/heritrix3/wiki',
      exampleUserAgents: ['Mozilla/5.0 (compatible; heritrix/1.12.1 +http://www.webarchiv.cz)'],
      note: 'An archiving crawler that many libraries run; whether it follows robots.txt is a setting of each crawl.',
    },
  ]),
  ...defineAgents({ obeys: 'unknown', purposes: ['archive'], ...wellKnownBots }, [
    {
      token: 'special_archiver',
      operator: 'Internet Archive (Archive-It)',
      operatorUrl: 'https://archive-it.org/files/site-owners-special.html',
      userAgentPatterns: [
        'special_archiver',
        // The longest match decides. This pattern is longer than the URL in it, which also occurs in archive.org_bot's
        // header.
        'special_archiver/3.1.1 +http://www.archive.org/details/archive.org_bot',
      ],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; special_archiver/3.1.1 +http://www.archive.org/details/archive.org_bot)',
      ],
    },
  ]),
  ...defineAgents({ obeys: 'unknown', purposes: ['archive'], ...readAtOperator }, [
    {
      token: 'Arquivo-web-crawler',
      operator: 'Arquivo.pt',
      operatorUrl: 'https://arquivo.pt/faq-crawling',
      exampleUserAgents: [
        'Arquivo-web-crawler (compatible; heritrix/3.4.0-20200304 +https://arquivo.pt/faq-crawling)',
      ],
      source: 'https://usehall.com/agents/arquivo-web-crawler',
      sourceKind: 'third-party',
    },
  ]),
];

const intelligence: readonly RecordedAgent[] = [
  ...defineAgents({ ...readAtOperator }, [
    {
      token: 'ImagesiftBot',
      operatorUrl: 'https://imagesift.com/about',
      exampleUserAgents: ['Mozilla/5.0 (compatible; ImagesiftBot; +imagesift.com)'],
      asOf: '2026-11-22',
      operator: 'ImageSift (Hive)',
      purposes: ['intelligence'],
      source: 'https://imagesift.com/about',
      obeys: 'yes',
      crawlDelay: 'yes',
      fallbackTokens: ['Googlebot'],
      note: 'Without its own group, it follows the rules for Googlebot.',
    },
    {
      token: 'Diffbot',
      operator: 'Diffbot',
      operatorUrl: 'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt',
      purposes: ['intelligence', 'retrieval', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.9.1.2) Gecko/20090729 Firefox/3.5.2 (.NET CLR 3.5.30729; Diffbot/0.1; +http://www.diffbot.com)',
      ],
      obeys: 'yes',
      crawlDelay: 'yes',
      source: 'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt',
      note: 'By default; it may be switched off by agreement with a site, and customers set up crawls of their own.',
    },
    {
      token: 'Diffbot-User',
      operator: 'Diffbot',
      operatorUrl: 'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt',
      purposes: ['assistant'],
      obeys: 'unknown',
      source: 'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt',
    },
  ]),
  ...defineAgents({ purposes: ['intelligence'], ...aiRobotsTxt }, [
    {
      token: 'omgili',
      operator: 'Webz.io',
      operatorUrl:
        'https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/',
      exampleUserAgents: ['omgili/0.5 +http://omgili.com'],
      obeys: 'yes',
    },
    { token: 'omgilibot', operator: 'Webz.io', obeys: 'yes' },
    {
      token: 'webzio-extended',
      operator: 'Webz.io',
      operatorUrl: 'https://webz.io/bot.html',
      purposes: ['intelligence', 'training'],
      exampleUserAgents: ['webzio-extended (+https://webz.io/bot.html)'],
      obeys: 'unknown',
    },
    {
      token: 'VelenPublicWebCrawler',
      operator: 'Velen',
      operatorUrl: 'https://velen.io',
      purposes: ['intelligence', 'training'],
      obeys: 'yes',
    },
    {
      token: 'panscient.com',
      operator: 'Panscient',
      operatorUrl: 'https://panscient.com/faq.htm',
      exampleUserAgents: ['panscient.com'],
      obeys: 'yes',
    },
    {
      token: 'aiHitBot',
      operator: 'aiHit',
      operatorUrl: 'https://www.aihitdata.com/about',
      exampleUserAgents: ['Mozilla/5.0 (compatible; aiHitBot/2.9; +https://www.aihitdata.com/about)'],
      obeys: 'yes',
    },
    {
      token: 'FriendlyCrawler',
      operator: 'unknown',
      purposes: ['training', 'unspecified'],
      exampleUserAgents: [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/605.1.15 (KHTML, like Gecko; compatible; FriendlyCrawler/1.0) Chrome/120.0.6099.216 Safari/605.1.15',
      ],
      obeys: 'yes',
    },
  ]),
  ...defineAgents({ obeys: 'unknown', purposes: ['intelligence'], ...crawlerUserAgents }, [
    {
      token: 'webzio',
      operator: 'Webz.io',
      operatorUrl: 'https://webz.io/bot.html',
      exampleUserAgents: ['webzio (+https://webz.io/bot.html)'],
    },
    {
      token: 'ZoominfoBot',
      operator: 'ZoomInfo',
      exampleUserAgents: ['ZoominfoBot (zoominfobot at zoominfo dot com)'],
    },
    {
      token: 'trendictionbot',
      operator: 'Talkwalker',
      operatorUrl: 'https://www.trendiction.de/bot',
      userAgentPatterns: ['trendictionbot', 'trendictionbot0.'],
      exampleUserAgents: [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; trendictionbot0.5.0; trendiction search; http://www.trendiction.de/bot; please let us know of any problems; web at trendiction.com) Gecko/20170101 Firefox/67.0',
      ],
    },
    {
      token: 'magpie-crawler',
      operator: 'Brandwatch',
      exampleUserAgents: ['magpie-crawler/1.1 (U; Linux amd64; en-GB; +http://www.brandwatch.net)'],
    },
    {
      token: 'AwarioBot',
      operator: 'Awario',
      operatorUrl: 'https://awario.com/bots.html',
      exampleUserAgents: ['Mozilla/5.0 (compatible; AwarioBot/1.0; +https://awario.com/bots.html)'],
    },
    {
      token: 'BrandVerity',
      operator: 'BrandVerity',
      operatorUrl: 'https://www.brandverity.com/why-is-brandverity-visiting-me',
      purposes: ['intelligence', 'advertising'],
      exampleUserAgents: [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.10; rv:41.0) Gecko/20100101 Firefox/55.0 BrandVerity/1.0 (http://www.brandverity.com/why-is-brandverity-visiting-me)',
      ],
    },
    {
      token: 'BW',
      title: 'BuiltWith',
      operator: 'BuiltWith',
      operatorUrl: 'https://builtwith.com/biup',
      userAgentPatterns: ['BW/1.'],
      exampleUserAgents: ['BW/1.1; bit.ly/3eZNDnO'],
    },
    {
      token: 'Linguee',
      operator: 'Linguee (DeepL)',
      operatorUrl: 'https://www.linguee.com/bot',
      userAgentPatterns: ['Linguee Bot'],
      exampleUserAgents: ['Linguee Bot (http://www.linguee.com/bot; bot@linguee.com)'],
      note: 'Collects translations. Its name has a space; files write `Linguee Bot`.',
    },
  ]),
];

/** All profiles in this file. */
export const archivesAndCorpora: readonly RecordedAgent[] = [...archives, ...intelligence];
