import { decisionReason } from '@robots-exclusion/operations/reason';
import { anyText, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { isAllowed } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { ageText, sentenceOf, ticketText } from '../src/ask/answer-text.ts';
import { type Crawler, unknownCrawler } from '../src/engine/crawler.ts';
import { loadDialects } from '../src/engine/drafts.ts';
import { change } from '../src/engine/jobs/change.ts';
import { explain } from '../src/engine/jobs/facts.ts';
import { crawlerName, registry } from '../src/engine/jobs/registry.ts';
import { others } from '../src/engine/jobs/verdicts.ts';
import type { SmallChange } from '../src/engine/protocol.ts';
import { readAskedUrl } from '../src/engine/question-text.ts';
import { compare } from '../src/panels/compare/job.ts';
import { readings } from '../src/panels/readings/job.ts';
import { matchingCrawlers } from '../src/state/matching-crawlers.ts';

const known = registry();

function crawlerOf(token: string): Crawler {
  return known.find((crawler) => crawler.token === token) ?? unknownCrawler(token);
}

function end<Answer>(steps: Generator<unknown, Answer>): Answer {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Answer;
  }
}

function changesFor(draft: string, token: string, url: string, reading = 'rfc9309'): readonly SmallChange[] {
  return end(change({ draft, crawler: crawlerOf(token), url, reading }));
}

it('counts the lines of a change that it does not show', () => {
  const rules = Array.from({ length: 20 }, (_, at) => `Disallow: /${at}\n`).join('');
  const changes = changesFor(`User-agent: *\n${rules}`, 'FooBot', 'https://a.example/3');
  const copied = changes.find(({ title }) => title.includes('FooBot only'));
  expect(copied?.lines).toHaveLength(12);
  // The change adds a blank line, the User-agent line, the rule itself and twenty copied rules.
  expect(copied?.linesOmitted).toBe(23 - 12);
  expect(changes[0]?.linesOmitted).toBe(0);
});

it('names a crawler that follows the group of another', () => {
  const draft = 'User-agent: Googlebot\nDisallow: /a\n';
  const [first] = changesFor(draft, 'Googlebot-Image', 'https://a.example/a');
  expect(first?.effect).toMatch(/Googlebot-Image/);
});

describe('what is typed for a URL', () => {
  it.each([
    ['/blog/x', { kind: 'path', path: '/blog/x' }],
    [' /blog/x ', { kind: 'path', path: '/blog/x' }],
    ['blog/x', { kind: 'path', path: '/blog/x' }],
    ['index.html', { kind: 'path', path: '/index.html' }],
    ['robots.txt', { kind: 'path', path: '/robots.txt' }],
    ['example.com', { kind: 'url', url: 'https://example.com/' }],
    ['example.com/blog/x?y=1', { kind: 'url', url: 'https://example.com/blog/x?y=1' }],
    ['localhost:8080/x', { kind: 'url', url: 'http://localhost:8080/x' }],
    ['http://example.com/a b', { kind: 'url', url: 'http://example.com/a b' }],
  ])('%j', (text, asked) => {
    expect(readAskedUrl(text)).toEqual(asked);
  });

  it.each([
    '',
    ' ',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:someone@a.example',
    'someone@a.example',
    'https://',
    `https://a.example/${'x'.repeat(9000)}`,
  ])('refuses %j with a hint', (text) => {
    expect(readAskedUrl(text)).toMatchObject({
      kind: 'problem',
      text: expect.stringMatching(/[Tt]ype|at most/),
    });
  });

  it('never throws', () => {
    fc.assert(fc.property(anyText(), (text) => readAskedUrl(text).kind !== undefined));
  });
});

