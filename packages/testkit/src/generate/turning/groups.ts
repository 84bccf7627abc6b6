/** Questions about the order of lines: where a group begins, continues and ends. */
import fc from 'fast-check';
import { ask, end, SITE } from './ask.ts';

const AGENT_STEPS = [
  'User-agent: foobo',
  'User-agent: foobo',
  'User-agent: *',
  'User-agent: *',
  'User-agent: fo',
  'User-agent: other',
  'User-agent:',
  ...[': x', ': x', ': x', 'Unknown: x', 'Sitemap: /s', 'Crawl-delay: 1', ''],
];
const RULE_STEPS = [
  'Disallow: /',
  'Disallow: /',
  'Allow: /',
  'Disallow:',
  'Allow:',
  'Disallow: /a',
  'Allow: /a',
  'Disallow: /b',
];

/** Runs of user-agent lines, each followed by up to two rules. */
export const runs = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.array(fc.constantFrom(...AGENT_STEPS), { minLength: 1, maxLength: 3 }),
        fc.array(fc.constantFrom(...RULE_STEPS), { maxLength: 2 }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom('foobo', 'foobo', 'fo', '*', 'x', ''),
  )
  .map(([parts, caller]) => ask(`${parts.flat(2).join('\n')}\n`, caller, `${SITE}/a`));

const STEPS = [
  'User-agent: foobo',
  'User-agent: *',
  'User-agent: fo',
  'User-agent: other',
  'User-agent:',
  'User-agent: foobo',
  'Disallow: /',
  'Disallow:',
  'Allow: /a',
  'Allow:',
  'Disallow: /a',
  'Disallow: /b',
  '',
  '',
  ' ',
  '#',
  '# x',
  'Crawl-delay: 1',
  'Crawl-delay: 301.f',
  'Crawl-delay: +301',
  'Crawl-delay: 4.e2',
  'Crawl-delay: 301',
  'Crawl-delay: x',
  'Crawl-delay: -1',
  'Crawl-delay:',
  'Crawl-delay: 1.5',
  'Crawl-delay: 300',
  'Crawl-delay: 1e3',
  'Request-rate: 1/5',
  'Visit-time: 0600-0845',
  'Sitemap: /s',
  'Host: x',
  'Unknown: x',
  'text',
  ': x',
  'Noindex: /',
];

/** Lines that begin, continue and end groups, in any order. */
export const groups = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...STEPS), end), { minLength: 2, maxLength: 7 }),
    fc.constantFrom('foobo', 'foobo', 'fo', '*', 'x', ''),
    fc.constantFrom('/a', '/', '/robots.txt'),
  )
  .map(([lines, caller, path]) => ask(lines.map((line) => line.join('')).join(''), caller, SITE + path));
