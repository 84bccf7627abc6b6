/** Link indexes, rankings and site audits. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { aiRobotsTxt, crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';
import { ipRanges, reverseDns } from './verification.ts';

const documented: readonly RecordedAgent[] = defineAgents(
  { sourceKind: 'operator', asOf: '2026-11-20', obeys: 'yes' },
  [
    {
      token: 'SISTRIX',
      purposes: ['seo'],
      operator: 'SISTRIX',
      operatorUrl: 'https://crawler.sistrix.net/',
      exampleUserAgents: ['Mozilla/5.0 (compatible; SISTRIX Crawler; http://crawler.sistrix.net/)'],
      asOf: '2026-11-22',
      source: 'https://www.sistrix.com/tutorials/crawling-errors-in-the-optimizer/',
      verification: [reverseDns('crawler.sistrix.net')],
      note: 'Its page names the token sistrix. Customers may choose another header for audits of their own sites.',
    },
    {
      token: 'Barkrowler',
      purposes: ['seo'],
      operator: 'Babbar',
      asOf: '2026-11-22',
      operatorUrl: 'https://www.babbar.tech/crawler',
      source: 'https://www.babbar.tech/crawler',
      dialect: 'crawler-commons',
      dialectBasis: 'documented',
      crawlDelay: 'yes',
      verification: [reverseDns('babbar.eu')],
      exampleUserAgents: [
        'Barkrowler/0.9 (+http://www.exensa.com/crawl)',
        'Mozilla/5.0 (compatible; Barkrowler/0.9; +https://babbar.tech/crawler)',
      ],
    },
    {
      token: 'serpstatbot',
      purposes: ['seo'],
      operator: 'Serpstat',
      operatorUrl: 'https://serpstatbot.com/',
      exampleUserAgents: [
        'serpstatbot/1.0 (advanced backlink tracking bot; http://serpstatbot.com/; abuse@serpstatbot.com)',
      ],
      asOf: '2026-11-22',
      source: 'https://serpstatbot.com/',
      crawlDelay: 'yes',
      note: 'Caps Crawl-delay at twenty seconds.',
    },
    {
      token: 'BLEXBot',
      purposes: ['seo'],
      operator: 'SE Ranking',
      exampleUserAgents: ['Mozilla/5.0 (compatible; BLEXBot/1.0; +http://webmeup-crawler.com/)'],
      asOf: '2026-11-22',
      operatorUrl: 'https://help.seranking.com/hc/en-us/articles/17126130916636-BLEXBot-Crawler',
      source: 'https://help.seranking.com/hc/en-us/articles/17126130916636-BLEXBot-Crawler',
      crawlDelay: 'yes',
      verification: [reverseDns('seranking.com')],
    },
    {
      token: 'AhrefsBot',
      operator: 'Ahrefs',
      operatorUrl: 'https://ahrefs.com/robot',
      purposes: ['seo', 'search'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
      verification: [ipRanges('https://api.ahrefs.com/v3/public/crawler-ip-ranges')],
      crawlDelay: 'yes',
      source: 'https://ahrefs.com/robot',
      note: 'Also fills the index of the search engine Yep.',
    },
    {
      token: 'AhrefsSiteAudit',
      operator: 'Ahrefs',
      operatorUrl: 'https://ahrefs.com/robot/site-audit',
      purposes: ['seo', 'site-tool'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; AhrefsSiteAudit/6.1; +http://ahrefs.com/robot/site-audit)',
      ],
      verification: [ipRanges('https://api.ahrefs.com/v3/public/crawler-ip-ranges')],
      crawlDelay: 'yes',
      source: 'https://ahrefs.com/robot',
      note: 'A site’s verified owner may switch both promises off for that site.',
    },
    {
      token: 'SemrushBot',
      operator: 'Semrush',
      operatorUrl: 'https://www.semrush.com/bot/',
      purposes: ['seo'],
      userAgentPatterns: ['SemrushBot', 'SemrushBot-SA', 'SemrushBot-SI'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
        'Mozilla/5.0 (compatible; SemrushBot-SA/0.97; +http://www.semrush.com/bot.html)',
        'Mozilla/5.0 (compatible; SemrushBot-SI/0.97; +http://www.semrush.com/bot.html)',
      ],
      crawlDelay: 'yes',
      source: 'https://www.semrush.com/bot/',
      note: 'Said to cap Crawl-delay at ten seconds. Several Semrush tools have their own tokens.',
    },
    {
      token: 'MJ12bot',
      operator: 'Majestic',
      operatorUrl: 'https://mj12bot.com/',
      purposes: ['seo'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)'],
      crawlDelay: 'yes',
      source: 'https://mj12bot.com/',
      note: 'Runs on volunteers’ machines, so no list of addresses exists.',
    },
    {
      token: 'rogerbot',
      operator: 'Moz',
      operatorUrl: 'https://moz.com/help/moz-procedures/crawlers/rogerbot',
      purposes: ['seo', 'site-tool'],
      exampleUserAgents: [
        'rogerbot/1.2 (http://moz.com/help/pro/what-is-rogerbot-, rogerbot-crawler+phaser-testing-crawler-01@moz.com)',
      ],
      crawlDelay: 'yes',
      source: 'https://moz.com/help/moz-procedures/crawlers/rogerbot',
      note: 'Reads a Disallow of a full URL as `Disallow: /`.',
    },
    {
      token: 'dotbot',
      title: 'DotBot',
      operator: 'Moz',
      operatorUrl: 'https://moz.com/help/moz-procedures/crawlers/dotbot',
      purposes: ['seo'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; DotBot/1.1; http://www.opensiteexplorer.org/dotbot, help@moz.com)',
      ],
      crawlDelay: 'yes',
      source: 'https://moz.com/help/guides/moz-procedures/what-is-rogerbot',
    },
    {
      token: 'Screaming',
      title: 'Screaming Frog SEO Spider',
      operator: 'people who run the Screaming Frog SEO Spider',
      operatorUrl: 'https://www.screamingfrog.co.uk/seo-spider/',
      purposes: ['seo', 'site-tool'],
      userAgentPatterns: ['Screaming Frog SEO Spider'],
      exampleUserAgents: ['Screaming Frog SEO Spider/5.1'],
      fallbackTokens: ['Googlebot'],
      dialect: 'google',
      dialectBasis: 'documented',
      source: 'https://www.screamingfrog.co.uk/guides/robots-txt/',
      note: 'By default; users can switch this off. Files write `Screaming Frog SEO Spider`; the product token is its first word.',
    },
  ],
);

const semrushTools: readonly RecordedAgent[] = [
  ...defineAgents(
    {
      operator: 'Semrush',
      operatorUrl: 'https://www.semrush.com/bot/',
      purposes: ['seo', 'site-tool'],
      ...wellKnownBots,
    },
    [
      {
        token: 'SiteAuditBot',
        exampleUserAgents: ['Mozilla/5.0 (compatible; SiteAuditBot/1.1; +https://siteauditbot.com)'],
        obeys: 'unknown',
        ...crawlerUserAgents,
      },
      {
        token: 'SemrushBot-BA',
        title: 'Semrush Backlink Audit',
        exampleUserAgents: ['Mozilla/5.0 (compatible; SemrushBot-BA; +http://www.semrush.com/bot.html)'],
        obeys: 'yes',
      },
    ],
  ),
  ...defineAgents(
    { operator: 'Semrush', operatorUrl: 'https://www.semrush.com/bot/', obeys: 'yes', ...aiRobotsTxt },
    [
      { token: 'SemrushBot-OCOB', title: 'Semrush ContentShake AI', purposes: ['seo', 'retrieval'] },
      { token: 'SemrushBot-SWA', title: 'Semrush SEO Writing Assistant', purposes: ['seo'] },
    ],
  ),
];

const listed: readonly RecordedAgent[] = defineAgents(
  { obeys: 'unknown', purposes: ['seo'], ...crawlerUserAgents },
  [
    {
      token: 'DataForSeoBot',
      operator: 'DataForSEO',
      operatorUrl: 'https://dataforseo.com/dataforseo-bot',
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; DataForSeoBot/1.0; +https://dataforseo.com/dataforseo-bot)',
      ],
    },
    {
      token: 'IonCrawl',
      operator: 'IONOS',
      operatorUrl: 'https://www.ionos.de/terms-gtc/faq-crawler-en',
      exampleUserAgents: ['IonCrawl (https://www.ionos.de/terms-gtc/faq-crawler-en/)'],
    },
    {
      token: 'SeobilityBot',
      operator: 'Seobility',
      operatorUrl: 'https://www.seobility.net/sites/bot.html',
      exampleUserAgents: ['SeobilityBot (SEO Tool; https://www.seobility.net/sites/bot.html)'],
    },
    {
      token: 'SEOkicks',
      operator: 'SEOkicks',
      operatorUrl: 'https://www.seokicks.de/robot.html',
      exampleUserAgents: ['Mozilla/5.0 (compatible; SEOkicks; +https://www.seokicks.de/robot.html)'],
    },
    {
      token: 'XoviBot',
      operator: 'XOVI',
      exampleUserAgents: ['Mozilla/5.0 (compatible; XoviBot/2.0; +http://www.xovibot.net/)'],
    },
    {
      token: 'linkdexbot',
      operator: 'Linkdex',
      exampleUserAgents: ['Mozilla/5.0 (compatible; linkdexbot/2.2; +http://www.linkdex.com/bots/)'],
    },
    {
      token: 'Cocolyzebot',
      operator: 'Cocolyze',
      operatorUrl: 'https://cocolyze.com/bot',
      exampleUserAgents: ['Mozilla/5.0 (compatible; Cocolyzebot/1.0; https://cocolyze.com/bot)'],
    },
    {
      token: 'botify',
      operator: 'Botify',
      purposes: ['seo', 'site-tool'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; botify; http://botify.com)'],
    },
    {
      token: 'RyteBot',
      operator: 'Ryte',
      operatorUrl: 'https://bot.ryte.com/',
      purposes: ['seo', 'site-tool'],
      exampleUserAgents: ['RyteBot/1.0.0 (+https://bot.ryte.com/)'],
    },
    {
      token: 'OnCrawl',
      operator: 'Oncrawl',
      operatorUrl:
        'https://help.oncrawl.com/en/articles/2288662-what-ips-does-oncrawl-use-to-crawl-a-website',
      purposes: ['seo', 'site-tool'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; OnCrawl/1.0; +http://www.oncrawl.com)'],
      ...wellKnownBots,
    },
    {
      token: 'SenutoBot',
      operator: 'Senuto',
      exampleUserAgents: ['SenutoBot/1.0 (compatible; SenutoBot/1.0; +https://www.senuto.com/)'],
    },
    {
      token: 'Monsidobot',
      operator: 'Monsido',
      operatorUrl: 'https://monsido.com/bot.html',
      purposes: ['seo', 'site-tool'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; Monsidobot/2.2; +http://monsido.com/bot.html; info@monsido.com)',
      ],
    },
  ],
);

/** All profiles in this file. */
export const seo: readonly RecordedAgent[] = [...documented, ...semrushTools, ...listed];
