/**
 * The behaviour of `robots-parser` 3.0.1, one query per row. `strict` is the result according to RFC 9309; a row has it
 * only if the two results differ.
 */
import type { Robot } from '../src/index.ts';

/** One query and its results. */
export interface Behaviour {
  name: string;
  contents: string | null;
  /** Changes the robot before the query. */
  change?: (robot: Robot) => void;
  ask: (robot: Robot) => unknown;
  expected: unknown;
  strict?: { expected: unknown; because: string };
}

export const ROBOTS_URL = 'http://example.com/robots.txt';

const at = (path: string): string => `http://example.com${path}`;
const allowed =
  (path: string, ua?: string) =>
  (robot: Robot): unknown =>
    robot.isAllowed(at(path), ua);
const lineOf =
  (path: string, ua?: string) =>
  (robot: Robot): unknown =>
    robot.getMatchingLineNumber(at(path), ua);

const disallowAll = 'User-agent: *\nDisallow: /\n';

export const behaviours: Behaviour[] = [
  // Scope
  {
    name: 'allows what no rule matches',
    contents: 'User-agent: *\nDisallow: /a\n',
    ask: allowed('/b'),
    expected: true,
  },
  { name: 'disallows what a rule matches', contents: disallowAll, ask: allowed('/b'), expected: false },
  { name: 'empty file', contents: '', ask: allowed('/b'), expected: true },
  { name: 'no contents', contents: null, ask: allowed('/b'), expected: true },
  {
    name: 'another host',
    contents: disallowAll,
    ask: (robot) => robot.isAllowed('http://www.example.com/'),
    expected: undefined,
  },
  {
    name: 'another host is disallowed, too',
    contents: '',
    ask: (robot) => robot.isDisallowed('http://www.example.com/'),
    expected: true,
  },
  {
    name: 'another scheme',
    contents: '',
    ask: (robot) => robot.isAllowed('https://example.com/'),
    expected: undefined,
  },
  {
    name: 'another port',
    contents: '',
    ask: (robot) => robot.isAllowed('http://example.com:81/'),
    expected: undefined,
  },
  {
    name: 'the default port',
    contents: '',
    ask: (robot) => robot.isAllowed('http://example.com:80/'),
    expected: true,
  },
  {
    name: 'host in capitals',
    contents: '',
    ask: (robot) => robot.isAllowed('HTTP://EXAMPLE.COM/'),
    expected: true,
  },
  {
    name: 'a relative URL',
    contents: disallowAll,
    ask: (robot) => robot.isAllowed('/a'),
    expected: undefined,
  },
  {
    name: 'no URL at all',
    contents: disallowAll,
    ask: (robot) => robot.isAllowed('http://['),
    expected: undefined,
  },
  {
    name: 'line of another host',
    contents: disallowAll,
    ask: (robot) => robot.getMatchingLineNumber('http://www.example.com/'),
    expected: -1,
  },
  // User-agents
  {
    name: 'token ignoring case',
    contents: 'User-agent: FooBot\nDisallow: /\n',
    ask: allowed('/', 'foobot'),
    expected: false,
  },
  {
    name: 'token with version asked',
    contents: 'User-agent: FooBot\nDisallow: /\n',
    ask: allowed('/', 'FooBot/2.1'),
    expected: false,
  },
  {
    name: 'token with version in the file',
    contents: 'User-agent: FooBot/2.1\nDisallow: /\n',
    ask: allowed('/', 'foobot'),
    expected: false,
  },
  {
    name: 'token compared whole',
    contents: 'User-agent: Foo\nDisallow: /\n',
    ask: allowed('/', 'FooBot'),
    expected: true,
  },
  {
    name: 'longer token in the file',
    contents: 'User-agent: Googlebot\nDisallow: /\n',
    ask: allowed('/', 'Googlebot-News'),
    expected: true,
  },
  { name: 'nobody asked means *', contents: disallowAll, ask: allowed('/'), expected: false },
  {
    name: 'own group hides *',
    contents: `${disallowAll}User-agent: a\nDisallow: /x\n`,
    ask: allowed('/', 'a'),
    expected: true,
  },
  {
    name: 'empty own group hides *',
    contents: `${disallowAll}User-agent: a\nDisallow:\n`,
    ask: allowed('/', 'a'),
    expected: true,
  },
  {
    name: 'unknown falls to *',
    contents: `${disallowAll}User-agent: a\nDisallow:\n`,
    ask: allowed('/', 'b'),
    expected: false,
  },
  {
    name: 'groups of one token merge',
    contents: 'User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n',
    ask: (robot) => [robot.isAllowed(at('/x'), 'a'), robot.isAllowed(at('/y'), 'a')],
    expected: [false, false],
  },
  {
    name: 'one group of two tokens',
    contents: 'User-agent: a\nUser-agent: b\nDisallow: /\n',
    ask: allowed('/', 'a'),
    expected: false,
  },
  {
    name: 'a blank line does not split',
    contents: 'User-agent: a\n\nUser-agent: b\nDisallow: /\n',
    ask: allowed('/', 'a'),
    expected: false,
  },
  {
    name: 'Sitemap between user-agents',
    contents: 'User-agent: a\nSitemap: http://example.com/s\nUser-agent: b\nDisallow: /\n',
    ask: allowed('/', 'a'),
    expected: true,
    strict: { expected: false, because: '§2.2.4: other records do not end a run of user-agent lines' },
  },
  {
    name: 'Crawl-delay between user-agents',
    contents: 'User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n',
    ask: allowed('/', 'a'),
    expected: true,
    strict: { expected: false, because: '§2.2.4: other records do not end a run of user-agent lines' },
  },
  {
    name: 'unknown record between user-agents',
    contents: 'User-agent: a\nFoo: bar\nUser-agent: b\nDisallow: /\n',
    ask: allowed('/', 'a'),
    expected: true,
    strict: { expected: false, because: '§2.2.4: other records do not end a run of user-agent lines' },
  },
  {
    name: 'full User-Agent header',
    contents: 'User-agent: Googlebot\nDisallow: /\n',
    ask: allowed('/', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    expected: true,
    strict: {
      expected: false,
      because: '§2.2.1: the product token is what the header carries, not its first word',
    },
  },
  {
    name: 'words behind the token in the file',
    contents: 'User-agent: a bot\nDisallow: /\n',
    ask: allowed('/', 'a'),
    expected: true,
    strict: { expected: false, because: '§2.2.1: a token ends at white space' },
  },
  // Rules
  {
    name: 'the longer rule wins',
    contents: 'User-agent: *\nDisallow: /a\nAllow: /a/b\n',
    ask: allowed('/a/b'),
    expected: true,
  },
  {
    name: 'a tie goes to allow',
    contents: 'User-agent: *\nDisallow: /a\nAllow: /a\n',
    ask: allowed('/a'),
    expected: true,
  },
  {
    name: 'star',
    contents: 'User-agent: *\nDisallow: /*.php\n',
    ask: allowed('/x/y.php?z'),
    expected: false,
  },
  { name: 'end', contents: 'User-agent: *\nDisallow: /*.php$\n', ask: allowed('/x/y.php?z'), expected: true },
  {
    name: 'end reached',
    contents: 'User-agent: *\nDisallow: /*.php$\n',
    ask: allowed('/x/y.php'),
    expected: false,
  },
  {
    name: 'dollar inside',
    contents: 'User-agent: *\nDisallow: /a$b\n',
    ask: allowed('/a$b'),
    expected: false,
  },
  { name: 'leading star', contents: 'User-agent: *\nDisallow: *x\n', ask: allowed('/a/x'), expected: false },
  { name: 'query', contents: 'User-agent: *\nDisallow: /a?b\n', ask: allowed('/a?b=c'), expected: false },
  { name: 'case of paths', contents: 'User-agent: *\nDisallow: /A\n', ask: allowed('/a'), expected: true },
  {
    name: 'case of escapes',
    contents: 'User-agent: *\nDisallow: /%c3%a4\n',
    ask: allowed('/%C3%A4'),
    expected: false,
  },
  {
    name: 'raw and encoded',
    contents: 'User-agent: *\nDisallow: /ä\n',
    ask: allowed('/%c3%a4'),
    expected: false,
  },
  {
    name: 'tilde and %7E',
    contents: 'User-agent: *\nDisallow: /~joe/\n',
    ask: allowed('/%7Ejoe/'),
    expected: true,
    strict: { expected: false, because: '§2.2.2: unreserved octets are compared decoded' },
  },
  {
    name: 'a reserved octet and its escape',
    contents: 'User-agent: *\nDisallow: /a%3Ab\n',
    ask: allowed('/a:b'),
    expected: true,
    strict: {
      expected: false,
      because: '§2.2.2: its figures show both, so a rule matches either form (docs/reading-rfc9309.md)',
    },
  },
  {
    name: 'an escape for a reserved octet',
    contents: 'User-agent: *\nDisallow: /a:b\n',
    ask: allowed('/a%3Ab'),
    expected: true,
    strict: {
      expected: false,
      because: '§2.2.2: its figures show both, so a rule matches either form (docs/reading-rfc9309.md)',
    },
  },
  {
    name: 'an escaped slash is another path in both',
    contents: 'User-agent: *\nDisallow: /a%2Fb\n',
    ask: allowed('/a/b'),
    expected: true,
  },
  {
    name: 'a lone surrogate in a rule and in a URL',
    contents: 'User-agent: *\nDisallow: /a\ud800\n',
    ask: allowed('/a\ud800'),
    expected: true,
    strict: {
      expected: false,
      because:
        '§2.2.2: paths are octets; no octets encode a lone surrogate, so both become U+FFFD, as in URLs',
    },
  },
  {
    name: 'a lone surrogate in a rule, U+FFFD in a URL',
    contents: 'User-agent: *\nDisallow: /a\udc00\n',
    ask: allowed('/a%EF%BF%BD'),
    expected: true,
    strict: {
      expected: false,
      because:
        '§2.2.2: paths are octets; no octets encode a lone surrogate, so both become U+FFFD, as in URLs',
    },
  },
  {
    name: '/robots.txt itself',
    contents: disallowAll,
    ask: allowed('/robots.txt'),
    expected: false,
    strict: { expected: true, because: '§2.2.2: /robots.txt is implicitly allowed' },
  },
  {
    name: 'a pattern without leading slash',
    contents: 'User-agent: *\nAllow: foo\nDisallow: /\n',
    ask: lineOf('/foo'),
    expected: 3,
  },
  { name: 'empty pattern', contents: 'User-agent: *\nDisallow:\n', ask: allowed('/'), expected: true },
  { name: 'rules before any group', contents: 'Disallow: /\n', ask: allowed('/'), expected: true },
  // Lines
  { name: 'comment', contents: 'User-agent: * # all\nDisallow: /a#b\n', ask: allowed('/a'), expected: false },
  {
    name: 'white space',
    contents: '  USER-AGENT  :  *  \n\tdisallow\t:\t/a\t\n',
    ask: allowed('/a'),
    expected: false,
  },
  { name: 'CR alone', contents: 'User-agent: *\rDisallow: /a\r', ask: allowed('/a'), expected: false },
  { name: 'CRLF', contents: 'User-agent: *\r\nDisallow: /a\r\n', ask: allowed('/a'), expected: false },
  { name: 'BOM', contents: '\uFEFFUser-agent: *\nDisallow: /a\n', ask: allowed('/a'), expected: false },
  { name: '"User agent"', contents: 'User agent: *\nDisallow: /\n', ask: allowed('/'), expected: true },
  { name: '"Disalow"', contents: 'User-agent: *\nDisalow: /\n', ask: allowed('/'), expected: true },
  { name: 'no colon', contents: 'User-agent: *\nDisallow /\n', ask: allowed('/'), expected: true },
  {
    name: 'line number',
    contents: '\n\nUser-agent: *\r\n\r\nDisallow: /a\n',
    ask: lineOf('/a'),
    expected: 5,
  },
  { name: 'no line', contents: disallowAll.replace('/', '/x'), ask: lineOf('/a'), expected: -1 },
  {
    name: 'line of the winner',
    contents: 'User-agent: *\nAllow: /\nDisallow: /a\nAllow: /a/b\n',
    ask: lineOf('/a/bc'),
    expected: 4,
  },
  {
    name: 'a megabyte',
    contents: `${'# filler\n'.repeat(120_000)}${disallowAll}`,
    ask: allowed('/'),
    expected: false,
    strict: { expected: true, because: '§2.5: what follows the limit of 512,000 octets is not read' },
  },
  // Other records
  {
    name: 'Crawl-delay',
    contents: 'User-agent: a\nCrawl-delay: 2.5\n',
    ask: (robot) => robot.getCrawlDelay('a'),
    expected: 2.5,
  },
  {
    name: 'Crawl-delay of *',
    contents: 'User-agent: *\nCrawl-delay: 2\n',
    ask: (robot) => robot.getCrawlDelay('a'),
    expected: 2,
  },
  {
    name: 'no Crawl-delay',
    contents: disallowAll,
    ask: (robot) => robot.getCrawlDelay('a'),
    expected: undefined,
  },
  {
    name: 'Crawl-delay of nobody',
    contents: 'Crawl-delay: 2\n',
    ask: (robot) => robot.getCrawlDelay('a'),
    expected: undefined,
  },
  {
    name: 'bad Crawl-delay',
    contents: 'User-agent: *\nCrawl-delay: soon\n',
    ask: (robot) => robot.getCrawlDelay('a'),
    expected: undefined,
  },
  {
    name: 'Crawl-delay twice',
    contents: 'User-agent: *\nCrawl-delay: 1\nCrawl-delay: 2\n',
    ask: (robot) => robot.getCrawlDelay(),
    expected: 2,
    strict: { expected: 1, because: 'the first valid one holds, here as everywhere in this project' },
  },
  {
    name: 'empty Crawl-delay',
    contents: 'User-agent: *\nCrawl-delay:\n',
    ask: (robot) => robot.getCrawlDelay(),
    expected: 0,
    strict: { expected: undefined, because: 'an empty value is not a number' },
  },
  {
    name: 'negative Crawl-delay',
    contents: 'User-agent: *\nCrawl-delay: -1\n',
    ask: (robot) => robot.getCrawlDelay(),
    expected: -1,
    strict: { expected: undefined, because: 'a delay is not negative' },
  },
  {
    name: 'hexadecimal Crawl-delay',
    contents: 'User-agent: *\nCrawl-delay: 0x10\n',
    ask: (robot) => robot.getCrawlDelay(),
    expected: 16,
    strict: { expected: undefined, because: 'a delay is a plain decimal' },
  },
  {
    name: 'sitemaps',
    contents: 'Sitemap: http://a/1\nUser-agent: *\nSITEMAP: /2\nSitemap:\nSitemap: http://a/1',
    ask: (robot) => robot.getSitemaps(),
    expected: ['http://a/1', '/2', 'http://a/1'],
  },
  { name: 'no sitemaps', contents: '', ask: (robot) => robot.getSitemaps(), expected: [] },
  {
    name: 'host',
    contents: 'Host: A.example\nHost: WWW.Example.com\n',
    ask: (robot) => robot.getPreferredHost(),
    expected: 'www.example.com',
  },
  { name: 'no host', contents: '', ask: (robot) => robot.getPreferredHost(), expected: null },
  // Rules added by the calling program
  {
    name: 'added rule',
    contents: '',
    change: (robot) => robot.addRule(['a', 'b'], '/x', false, 7),
    ask: (robot) => [robot.isAllowed(at('/x'), 'b'), robot.getMatchingLineNumber(at('/x'), 'a')],
    expected: [false, 7],
  },
  {
    name: 'added rule without line',
    contents: '',
    change: (robot) => robot.addRule(['*'], '/x', false),
    ask: lineOf('/x'),
    expected: undefined,
  },
  {
    name: 'added allow',
    contents: disallowAll,
    change: (robot) => robot.addRule(['*'], '/x', true, 9),
    ask: (robot) => [
      robot.isAllowed(at('/x/y')),
      robot.getMatchingLineNumber(at('/x')),
      robot.getMatchingLineNumber(at('/z')),
    ],
    expected: [true, 9, 2],
  },
  {
    name: 'added rules of several agents',
    contents: 'User-agent: a\nDisallow: /1',
    change: (robot) => {
      robot.addRule(['a'], '/2', false, 20);
      robot.addRule(['b'], '/3', false, 30);
    },
    ask: (robot) => ['/1', '/2', '/3'].map((path) => robot.getMatchingLineNumber(at(path), 'a')),
    expected: [2, 20, -1],
  },
  {
    name: 'rule added for nobody',
    contents: '',
    change: (robot) => robot.addRule([], '/', false),
    ask: allowed('/'),
    expected: true,
  },
  {
    name: 'added empty rule',
    contents: disallowAll,
    change: (robot) => robot.addRule(['a'], '', false),
    ask: allowed('/', 'a'),
    expected: true,
  },
  {
    name: 'added rule with a blank',
    contents: '',
    change: (robot) => robot.addRule(['*'], '/a b', false, 1),
    ask: allowed('/a%20b'),
    expected: false,
  },
  {
    name: 'added Crawl-delay',
    contents: '',
    change: (robot) => robot.setCrawlDelay(['a'], '3'),
    ask: (robot) => robot.getCrawlDelay('a'),
    expected: 3,
  },
  {
    name: 'added delay makes a group',
    contents: disallowAll,
    change: (robot) => robot.setCrawlDelay(['a'], '3'),
    ask: allowed('/', 'a'),
    expected: true,
  },
  {
    name: 'added sitemap',
    contents: 'Sitemap: 1',
    change: (robot) => robot.addSitemap('2'),
    ask: (robot) => robot.getSitemaps(),
    expected: ['1', '2'],
  },
  {
    name: 'set host',
    contents: 'Host: a',
    change: (robot) => robot.setPreferredHost('B'),
    ask: (robot) => robot.getPreferredHost(),
    expected: 'B',
  },
  {
    name: 'sitemaps are a copy',
    contents: 'Sitemap: 1',
    change: (robot) => void robot.getSitemaps().push('2'),
    ask: (robot) => robot.getSitemaps(),
    expected: ['1'],
  },
];
