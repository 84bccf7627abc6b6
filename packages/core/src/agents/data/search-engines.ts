/** Search engines besides Google, Bing, Yandex and Apple. */
import type { AgentProfile } from '../agent-profile.ts';
import { defineAgents } from '../define-agents.ts';
import { aiRobotsTxt, crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';
import { ipRanges, reverseDns, signature } from './verification.ts';

const readAtOperator = { sourceKind: 'operator', asOf: '2026-11-20' } as const;

const documented: readonly AgentProfile[] = defineAgents({ ...readAtOperator }, [
  {
    token: 'DuckDuckBot',
    operator: 'DuckDuckGo',
    operatorUrl: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot',
    purposes: ['search'],
    exampleUserAgents: ['DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)'],
    verification: [ipRanges('https://duckduckgo.com/duckduckbot.json')],
    obeys: 'yes',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot',
    asOf: '2026-11-22',
    note: 'The page names the rules of Perl’s WWW::RobotRules, which are those of 1994.',
  },
  {
    token: 'DuckAssistBot',
    operator: 'DuckDuckGo',
    operatorUrl: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    purposes: ['retrieval', 'assistant'],
    exampleUserAgents: ['DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)'],
    verification: [
      ipRanges('https://duckduckgo.com/duckassistbot.json'),
      signature('https://assistbot.duckduckgo.com'),
    ],
    obeys: 'yes',
    source: 'https://duckduckgo.github.io/duckduckgo-help-pages/results/duckassistbot/',
    note: 'A changed file takes effect after up to 72 hours.',
  },
  {
    token: 'SeznamBot',
    operator: 'Seznam.cz',
    operatorUrl: 'https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)',
    ],
    obeys: 'yes',
    source: 'https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control',
    note: 'Builds on the text of 1994 with extensions of its own, Allow and Request-rate among them.',
  },
  {
    token: 'Yeti',
    operator: 'Naver',
    operatorUrl: 'https://searchadvisor.naver.com/guide/seo-basic-firewall',
    purposes: ['search'],
    userAgentPatterns: ['Yeti/'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)'],
    obeys: 'unknown',
    source: 'https://searchadvisor.naver.com/guide/seo-basic-firewall',
  },
  {
    token: 'Ads-Naver',
    operator: 'Naver',
    operatorUrl: 'https://searchadvisor.naver.com/guide/seo-basic-firewall',
    purposes: ['advertising'],
    obeys: 'unknown',
    source: 'https://searchadvisor.naver.com/guide/seo-basic-firewall',
  },
  {
    token: 'Blueno',
    operator: 'Naver',
    operatorUrl: 'https://searchadvisor.naver.com/guide/seo-basic-firewall',
    purposes: ['preview'],
    userAgentPatterns: ['Blueno/'],
    obeys: 'unknown',
    source: 'https://searchadvisor.naver.com/guide/seo-basic-firewall',
  },
  {
    token: 'Qwantbot',
    operator: 'Qwant',
    operatorUrl: 'https://help.qwant.com/bot/',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible; Qwantbot/1.0_12345; +https://help.qwant.com/bot/)',
      'Mozilla/5.0 (compatible; Qwantbot-news/2.0; +https://help.qwant.com/bot/)',
    ],
    dialect: 'koster-1994',
    dialectBasis: 'documented',
    obeys: 'yes',
    source: 'https://help.qwant.com/bot/',
    note: 'Refers to the text of 1994 and to nothing later.',
  },
  {
    token: 'MojeekBot',
    operator: 'Mojeek',
    operatorUrl: 'https://www.mojeek.com/bot.html',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; MojeekBot/0.6; +https://www.mojeek.com/bot.html)'],
    dialect: 'koster-1994',
    dialectBasis: 'assumed',
    obeys: 'yes',
    crawlDelay: 'no',
    source: 'https://www.mojeek.com/bot.html',
    note: 'Takes the first record whose value contains its name, else the first of `*`.',
  },
  {
    token: 'PetalBot',
    operator: 'Huawei',
    operatorUrl: 'https://webmaster.petalsearch.com/site/petalbot',
    purposes: ['search', 'retrieval'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
      'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
    ],
    obeys: 'yes',
    source: 'https://aspiegel.com/petalbot',
  },
]);

const baiduHelp = {
  operator: 'Baidu',
  operatorUrl: 'https://help.baidu.com/question?prod_id=99&class=476&id=2996',
  verification: [reverseDns('baidu.com', 'baidu.jp')],
  obeys: 'yes',
  source: 'https://hk.javashuo.com/article/p-srajtyum-ek.html',
  sourceKind: 'third-party',
  asOf: '2026-11-20',
} as const;

const baidu: readonly AgentProfile[] = defineAgents({ ...baiduHelp }, [
  {
    token: 'Baiduspider',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
      'Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)',
    ],
    note: 'Web search, mobile included.',
  },
  { token: 'Baiduspider-image', purposes: ['search'] },
  { token: 'Baiduspider-video', purposes: ['search'] },
  { token: 'Baiduspider-news', purposes: ['search'] },
  { token: 'Baiduspider-ads', purposes: ['advertising'] },
]);