describe('what is typed for a crawler', () => {
  it.each([
    ['', '*'],
    ['*', '*'],
    ['Any other crawler', '*'],
    ['gptbot', 'GPTBot'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'GPTBot',
    ],
  ])('%j is %j', (text, token) => {
    expect(crawlerName({ text })).toEqual({ token });
  });

  it('says of a name as typed that nobody knows it', () => {
    expect(crawlerName({ text: 'GPTBto' })).toEqual({ token: 'GPTBto' });
    const answer = explain({ draft: '', crawler: crawlerOf('GPTBto'), url: '/x', reading: 'rfc9309' });
    const note = 'GPTBto is not a known crawler; did you mean GPTBot?';
    expect(answer).toMatchObject({ decision: { crawler: { known: false, note } } });
    const plain = explain({ draft: '', crawler: crawlerOf('GPTBot'), url: '/x', reading: 'rfc9309' });
    expect(plain).toMatchObject({ decision: { crawler: { tokens: ['GPTBot'], known: true } } });
  });

  it('is answered as the chosen parser reads the file', async () => {
    await loadDialects();
    const asked = { draft: 'User-agent: *\nDisallow: /*.pdf\n', crawler: crawlerOf('*'), url: '/a.pdf' };
    const allowed = (reading: string) => explain({ ...asked, reading });
    expect(allowed('rfc9309')).toMatchObject({ decision: { allowed: false } });
    expect(allowed('python-3.14')).toMatchObject({ decision: { allowed: true } });
  });

  it.each([
    'registry:training',
    'registry:nothing',
    '(x)',
    'A, B',
    `Mozilla/5.0 (compatible; ${'x'.repeat(100_000)})`,
  ])('%.20s is refused', (text) => {
    expect(crawlerName({ text })).toHaveProperty('problem');
  });

  it('finds crawlers by the beginning of their token first', () => {
    expect(matchingCrawlers(known, 'gpt', [])[0]?.token).toBe('GPTBot');
    expect(matchingCrawlers(known, 'openai', []).map(({ token }) => token)).toContain('GPTBot');
    const google = matchingCrawlers(known, 'google', ['*', 'Googlebot', 'Google-Extended']);
    expect(google.slice(0, 2).map(({ token }) => token)).toEqual(['Googlebot', 'Google-Extended']);
    expect(google.length).toBeGreaterThan(8);
    expect(matchingCrawlers(known, 'no such crawler', [])).toEqual([]);
  });
});

