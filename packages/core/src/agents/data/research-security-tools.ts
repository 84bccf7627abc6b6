/** Science, security scanning, and programs that anyone may run. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { aiRobotsTxt, crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';

const research: readonly RecordedAgent[] = [
  ...defineAgents({ purposes: ['research'], sourceKind: 'operator', asOf: '2026-11-20' }, [
    {
      token: 'TurnitinBot',
      operator: 'Turnitin',
      operatorUrl: 'https://turnitin.com/robot/crawlerinfo.html',
      purposes: ['research', 'intelligence'],
      exampleUserAgents: ['TurnitinBot (https://turnitin.com/robot/crawlerinfo.html)'],
      note: 'Looks for copied text in students’ work.',
      asOf: '2026-11-22',
      source: 'https://turnitin.com/robot/crawlerinfo.html',
      obeys: 'yes',
    },
    {
      token: 'Cotoyogi',
      operator: 'Research Organization of Information and Systems (Japan)',
      operatorUrl: 'https://ds.rois.ac.jp/en_center8/en_crawler/',
      purposes: ['research', 'training'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; Cotoyogi/4.0; +https://ds.rois.ac.jp/center8/crawler/)'],
      dialectBasis: 'documented',
      obeys: 'yes',
      crawlDelay: 'yes',
      source: 'https://ds.rois.ac.jp/en_center8/en_crawler/',
      note: 'Its page refers to RFC 9309, yet shows a pattern without a leading slash or star.',
    },
  ]),
  ...defineAgents({ obeys: 'yes', ...aiRobotsTxt }, [
    {
      token: 'ICC-Crawler',
      operator: 'National Institute of Information and Communications Technology (Japan)',
      operatorUrl: 'https://ucri.nict.go.jp/en/icccrawler.html',
      purposes: ['research', 'training'],
      exampleUserAgents: [
        'ICC-Crawler/2.0 (Mozilla-compatible; ; http://ucri.nict.go.jp/en/icccrawler.html)',
      ],
    },
  ]),
  ...defineAgents({ obeys: 'unknown', purposes: ['research'], ...crawlerUserAgents }, [
    {
      token: 'SemanticScholarBot',
      operator: 'Allen Institute for AI',
      operatorUrl: 'https://www.semanticscholar.org/crawler',
      purposes: ['research', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible) SemanticScholarBot (+https://www.semanticscholar.org/crawler)',
      ],
    },
    {
      token: 'findlinks',
      operator: 'Leipzig University',
      operatorUrl: 'https://wortschatz.uni-leipzig.de/findlinks/',
      exampleUserAgents: ['findlinks/2.6 (+http://wortschatz.uni-leipzig.de/findlinks/)'],
    },
    {
      token: 'AcademicBotRTU',
      operator: 'Riga Technical University',
      operatorUrl: 'https://academicbot.rtu.lv',
      exampleUserAgents: ['AcademicBotRTU (https://academicbot.rtu.lv; mailto:caps@rtu.lv)'],
      ...wellKnownBots,
    },
    {
      token: 'MaCoCu',
      operator: 'MaCoCu project',
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; MaCoCu; +https://www.clarin.si/info/macocu-massive-collection-and-curation-of-monolingual-and-bilingual-data/)',
      ],
    },
    {
      token: 'Owler',
      title: 'OWLer',
      operator: 'Open Web Search EU',
      operatorUrl: 'https://ows.eu/owler',
      purposes: ['search', 'research'],
      userAgentPatterns: ['Owler (ows.eu', 'OWLer-'],
      exampleUserAgents: ['Owler (ows.eu/owler)', 'OWLer-W (owler@ows.eu)'],
      dialect: 'crawler-commons',
      note: 'Said to build on StormCrawler.',
    },
  ]),
];

const security: readonly RecordedAgent[] = defineAgents(
  { obeys: 'unknown', purposes: ['security'], ...crawlerUserAgents },
  [
    {
      token: 'CensysInspect',
      operator: 'Censys',
      operatorUrl: 'https://docs.censys.com/docs/opt-out-of-data-collection',
      exampleUserAgents: ['Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)'],
    },
    {
      token: 'InternetMeasurement',
      operator: 'driftnet.io',
      operatorUrl: 'https://internet-measurement.com',
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; InternetMeasurement/1.0; +https://internet-measurement.com/)',
      ],
    },
    {
      token: 'Expanse',
      operator: 'Palo Alto Networks',
      operatorUrl: 'https://www.paloaltonetworks.com/cortex/cortex-xpanse',
      userAgentPatterns: ['Expanse, a Palo Alto Networks company'],
    },
    {
      token: 'NetcraftSurveyAgent',
      operator: 'Netcraft',
      purposes: ['security', 'research'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; NetcraftSurveyAgent/1.0; +info@netcraft.com)'],
    },
    {
      token: 'l9explore',
      operator: 'people who run l9explore, LeakIX among them',
      operatorUrl: 'https://github.com/LeakIX/l9explore',
      exampleUserAgents: ['l9explore/1.2.2'],
    },
    {
      token: 'zgrab',
      operator: 'people who run ZGrab',
      operatorUrl: 'https://github.com/zmap/zgrab2',
      exampleUserAgents: ['Mozilla/5.0 zgrab/0.x'],
    },
  ],
);

const programs: readonly RecordedAgent[] = defineAgents(
  { obeys: 'unknown', purposes: ['unspecified'], ...crawlerUserAgents },
  [
    {
      token: 'Wget',
      operator: 'people who run GNU Wget',
      operatorUrl: 'https://www.gnu.org/software/wget/',
      exampleUserAgents: ['Wget/1.20.3 (linux-gnu)'],
      userAgentPatterns: ['Wget/'],
      dialect: 'wget',
      dialectBasis: 'documented',
      obeys: 'yes',
      note: 'In recursive downloads, unless switched off.',
    },
    {
      token: 'Scrapy',
      operator: 'people who run Scrapy',
      operatorUrl: 'https://scrapy.org',
      exampleUserAgents: ['Scrapy/1.0.3 (+http://scrapy.org)'],
      dialect: 'protego',
      dialectBasis: 'documented',
      note: 'Following robots.txt is a setting, on in new projects.',
    },
    {
      token: 'HTTrack',
      operator: 'people who run HTTrack',
      purposes: ['archive', 'unspecified'],
      exampleUserAgents: ['Mozilla/4.5 (compatible; HTTrack 3.0x; Windows 98)'],
    },
    {
      token: 'img2dataset',
      operator: 'people who run img2dataset',
      operatorUrl: 'https://github.com/rom1504/img2dataset',
      purposes: ['training', 'research'],
      userAgentPatterns: ['img2downloader', 'img2dataset'],
      exampleUserAgents: [
        'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:72.0) Gecko/20100101 Firefox/72.0 (compatible; img2dataset; +https://github.com/rom1504/img2dataset)',
        'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:72.0) Gecko/20100101 Firefox/72.0 (compatible; img2downloader; +https://github.com/rom1504/img2dataset)',
      ],
      ...wellKnownBots,
      note: 'Downloads lists of image addresses; it discovers no pages.',
    },
    {
      token: 'Crawl4AI',
      operator: 'people who run Crawl4AI',
      operatorUrl: 'https://github.com/unclecode/crawl4ai',
      purposes: ['retrieval', 'unspecified'],
      ...aiRobotsTxt,
    },
    {
      token: 'Lightpanda',
      operator: 'people who run Lightpanda',
      operatorUrl: 'https://github.com/lightpanda-io/browser',
      purposes: ['assistant', 'unspecified'],
      ...aiRobotsTxt,
      note: 'A browser for software; following robots.txt is a setting.',
    },
  ],
);

/** All profiles in this file. */
export const researchSecurityTools: readonly RecordedAgent[] = [...research, ...security, ...programs];