const listed: readonly AgentProfile[] = defineAgents({ obeys: 'unknown', ...crawlerUserAgents }, [
  {
    token: 'Slurp',
    title: 'Yahoo! Slurp',
    operator: 'Yahoo',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    ],
  },
  {
    token: 'Sogou',
    operator: 'Sogou',
    operatorUrl: 'https://www.sogou.com/docs/help/webmasters.htm',
    purposes: ['search'],
    userAgentPatterns: ['Sogou web spider', 'Sogou News Spider', 'Sogou Pic Spider'],
    exampleUserAgents: [
      'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
      'Sogou News Spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
      'Sogou Pic Spider/3.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    ],
    note: 'Its names hold spaces, which no product token may; files write `Sogou web spider`.',
  },
  {
    token: '360Spider',
    operator: 'Qihoo 360',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/50.0.2661.102 Safari/537.36; 360Spider',
    ],
  },
  {
    token: 'YisouSpider',
    operator: 'Shenma (Alibaba)',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.81 YisouSpider/5.0 Safari/537.36',
    ],
  },
  {
    token: 'coccocbot-web',
    title: 'Cốc Cốc',
    operator: 'Cốc Cốc',
    operatorUrl: 'https://help.coccoc.com/searchengine',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; coccocbot-web/1.0; +http://help.coccoc.com/searchengine)'],
  },
  {
    token: 'coccocbot-image',
    title: 'Cốc Cốc images',
    operator: 'Cốc Cốc',
    operatorUrl: 'https://help.coccoc.com/searchengine',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible; coccocbot-image/1.0; +http://help.coccoc.com/searchengine)',
    ],
  },
  {
    token: 'Mail.RU_Bot',
    operator: 'Mail.ru',
    operatorUrl: 'https://go.mail.ru/help/robots',
    purposes: ['search'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible; Linux x86_64; Mail.RU_Bot/Robots/2.0; +http://go.mail.ru/help/robots)',
    ],
  },
  {
    token: 'Qwantify',
    operator: 'Qwant',
    operatorUrl: 'https://help.qwant.com/bot/',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; Qwantify/Bleriot/1.1; +https://help.qwant.com/bot)'],
    note: 'The former name of Qwantbot.',
  },
  {
    token: 'Exabot',
    operator: 'Exalead (Dassault Systèmes)',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; Exabot/3.0; +http://www.exabot.com/go/robot)'],
    note: 'Exa, which sells search to AI systems, is said to use the same token.',
  },
  {
    token: 'SeekportBot',
    operator: 'Seekport',
    operatorUrl: 'https://bot.seekport.com',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; SeekportBot; +https://bot.seekport.com)'],
  },
  {
    token: 'yacybot',
    operator: 'people who run YaCy',
    operatorUrl: 'https://yacy.net/bot.html',
    purposes: ['search'],
    exampleUserAgents: [
      'yacybot (-global; amd64 Linux 5.2.11-Jinsol; java 12.0.2; Europe/en) http://yacy.net/bot.html',
    ],
  },
  {
    token: 'Neevabot',
    operator: 'Neeva',
    purposes: ['search'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; Neevabot/1.0; +https://neeva.com/neevabot)'],
    note: 'The search engine closed in 2023.',
  },
]);

const listedElsewhere: readonly AgentProfile[] = [
  ...defineAgents({ obeys: 'unknown', ...wellKnownBots }, [
    {
      token: 'StractBot',
      operator: 'Stract',
      operatorUrl: 'https://trystract.com/webmasters',
      purposes: ['search'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; StractBot/0.1; open source search engine; +https://trystract.com/webmasters)',
      ],
    },
  ]),
  ...defineAgents({ ...aiRobotsTxt }, [
    {
      token: 'Bravebot',
      operator: 'Brave',
      operatorUrl: 'https://search.brave.com/help/brave-search-crawler',
      purposes: ['search', 'retrieval'],
      obeys: 'yes',
      note: 'Brave Search says that its crawler sends no name of its own, so that a group for it may never meet a request.',
    },
    {
      token: 'AddSearchBot',
      operator: 'AddSearch',
      operatorUrl: 'https://www.addsearch.com/bot',
      purposes: ['site-tool', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; AddSearchBot/0.9; +http://www.addsearch.com/bot; info@addsearch.com)',
      ],
      obeys: 'unknown',
    },
  ]),
  ...defineAgents({ obeys: 'unknown', ...crawlerUserAgents }, [
    {
      token: 'Kagibot',
      operator: 'Kagi',
      operatorUrl: 'https://kagi.com/bot',
      purposes: ['search'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; Kagibot/1.0; +https://kagi.com/bot)'],
    },
  ]),
];

/** Every profile of this file. */
export const searchEngines: readonly AgentProfile[] = [
  ...documented,
  ...baidu,
  ...listed,
  ...listedElsewhere,
];
