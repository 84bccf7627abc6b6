import type { DoorSheet } from '@robots-exclusion/testkit';

const EXCEPTION = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n';
const NAMES = ['Googlebot-Image', 'AdsBot-Google', 'Googlebot', 'GPTBot', 'Applebot', '*'];

/** Questions about files that doors once contradicted each other on. */
export const knownSheets: readonly DoorSheet[] = [
  { robots: EXCEPTION, status: 200, agents: NAMES, paths: ['/', '/a'] },
  { robots: EXCEPTION, status: 200, agents: NAMES, paths: ['/', '/a'], literal: true },
  { robots: EXCEPTION, status: 200, agents: NAMES, paths: ['/', '/a'], dialect: 'rfc9309' },
  { robots: EXCEPTION, status: 200, agents: NAMES, paths: ['/', '/a'], dialect: 'google' },
  {
    robots: 'User-agent: *\nAllow: /\n\nUser-agent: Google-Extended\nDisallow: /\n',
    status: 200,
    agents: ['Googlebot', 'Googlebot-Image', 'Google-Extended', 'GPTBot'],
    paths: ['/'],
  },
  { robots: 'User-agent: *\nAllow: /\n', status: 200, agents: ['Googlebot', 'Applebot'], paths: ['/'] },
  { robots: 'User-agent: *\nDisallow:\n', status: 200, agents: ['Googlebot', 'Applebot'], paths: ['/'] },
  {
    robots: 'User-agent: FooBot-News\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /\n',
    status: 200,
    agents: [
      ['BarBot', 'Googlebot'],
      ['Googlebot-Image', 'FooBot-News'],
      ['FooBot-News', 'Googlebot'],
    ],
    paths: ['/'],
  },
];

/** Questions about sites without a robots.txt, or with one that cannot be read. */
export const unreadSheets: readonly DoorSheet[] = [
  { robots: '', status: 404, agents: ['Googlebot', 'AdsBot-Google'], paths: ['/', '/a'] },
  { robots: '', status: 503, agents: ['Googlebot', 'AdsBot-Google'], paths: ['/', '/robots.txt'] },
];
