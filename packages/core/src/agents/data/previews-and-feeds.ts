/** Fetchers of link previews, and feed readers. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';
import { reverseDns } from './verification.ts';

const readAtOperator = { sourceKind: 'operator', asOf: '2026-11-20' } as const;

const previews: readonly RecordedAgent[] = [
  ...defineAgents({ ...readAtOperator }, [
    {
      token: 'Pinterestbot',
      operator: 'Pinterest',
      operatorUrl: 'https://help.pinterest.com/en/business/article/pinterest-crawler',
      purposes: ['preview', 'shopping', 'search'],
      verification: [reverseDns('pinterest.com', 'pinterestcrawler.com')],
      userAgentPatterns: ['Pinterestbot', 'Pinterest/0.2'],
      exampleUserAgents: [
        'Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)',
        'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
      ],
      obeys: 'yes',
      source: 'https://help.pinterest.com/en/business/article/pinterest-crawler',
    },
    {
      token: 'Slackbot-LinkExpanding',
      operator: 'Slack',
      operatorUrl: 'https://api.slack.com/robots',
      purposes: ['preview'],
      exampleUserAgents: ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
      obeys: 'unknown',
      source: 'https://api.slack.com/robots',
      note: 'Others report that Slack does not follow robots.txt; its page does not mention it.',
    },
    {
      token: 'Slack-ImgProxy',
      operator: 'Slack',
      operatorUrl: 'https://api.slack.com/robots',
      purposes: ['preview'],
      exampleUserAgents: ['Slack-ImgProxy 1.138 (+https://api.slack.com/robots)'],
      obeys: 'unknown',
      source: 'https://api.slack.com/robots',
    },
    {
      token: 'Slackbot',
      operator: 'Slack',
      operatorUrl: 'https://api.slack.com/robots',
      purposes: ['site-tool', 'unspecified'],
      exampleUserAgents: ['Slackbot 1.0 (+https://api.slack.com/robots)'],
      obeys: 'unknown',
      source: 'https://api.slack.com/robots',
      note: 'Calls the APIs of services that a workspace has connected.',
    },
  ]),
  ...defineAgents({ purposes: ['preview'] }, [
    {
      token: 'Twitterbot',
      operator: 'X',
      exampleUserAgents: ['Twitterbot/1.0'],
      obeys: 'yes',
      source: 'https://www.webmasterworld.com/search_engine_spiders/4475928.htm',
      sourceKind: 'third-party',
      asOf: '2026-11-20',
      note: 'The source quotes the operator’s page from 2012; other programs also send this name.',
    },
  ]),
  ...defineAgents({ obeys: 'unknown', purposes: ['preview'], ...crawlerUserAgents }, [
    {
      token: 'LinkedInBot',
      operator: 'LinkedIn',
      exampleUserAgents: [
        'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
      ],
    },
    {
      token: 'TelegramBot',
      operator: 'Telegram',
      exampleUserAgents: ['TelegramBot (like TwitterBot)'],
    },
    {
      token: 'Discordbot',
      operator: 'Discord',
      exampleUserAgents: ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    },
    {
      token: 'redditbot',
      operator: 'Reddit',
      exampleUserAgents: ['Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)'],
    },
    {
      token: 'vkShare',
      operator: 'VK',
      exampleUserAgents: ['Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)'],
    },
    {
      token: 'Embedly',
      operator: 'Embedly',
      exampleUserAgents: ['Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)'],
    },
    {
      token: 'Iframely',
      operator: 'Iframely',
      operatorUrl: 'https://iframely.com/docs/about',
      exampleUserAgents: ['Iframely/1.3.1 (+https://iframely.com/docs/about) Atlassian'],
    },
    {
      token: 'bitlybot',
      operator: 'Bitly',
      exampleUserAgents: ['bitlybot/3.0 (+http://bit.ly/)'],
    },
    {
      token: 'FlipboardProxy',
      operator: 'Flipboard',
      operatorUrl: 'https://about.flipboard.com/browserproxy/',
      exampleUserAgents: [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.9; rv:28.0) Gecko/20100101 Firefox/28.0 (FlipboardProxy/1.1; +http://flipboard.com/browserproxy)',
      ],
    },
    {
      token: 'SummalyBot',
      operator: 'people who run Misskey',
      operatorUrl: 'https://github.com/misskey-dev/summaly',
      exampleUserAgents: ['SummalyBot/5.1.0'],
      ...wellKnownBots,
    },
    {
      token: 'Mastodon',
      operator: 'people who run Mastodon',
      exampleUserAgents: ['http.rb/2.2.2 (Mastodon/1.5.1; +https://example-masto-instance.org/)'],
      note: 'Every instance that shows a post fetches the card by itself.',
    },
    {
      token: 'KeybaseBot',
      operator: 'Keybase',
      operatorUrl: 'https://book.keybase.io/docs/chat/link-previews',
      exampleUserAgents: ['Mozilla/5.0 (compatible; KeybaseBot; +https://keybase.io)'],
      ...wellKnownBots,
    },
  ]),
];

const feeds: readonly RecordedAgent[] = [
  ...defineAgents({ ...readAtOperator }, [
    {
      token: 'Feedly',
      operator: 'Feedly',
      operatorUrl: 'https://feedly.com/fetcher.html',
      purposes: ['feed'],
      userAgentPatterns: ['Feedly/', 'FeedlyBot/'],
      exampleUserAgents: [
        'Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)',
        'FeedlyBot/1.0 (http://feedly.com)',
      ],
      obeys: 'user-triggered',
      source: 'https://feedly.com/fetcher.html',
    },
  ]),
  ...defineAgents({ obeys: 'unknown', purposes: ['feed'], ...crawlerUserAgents }, [
    {
      token: 'NewsBlur',
      operator: 'NewsBlur',
      exampleUserAgents: [
        'NewsBlur Feed Fetcher - 1 subscriber - http://www.newsblur.com/site/0000000/webpage (Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.0.1 Safari/605.1.15)',
      ],
    },
    {
      token: 'inoreader.com',
      title: 'Inoreader',
      operator: 'Inoreader',
      exampleUserAgents: ['Mozilla/5.0 (compatible; inoreader.com; 1 subscribers)'],
    },
    {
      token: 'Feedbin',
      operator: 'Feedbin',
      exampleUserAgents: ['Feedbin feed-id:2005098 - 2 subscribers'],
    },
    {
      token: 'Feedspotbot',
      operator: 'Feedspot',
      exampleUserAgents: ['Mozilla/5.0 (compatible; Feedspotbot/1.0; +http://www.feedspot.com/fs/bot)'],
    },
    {
      token: 'theoldreader.com',
      title: 'The Old Reader',
      operator: 'The Old Reader',
      exampleUserAgents: ['Mozilla/5.0 (compatible; theoldreader.com)'],
    },
    {
      token: 'Superfeedr',
      operator: 'Superfeedr',
      exampleUserAgents: [
        'Superfeedr bot/2.0 http://superfeedr.com - Make your feeds realtime: get in touch - feed-id:1162088860',
      ],
    },
    {
      token: 'FreshRSS',
      operator: 'people who run FreshRSS',
      operatorUrl: 'https://freshrss.org',
      exampleUserAgents: ['FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot'],
    },
    {
      token: 'Miniflux',
      operator: 'people who run Miniflux',
      operatorUrl: 'https://miniflux.app',
      exampleUserAgents: ['Mozilla/5.0 (compatible; Miniflux/2.0.12; +https://miniflux.app)'],
    },
  ]),
];

/** All profiles in this file. */
export const previewsAndFeeds: readonly RecordedAgent[] = [...previews, ...feeds];
