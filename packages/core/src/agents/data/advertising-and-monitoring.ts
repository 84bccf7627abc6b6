/** Crawlers for advertising and its verification, site monitoring and payments. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';
import { ipRanges, reverseDns } from './verification.ts';

const advertising: readonly RecordedAgent[] = [
  ...defineAgents({ purposes: ['advertising'], sourceKind: 'operator', asOf: '2026-11-20' }, [
    {
      token: 'NeuwoBot',
      operator: 'Neuwo',
      operatorUrl: 'https://neuwo.ai/neuwobot/',
      exampleUserAgents: ['NeuwoBot/0.1'],
      obeys: 'yes',
      source: 'https://neuwo.ai/neuwobot/',
      asOf: '2026-11-22',
    },
    {
      token: 'TTD-Content',
      operator: 'The Trade Desk',
      operatorUrl: 'https://www.thetradedesk.com/us/ttd-content',
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; TTD-Content; +https://www.thetradedesk.com/general/ttd-content)',
      ],
      obeys: 'yes',
      source: 'https://www.thetradedesk.com/cn/ttd-content',
    },
    {
      token: 'CriteoBot',
      operator: 'Criteo',
      operatorUrl: 'https://www.criteo.com/criteo-crawler/',
      exampleUserAgents: ['CriteoBot/0.1 (+https://www.criteo.com/criteo-crawler/)'],
      obeys: 'unknown',
      source: 'https://www.criteo.com/jp/criteo-crawler/',
    },
  ]),
  ...defineAgents({ obeys: 'unknown', purposes: ['advertising'], ...crawlerUserAgents }, [
    {
      token: 'proximic',
      operator: 'Comscore',
      exampleUserAgents: ['Mozilla/5.0 (compatible; proximic; +http://www.proximic.com/info/spider.php)'],
    },
    {
      token: 'GrapeshotCrawler',
      operator: 'Oracle',
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; GrapeshotCrawler/2.0; +http://www.grapeshot.co.uk/crawler.php)',
      ],
    },
    {
      token: 'ias_crawler',
      title: 'IAS crawler',
      operator: 'Integral Ad Science',
      operatorUrl: 'https://integralads.com/site-indexing-policy/',
      exampleUserAgents: ['IAS crawler (ias_crawler; http://integralads.com/site-indexing-policy/)'],
    },
    {
      token: 'ADmantX',
      operator: 'Integral Ad Science',
      exampleUserAgents: [
        'ADmantX Platform Semantic Analyzer - ADmantX Inc. - www.admantx.com - support@admantx.com',
      ],
    },
    {
      token: 'Quantcastbot',
      operator: 'Quantcast',
      operatorUrl: 'https://www.quantcast.com/bot',
      exampleUserAgents: ['Quantcastbot/1.0 (+https://www.quantcast.com/bot)'],
      ...wellKnownBots,
    },
    {
      token: 'Adagiobot',
      operator: 'Adagio',
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Adagiobot/1.0) Chrome/112.0.5615.137 Safari/537.36',
      ],
      ...wellKnownBots,
    },
    {
      token: 'BidswitchBot',
      operator: 'BidSwitch',
      exampleUserAgents: ['bidswitchbot/1.0'],
    },
    {
      token: 'Leikibot',
      operator: 'DoubleVerify (Leiki)',
      exampleUserAgents: ['Mozilla/5.0 (Windows NT 6.3;compatible; Leikibot/1.0; +http://www.leiki.com)'],
    },
    {
      token: 'AdsTxtCrawler',
      operator: 'anyone who runs it',
      exampleUserAgents: ['AdsTxtCrawler/1.0'],
      note: 'Reads ads.txt, the list of authorised sellers.',
    },
  ]),
];

const monitoring: readonly RecordedAgent[] = defineAgents(
  { obeys: 'unknown', purposes: ['monitoring'], ...crawlerUserAgents },
  [
    {
      token: 'UptimeRobot',
      operator: 'UptimeRobot',
      operatorUrl: 'https://uptimerobot.com/help/locations/',
      exampleUserAgents: ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
    },
    {
      token: 'PingdomPageSpeed',
      title: 'Pingdom',
      operator: 'SolarWinds',
      exampleUserAgents: [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/61.0.3163.100 Chrome/61.0.3163.100 Safari/537.36 PingdomPageSpeed/1.0 (pingbot/2.0; http://www.pingdom.com/)',
      ],
      verification: [ipRanges('https://my.pingdom.com/probes/ipv4', 'list')],
    },
    {
      token: 'PingdomTMS',
      title: 'Pingdom transactions',
      operator: 'SolarWinds',
      exampleUserAgents: [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) browser/2020.2.0 Chrome/78.0.3904.130 Electron/7.1.7 Safari/537.36 PingdomTMS/2020.2',
      ],
      verification: [ipRanges('https://my.pingdom.com/probes/ipv4', 'list')],
    },
    {
      token: 'StatusCake',
      operator: 'StatusCake',
      operatorUrl: 'https://www.statuscake.com/kb/knowledge-base/what-are-your-ips/',
      userAgentPatterns: ['StatusCake', 'StatusCake_Uptime_Checker'],
      exampleUserAgents: ['StatusCake/1.0', 'StatusCake_Uptime_Checker/1.0'],
      verification: [ipRanges('https://app.statuscake.com/Workfloor/Locations.php?format=json', 'json')],
      ...wellKnownBots,
    },
    {
      token: 'Checkly',
      operator: 'Checkly',
      operatorUrl: 'https://www.checklyhq.com/docs/platform/allowlisting-traffic/',
      exampleUserAgents: ['Checkly/1.0'],
      verification: [ipRanges('https://api.checklyhq.com/v1/static-ips', 'json')],
      ...wellKnownBots,
    },
    {
      token: 'DatadogSynthetics',
      operator: 'Datadog',
      operatorUrl: 'https://docs.datadoghq.com/synthetics/guide/identify_synthetics_bots/',
      userAgentPatterns: ['DatadogSynthetics', 'Datadog/Synthetics'],
      exampleUserAgents: [
        'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:72.0) Gecko/20100101 Firefox/72.0 DatadogSynthetics',
        'Datadog/Synthetics',
      ],
      verification: [ipRanges('https://ip-ranges.datadoghq.com/synthetics.json', 'json')],
      ...wellKnownBots,
    },
    {
      token: 'NewRelicbot',
      operator: 'New Relic',
      exampleUserAgents: ['Mozilla/5.0 (compatible; NewRelicbot/2.1; +http://www.newrelic.com)'],
      ...wellKnownBots,
    },
    {
      token: 'SentryUptimeBot',
      operator: 'Sentry',
      operatorUrl: 'https://docs.sentry.io/product/uptime-monitoring/',
      exampleUserAgents: ['SentryUptimeBot/1.0 (+http://docs.sentry.io/product/uptime-monitoring/)'],
      verification: [ipRanges('https://sentry.io/api/0/uptime-ips/', 'list')],
      ...wellKnownBots,
    },
    {
      token: 'Site24x7',
      operator: 'Zoho',
      exampleUserAgents: ['Site24x7'],
    },
    {
      token: 'HetrixTools',
      operator: 'HetrixTools',
      operatorUrl: 'https://hetrixtools.com/uptime-monitoring-bot.html',
      exampleUserAgents: [
        'HetrixTools Uptime Monitoring Bot. https://hetrix.tools/uptime-monitoring-bot.html',
      ],
    },
    {
      token: 'Uptime-Kuma',
      operator: 'people who run Uptime Kuma',
      operatorUrl: 'https://uptime.kuma.pet/',
      exampleUserAgents: ['Uptime-Kuma/1.18.0'],
    },
    {
      token: 'updown.io',
      operator: 'updown.io',
      operatorUrl: 'https://updown.io',
      exampleUserAgents: ['updown.io daemon 2.11'],
    },
    {
      token: 'Cloudflare-Healthchecks',
      operator: 'Cloudflare',
      operatorUrl: 'https://developers.cloudflare.com/health-checks/',
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; Cloudflare-Healthchecks/1.0; +https://www.cloudflare.com/; healthcheck-id: AAAAAAAAAAAAAAAA)',
      ],
      note: 'The list covers all of Cloudflare, including programs of its customers.',
      verification: [ipRanges('https://www.cloudflare.com/ips-v4/', 'list')],
      ...wellKnownBots,
    },
    {
      token: 'Chrome-Lighthouse',
      title: 'Lighthouse',
      operator: 'people who run Lighthouse',
      operatorUrl: 'https://developers.google.com/speed/pagespeed/insights',
      purposes: ['site-tool', 'monitoring'],
      exampleUserAgents: [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3694.0 Safari/537.36 Chrome-Lighthouse',
      ],
    },
    {
      token: 'GTmetrix',
      operator: 'GTmetrix',
      operatorUrl: 'https://gtmetrix.com/',
      purposes: ['site-tool', 'monitoring'],
      exampleUserAgents: [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix',
      ],
    },
  ],
);

const payments: readonly RecordedAgent[] = defineAgents({ sourceKind: 'operator', asOf: '2026-11-22' }, [
  {
    token: 'Stripebot',
    operator: 'Stripe',
    operatorUrl: 'https://docs.stripe.com/stripebot-crawler',
    purposes: ['site-tool', 'intelligence'],
    exampleUserAgents: [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Safari/537.36 (Stripebot/1.0)',
    ],
    verification: [reverseDns('crawl.stripe.com')],
    obeys: 'yes',
    source: 'https://docs.stripe.com/stripebot-crawler',
    note: 'Reads the sites of Stripe’s own customers. Mostly follows RFC 9309, but uses only the first group that names it.',
  },
]);

/** All profiles in this file. */
export const advertisingAndMonitoring: readonly RecordedAgent[] = [
  ...advertising,
  ...monitoring,
  ...payments,
];
