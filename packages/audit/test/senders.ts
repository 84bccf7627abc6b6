/** Senders of generated requests. Their identities were copied by hand from their operators' documentation. */
import type { Sender } from './slow-judge.ts';

export const GRACE = 24 * 3_600_000;

/** Addresses of the real crawlers; all other senders have other addresses. */
export const ranges = {
  GPTBot: ['20.15.240.64/28'],
  Googlebot: ['66.249.64.0/19', '2001:4860:4801::/48'],
  bingbot: ['157.55.39.0/24'],
};

export const rdns = {
  '40.77.167.1': 'msnbot-40-77-167-1.search.msn.com',
  'msnbot-40-77-167-1.search.msn.com': '40.77.167.1',
  // An impostor gave this name to a machine, but the name resolves to another address.
  '198.51.100.66': 'msnbot-40-77-167-1.search.msn.com',
  '203.0.113.9': null,
  '2001:db8::77': 'host.example',
  '203.0.113.10': [],
};

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const BINGBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36';
const GPTBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';

export const senders: readonly (Sender & { address: string; identity: string })[] = [
  { userAgent: GPTBOT, token: 'GPTBot', address: '20.15.240.70', identity: 'range' },
  { userAgent: GPTBOT, token: 'GPTBot', address: '203.0.113.9', identity: 'refuted', isSpoofer: true },
  { userAgent: GOOGLEBOT, token: 'Googlebot', cache: 'Google', address: '66.249.66.1', identity: 'range' },
  {
    userAgent: GOOGLEBOT,
    token: 'Googlebot',
    cache: 'Google',
    address: '2001:4860:4801:10::1',
    identity: 'range',
  },
  { userAgent: GOOGLEBOT, token: 'Googlebot', address: '2001:db8::77', identity: 'refuted', isSpoofer: true },
  // The address is outside the ranges, but DNS was not queried for its host name. Because one method was not tried, its
  // requests count for the crawler.
  {
    userAgent: GOOGLEBOT,
    token: 'Googlebot',
    cache: 'Google',
    address: '198.51.100.70',
    identity: 'claimed',
  },
  {
    userAgent: 'Googlebot-Image/1.0',
    token: 'Googlebot-Image',
    cache: 'Google',
    fallbackTokens: ['Googlebot'],
    address: '66.249.70.2',
    identity: 'range',
  },
  { userAgent: BINGBOT, token: 'bingbot', address: '40.77.167.1', identity: 'reverse-dns' },
  { userAgent: BINGBOT, token: 'bingbot', address: '198.51.100.66', identity: 'refuted', isSpoofer: true },
  {
    userAgent: 'CCBot/2.0 (https://commoncrawl.org/faq/)',
    token: 'CCBot',
    address: '192.0.2.5',
    identity: 'claimed',
  },
  {
    userAgent: 'FooBot/1.0 (+https://foo.example/bot)',
    token: 'FooBot',
    address: '192.0.2.6',
    identity: 'claimed',
  },
  {
    userAgent: 'AdsBot-Google (+http://www.google.com/adsbot.html)',
    token: 'AdsBot-Google',
    cache: 'Google',
    isStarExempt: true,
    address: '192.0.2.7',
    identity: 'claimed',
  },
  {
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    token: 'ChatGPT-User',
    isNotBound: true,
    address: '192.0.2.8',
    identity: 'claimed',
  },
  {
    userAgent: 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    token: 'UptimeRobot',
    isNotBound: true,
    address: '192.0.2.9',
    identity: 'claimed',
  },
  {
    userAgent: 'http.rb/5.1.1 (Mastodon/4.3.0; +https://social.example/)',
    token: 'Mastodon',
    isNotBound: true,
    address: '192.0.2.13',
    identity: 'claimed',
  },
  {
    userAgent: 'Mozilla/5.0 (compatible; Konqueror/4.14; Linux) KHTML/4.14.26 (like Gecko)',
    token: 'Konqueror',
    isNotBound: true,
    address: '192.0.2.14',
    identity: 'claimed',
  },
  {
    userAgent: 'Evil<Bot/1.0 (+https://evil.example/)',
    token: 'Evil<Bot',
    address: '192.0.2.15',
    identity: 'claimed',
  },
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    address: '192.0.2.10',
    identity: 'unknown',
  },
  { userAgent: 'okhttp/4.12.0', address: '192.0.2.11', identity: 'unknown' },
  { userAgent: '', address: '192.0.2.12', identity: 'unknown' },
];