describe('the sentence', () => {
  const sentence = (draft: string, token: string, url: string): string => {
    const crawler = crawlerOf(token);
    const answer = explain({ draft, crawler, url, reading: 'rfc9309' });
    if ('error' in answer) throw new Error(answer.error.message);
    const { verdict } = answer.decision;
    const said = { allowed: verdict.allowed, reason: decisionReason(answer.decision) };
    const { word, who, does, url: asked, because, rule } = sentenceOf(said, crawler, url);
    return `${word} ${who} ${does} ${asked}: ${because}${rule === undefined ? '' : `, \`${rule}\``}.`;
  };
  it.each([
    [
      'User-agent: *\nDisallow: /blog/',
      'GPTBot',
      'No. GPTBot may not fetch /blog/x: line 2, `Disallow: /blog/`.',
    ],
    ['User-agent: *\nAllow: /blog/', 'GPTBot', 'Yes. GPTBot may fetch /blog/x: line 2, `Allow: /blog/`.'],
    [
      'User-agent: *\nDisallow: /a',
      'GPTBot',
      'Yes. GPTBot may fetch /blog/x: no rule matches in the group of * (line 1).',
    ],
    ['', 'GPTBot', 'Yes. GPTBot may fetch /blog/x: no group applies to this crawler.'],
    // No crawler makes requests under this token; it only governs a use.
    [
      'User-agent: *\nDisallow: /',
      'Google-Extended',
      'No. Google-Extended may not use /blog/x: line 2, `Disallow: /`.',
    ],
  ])('%j for %s', (draft, token, text) => {
    expect(sentence(draft, token, '/blog/x')).toBe(text);
  });

  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 minute ago'],
    [7_200_000, '2 hours ago'],
    [172_800_000, '2 days ago'],
  ])('%d ms is %s', (age, text) => {
    expect(ageText(0, age)).toBe(text);
  });
});

describe('the copied text', () => {
  const ticket = (draft: string, token: string, url: string, reading = 'rfc9309'): string => {
    const answer = explain({ draft, crawler: crawlerOf(token), url, reading });
    if ('error' in answer) throw new Error(answer.error.message);
    return ticketText(answer, { site: undefined, draft, registry: known, crawler: token });
  };

  it('begins with the sentence on the page', () => {
    const text = ticket('User-agent: *\nDisallow: /blog/', 'GPTBot', '/blog/x');
    expect(text.split('\n')[0]).toBe('No. GPTBot may not fetch /blog/x: line 2, Disallow: /blog/.');
    expect(text).toContain('Line 2 decides: the only matching rule in the group for every other crawler');
    expect(text).toContain('\nCrawler: GPTBot\nURL: /blog/x\nrobots.txt: a draft, not fetched from a site\n');
  });

  it('hides nothing, and keeps no password', () => {
    const text = ticket(
      'User-agent: *\nDisallow: /a\u202eb\u009b',
      'GPTBot',
      'https://u:secret@a.example/a\u202eb\u009b',
    );
    expect(text).toContain('Disallow: /a\\u{202e}b\\x9b');
    expect(text).not.toMatch(/[\u202e\u009b]|secret/);
  });
});

describe('a reading that a link names', () => {
  it.each(['nosuch', 'constructor'])('is RFC 9309’s if nobody knows it: %s', async (reading) => {
    await loadDialects();
    const question = {
      draft: 'User-agent: Googlebot\nDisallow: /',
      url: '/',
      crawler: crawlerOf('Googlebot-Image'),
    };
    const answer = explain({ ...question, reading });
    expect(answer).toEqual(explain({ ...question, reading: 'rfc9309' }));
    expect(answer).toMatchObject({ decision: { allowed: false } });
  });
});

describe('the smallest change', () => {
  it('opens one URL, for the group', () => {
    const [first] = changesFor(
      'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /blog/\n',
      'GPTBot',
      '/blog/x',
    );
    expect(first?.draft).toBe('User-agent: GPTBot\nUser-agent: CCBot\nAllow: /blog/x$\nDisallow: /blog/\n');
    expect(first?.lines).toEqual([{ sign: '+', line: 3, text: 'Allow: /blog/x$' }]);
    expect(first?.effect).toContain('this URL for GPTBot, CCBot and nothing else');
  });

  it('opens one URL for one crawler of a shared group', () => {
    const draft = 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /blog/\n';
    const alone = changesFor(draft, 'GPTBot', '/blog/x').find(({ title }) => title.endsWith('GPTBot only'));
    expect(alone?.effect).toContain('this URL for GPTBot and nothing else');
    expect(isAllowed(alone?.draft ?? '', 'CCBot', '/blog/x')).toBe(false);
  });

  it('takes the rules of "*" along for a crawler that gets a group of its own', () => {
    const draft = 'User-agent: *\nDisallow: /blog/\nDisallow: /private/\n';
    const alone = changesFor(draft, 'FooBot', '/blog/x').find(({ title }) => title.endsWith('FooBot only'));
    expect(isAllowed(alone?.draft ?? '', 'FooBot', '/private/')).toBe(false);
    expect(alone?.effect).toContain('this URL for FooBot and nothing else');
  });

  it('names what removing the rule opens', () => {
    const changes = changesFor('User-agent: *\nDisallow: /blog/\n', '*', '/blog/x');
    expect(changes.at(-1)).toMatchObject({ title: 'Remove line 2', lines: [{ sign: '-', line: 2 }] });
    expect(changes.at(-1)?.effect).toContain('URLs that match /blog/');
  });

  it('keeps out, where no group applies, by a group of its own', () => {
    const [first] = changesFor('', 'FooBot', '/x');
    expect(first?.draft).toBe('User-agent: FooBot\nDisallow: /x$\n');
  });

  it('is none for /robots.txt and for what is not a URL', () => {
    expect(changesFor('User-agent: *\nDisallow: /', '*', '/robots.txt')).toEqual([]);
    expect(changesFor('User-agent: *\nDisallow: /', '*', ':')).toEqual([]);
  });

  const path = fc.constantFrom(
    '/',
    '/a',
    '/a/b',
    '/a*b',
    '/a$',
    '/%24',
    '/é',
    '/a?x=1&y=2',
    '//x',
    '/a%2Fb',
    '/a?',
  );
  const rule = fc
    .tuple(
      fc.constantFrom('Allow', 'Disallow'),
      fc.constantFrom('/', '/a', '/a/', '/*b', '/a$', '/*?', '', '/a*****'),
    )
    .map(([name, pattern]) => `${name}: ${pattern}`);
  const group = fc
    .tuple(fc.subarray(['*', 'FooBot', 'GPTBot'], { minLength: 1 }), fc.array(rule, { maxLength: 4 }))
    .map(([tokens, rules]) => [...tokens.map((token) => `User-agent: ${token}`), ...rules].join('\n'));
  const file = fc.array(group, { maxLength: 3 }).map((groups) => groups.join('\n'));

  it('turns the answer round, whatever the file (also without a group, a rule or a line end)', () => {
    fc.assert(
      fc.property(file, path, fc.constantFrom('FooBot', 'GPTBot', '*', 'BarBot'), (draft, url, token) => {
        const before = isAllowed(draft, token, url);
        const changes = changesFor(draft, token, url);
        expect(changes.length).toBeGreaterThan(0);
        for (const { draft: after } of changes) expect(isAllowed(after, token, url)).toBe(!before);
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe('comparing the list', () => {
  it('counts for every crawler, and says how many rows there are', () => {
    const urls = Array.from({ length: 1200 }, (_, at) => `/p${at}`);
    const crawlers = ['*', 'GPTBot', 'CCBot', 'bingbot', 'A', 'B', 'C', 'D'].map(crawlerOf);
    const found = end(
      compare({ before: '', draft: 'User-agent: *\nDisallow: /', crawlers, urls, origin: '' }),
    );
    expect(found.crawlers).toEqual(crawlers.map(({ token }) => ({ token, opened: 0, closed: 1200 })));
    expect([found.count, found.rows, found.compared]).toEqual([9600, 1200, 9600]);
    const mixed = [...urls, ':', 'https://b.example/', 'http://a.example/'];
    const own = end(compare({ before: '', draft: '', crawlers, urls: mixed, origin: 'https://a.example' }));
    expect([own.compared, own.elsewhere]).toEqual([9600, 2]);
    expect(found.changes.every(({ tokens }) => tokens.length === crawlers.length)).toBe(true);
  });
});

describe('the other crawlers', () => {
  it('answer as each alone', () => {
    const draft = 'User-agent: GPTBot\nDisallow: /\n';
    const crawlers = ['*', 'GPTBot'].map(crawlerOf);
    expect(others({ draft, crawlers, url: '/x', reading: 'rfc9309' })).toEqual([
      { token: '*', isAllowed: true },
      { token: 'GPTBot', isAllowed: false },
    ]);
    expect(others({ draft, crawlers, url: ':', reading: 'rfc9309' })).toEqual([]);
  });
});

describe('a link that names no crawler', () => {
  it.each(['<img src=x>', '(x)'])('is refused by the answer as by the readings: %s', async (token) => {
    const refused = { name: 'OperationError', code: 'invalid-request' };
    const question = { draft: '', crawler: unknownCrawler(token), url: '/', reading: 'rfc9309' };
    expect(() => explain(question)).toThrow(expect.objectContaining(refused));
    await expect(readings({ robots: '', urls: ['/'], agents: [token] })).rejects.toMatchObject(refused);
  });

  it('is refused if it stands for several', () => {
    const question = { draft: '', crawler: unknownCrawler('registry:training'), url: '/', reading: 'own' };
    expect(() => explain(question)).toThrow('Expected at most 1 crawler');
  });
});
