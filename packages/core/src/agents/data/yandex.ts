/** Yandex: the token for the whole family, the family's members, and the crawlers that follow only their own names. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { ipRanges, reverseDns } from './verification.ts';

const shared = {
  operator: 'Yandex',
  operatorUrl: 'https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots',
  verification: [
    ipRanges('https://yandex.com/ips', 'page'),
    reverseDns('yandex.ru', 'yandex.net', 'yandex.com'),
  ],
  dialect: 'yandex',
  dialectBasis: 'documented',
  obeys: 'yes',
  crawlDelay: 'no',
  source: 'https://yandex.com/support/webmaster/en/robot-workings/user-agent',
  sourceKind: 'operator',
  asOf: '2026-11-20',
} as const;

const family: readonly RecordedAgent[] = defineAgents({ ...shared }, [
  {
    token: 'Yandex',
    title: 'all robots of Yandex',
    purposes: ['search'],
    fetches: false,
    verification: [],
    note: 'Not a robot: the token addresses every Yandex robot that no group names and that general groups bind.',
  },
]);

const members: readonly RecordedAgent[] = defineAgents({ ...shared, fallbackTokens: ['Yandex'] }, [
  {
    token: 'YandexBot',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
    note: 'The main indexing robot; its detector of mirrors sends the same token.',
  },
  {
    token: 'YandexImages',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexVideo',
    purposes: ['search'],
    userAgentPatterns: ['YandexVideo', 'YandexVideoParser'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible; YandexVideo/3.0; +http://yandex.com/bots)',
      'Mozilla/5.0 (compatible; YandexVideoParser/1.0; +http://yandex.com/bots)',
    ],
  },
  {
    token: 'YandexMedia',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexMedia/3.0; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexBlogs',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexBlogs/0.99; robot; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexNews',
    purposes: ['search', 'feed'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexNews/4.0; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexMarket',
    purposes: ['shopping'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexMarket/1.0; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexVertis',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexVertis/3.0; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexWebmaster',
    purposes: ['site-tool'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexWebmaster/2.0; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexPagechecker',
    purposes: ['site-tool'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexPagechecker/1.0; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexForDomain',
    purposes: ['site-tool'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexForDomain/1.0; +http://yandex.com/bots)'],
  },
  {
    token: 'YandexSpravBot',
    purposes: ['search', 'intelligence'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexSpravBot/1.0; +http://yandex.com/bots)'],
    note: 'Yandex’s directory of businesses.',
  },
  {
    token: 'YandexAdditional',
    purposes: ['retrieval'],
    note: 'Quick answers in search, written by YandexGPT. Its requests are said to carry YandexAdditionalBot.',
    userAgentPatterns: ['YandexAdditional'],
  },
]);

const ignoresGeneralGroups = { ...shared, appliesStar: false } as const;
const UNCHECKED =
  'Believed to be one of the robots that general groups do not bind. Yandex says that there are such robots; its table of them could not be read.';

const byNameOnly: readonly RecordedAgent[] = defineAgents(ignoresGeneralGroups, [
  {
    token: 'YandexDirect',
    purposes: ['advertising'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexDirect/3.0; +http://yandex.com/bots)'],
    note: 'Only a group that names it binds it. The help pages for publishers warn nevertheless that a ban on Yandex may stop it.',
  },
  {
    token: 'YandexDirectDyn',
    purposes: ['advertising'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexDirectDyn/1.0; +http://yandex.com/bots)'],
    note: 'Makes dynamic banners. Only a group that names it binds it.',
  },
  {
    token: 'YaDirectFetcher',
    purposes: ['advertising'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YaDirectFetcher/1.0; Dyatel; +http://yandex.com/bots)'],
    note: 'Checks the pages of advertisements. Only a group that names it binds it.',
  },
  {
    token: 'YandexMetrika',
    purposes: ['advertising', 'monitoring'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexMetrika/2.0; +http://yandex.com/bots)'],
    note: UNCHECKED,
  },
  {
    token: 'YandexCalendar',
    purposes: ['assistant'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexCalendar/1.0; +http://yandex.com/bots)'],
    note: UNCHECKED,
  },
  {
    token: 'YandexUserproxy',
    purposes: ['assistant'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexUserproxy; robot; +http://yandex.com/bots)'],
    obeys: 'user-triggered',
    note: UNCHECKED,
  },
  {
    token: 'YandexSearchShop',
    purposes: ['shopping'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexSearchShop/1.0; +http://yandex.com/bots)'],
    note: UNCHECKED,
  },
  {
    token: 'YandexAccessibilityBot',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; YandexAccessibilityBot/3.0; +http://yandex.com/bots)'],
    note: UNCHECKED,
  },
  {
    token: 'YandexMobileBot',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 8_1 like Mac OS X) AppleWebKit/600.1.4 (KHTML, like Gecko) Version/8.0 Mobile/12B411 Safari/600.1.4 (compatible; YandexMobileBot/3.0; +http://yandex.com/bots)',
    ],
    note: UNCHECKED,
  },
  {
    token: 'YandexScreenshotBot',
    purposes: ['preview'],
    exampleUserAgents: [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2228.0 Safari/537.36 (compatible; YandexScreenshotBot/3.0; +http://yandex.com/bots)',
    ],
    note: UNCHECKED,
  },
]);

/** All Yandex profiles. */
export const yandex: readonly RecordedAgent[] = [...family, ...members, ...byNameOnly];
