import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complete } from '../src/editor/extras.ts';
import { unitsOf } from '../src/editor/positions.ts';
import { textOf } from '../src/embed/element-text.ts';
import { textOfBody } from '../src/engine/body-text.ts';
import { everybodyElse } from '../src/engine/crawler.ts';
import { facts } from '../src/engine/jobs/facts.ts';
import { inWords, lineFacts } from '../src/engine/jobs/line-facts.ts';
import { lint } from '../src/engine/jobs/lint.ts';
import { readUrls } from '../src/engine/jobs/read-urls.ts';
import { urlsFromRules } from '../src/engine/jobs/urls-from-rules.ts';
import { matrix, trace } from '../src/engine/jobs/verdicts.ts';
import { fileFor, originOf, otherOrigins } from '../src/engine/origin.ts';
import type { UrlList } from '../src/engine/protocol.ts';
import { siteUrl } from '../src/engine/question-text.ts';
import { icicle, pathTree } from '../src/panels/site/path-tree.ts';
import { readHeaderFields } from '../src/panels/usage/header-fields.ts';
import { jobs as verdictJobs } from '../src/panels/verdicts/job.ts';
import { movedBy } from '../src/panels/verdicts/matrix-grid.tsx';
import { percentOf, sharesOf } from '../src/panels/verdicts/matrix-shares.ts';
import { filteredRows } from '../src/panels/verdicts/row-filter.ts';
import { shown } from '../src/parts/printable-nodes.ts';
import { namedOmitted } from '../src/state/columns.ts';
import { MAX_DRAFTS, MAX_TOTAL_LENGTH, withDraft } from '../src/state/kept-drafts.ts';
import { readFragment, readShared, writeFragment } from '../src/state/shared.ts';

describe('shares', () => {
  it('count what each crawler may fetch, over the rows that are ready and are URLs', () => {
    const crawlers = [everybodyElse, everybodyElse];
    const cells = Uint8Array.from([1, 0, 1, 1, 2, 2, 1, 1]);
    expect(sharesOf({ urls: ['/a', '/b', ':', '/c'], crawlers, cells, ready: 3 })).toEqual([
      { allowed: 2, judged: 2 },
      { allowed: 1, judged: 2 },
    ]);
  });

  it.each([
    [0, 1000, 0],
    [1, 1000, 1],
    [999, 1000, 99],
    [1000, 1000, 100],
    [0, 0, undefined],
  ])('%d of %d is %s per cent: only all is 100, only nothing 0', (allowed, judged, percent) => {
    expect(percentOf({ allowed, judged })).toBe(percent);
  });
});

describe('the link', () => {
  it('brings back what was put in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const back = await readFragment(await writeFragment(value));
        expect(back).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 100 },
    );
  });

  it('is given up when it inflates to more than it may', async () => {
    const fragment = await writeFragment('a'.repeat(100_000));
    expect(fragment.length).toBeLessThan(1000);
    expect(await readFragment(fragment, 99_999)).toBeUndefined();
  });

  it.each(['', '#', '#w1=', '#w1=%%%', '#w1=AAAA', '#w2=abc'])('says nothing for %j', async (fragment) => {
    expect(await readFragment(fragment)).toBeUndefined();
  });
});

describe('what was shared', () => {
  it('is taken member by member', () => {
    const shared = readShared({
      draft: 'x',
      urls: ['/a', 7, '/a', ''],
      robotsUrl: 'javascript:alert(1)',
      panel: '<b>',
      columns: 'all',
      profile: '<b>',
      reading: 'google',
    });
    expect(shared).toEqual({
      draft: 'x',
      onlyColumns: false,
      urls: ['/a'],
      robotsUrl: '',
      url: '',
      urlsFrom: 'person',
      reading: 'google',
    });
  });

  it('is nothing without a draft', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shared = readShared(value);
        return shared === undefined || typeof shared.draft === 'string';
      }),
    );
  });
});

describe('kept drafts', () => {
  it('are bounded in number and in length', () => {
    let drafts: ReturnType<typeof withDraft> = [];
    for (let at = 0; at < 100; at++) drafts = withDraft(drafts, { at, title: '', text: `${at}` });
    expect(drafts).toHaveLength(MAX_DRAFTS);
    drafts = withDraft(drafts, { at: 100, title: '', text: 'a'.repeat(MAX_TOTAL_LENGTH) });
    expect(drafts).toHaveLength(1);
  });

  it('are not kept twice', () => {
    const once = withDraft([], { at: 1, title: '', text: 'a' });
    expect(withDraft(once, { at: 2, title: '', text: 'a' })).toBe(once);
  });
});

describe('positions', () => {
  it('lead from octets to code units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const text = (before + after).toWellFormed();
        const octets = new TextEncoder().encode(before.toWellFormed()).length;
        return unitsOf(text).unitOf(octets) === before.length;
      }),
    );
  });
});

describe('opening octets', () => {
  it('keeps what is UTF-8, and the kind of line ends', () => {
    expect(textOfBody(new TextEncoder().encode('a: é\r\nb: 1\r\n'))).toEqual({
      text: 'a: é\nb: 1\n',
      lineEnd: '\r\n',
    });
  });

  it('makes escapes of what is not, and says so', () => {
    const { text, remark } = textOfBody(Uint8Array.of(0x2f, 0xe9, 0x2f));
    expect(text).toBe('/%E9/');
    expect(remark).toContain('one octet');
  });

  it('decodes UTF-16, and says so', () => {
    const { text, remark } = textOfBody(Uint8Array.of(0xff, 0xfe, 0x61, 0));
    expect([text, remark]).toEqual(['a', 'converted from UTF-16LE to UTF-8']);
  });
});

describe('lists of URLs', () => {
  /** The list, with the progress messages received on the way. */
  function urlsOf(text: string): UrlList & { told: readonly number[] } {
    const told: number[] = [];
    const work = readUrls({ text });
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return { ...step.value, told };
      told.push(step.value.read);
    }
  }

  it('come from lines, each once', () => {
    expect(urlsOf(' /a \r\n\n/b\t12\n"/c",3\n/a').urls).toEqual(['/a', '/b', '/c']);
  });

  it('have one row for a site, in its normal form', () => {
    const sites = urlsOf(
      'Example.COM\nhttps://example.com/\nhttps://EXAMPLE.com:443\nexample.com\nexample.com/a',
    );
    expect(sites.urls).toEqual(['https://example.com/', 'https://example.com/a']);
  });

  it('come from a sitemap, with its escapes', () => {
    const text =
      '<urlset><loc> https://a.example/?x=1&amp;y=2 </loc><loc><![CDATA[/b]]></loc><loc>/unfinished';
    expect(urlsOf(text).urls).toEqual(['https://a.example/?x=1&y=2', '/b']);
    const pasted = urlsOf(`/c</loc> <loc><![CDATA[ /d ]]></loc><loc>/${'x'.repeat(9000)}</loc><loc>/e</loc>`);
    expect(pasted).toMatchObject({ urls: ['/d', '/e'], omitted: 1 });
  });

  it('end where a section of a sitemap does not: all that follows is its text (XML 1.0, 2.7)', () => {
    const pasted = urlsOf('<loc>/a</loc><loc><![CDATA[/b</loc><loc>/c</loc>');
    expect(pasted).toMatchObject({ urls: ['/a'], omitted: 0 });
    expect(urlsOf('<loc><![CDATA[/b</loc><loc>/c]]></loc><loc>/d</loc>').urls).toEqual([
      '/b</loc><loc>/c',
      '/d',
    ]);
  });

  it('are read in slices, and those of too many or of too much are counted', () => {
    const lines = (count: number, line: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => line(at));
    const many = urlsOf(lines(80_000, (at) => `/${at}`).join('\r\n'));
    expect([many.urls.length, many.omitted]).toEqual([50_000, 30_000]);
    expect(many.told).toEqual([20_000, 40_000, 60_000, 80_000]);
    const long = urlsOf(lines(2200, (at) => `/${at}`.padEnd(8000, 'x')).join('\n'));
    expect([long.urls.length, long.omitted]).toEqual([2097, 103]);
    const locations = lines(60_000, (at) => `<url><loc>https://a.example/${at}</loc></url>`).join('\n');
    const sitemap = urlsOf(`<urlset>${locations}</urlset>`);
    expect([sitemap.urls.length, sitemap.urls.at(-1)]).toEqual([50_000, 'https://a.example/49999']);
    expect(sitemap.omitted).toBe(10_000);
  });

  it('come from the rules', () => {
    const { urls } = urlsFromRules({
      draft: 'User-agent: *\nDisallow: /a/\nAllow: /*.pdf$\nDisallow: x',
      origin: '',
    });
    expect(urls).toEqual(['/', '/a/', '/a/page', '/any.pdf', '/any.pdf/more']);
  });
});

describe('the origin of a URL', () => {
  it.each([
    ['https://a.example:443/x', 'https://a.example'],
    ['gemini://a.example/x', 'gemini://a.example'],
    ['mailto:x@a.example', ''],
    ['javascript:alert(1)', ''],
    ['file:///x', 'file://'],
    ['mailto:/x', 'mailto://'],
    ['/x', ''],
  ])('%s', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });
});

describe('what is drawn', () => {
  it('shows what hides, and leaves layout alone', () => {
    expect(shown(['a\u202eb\u0085', 1, [`c\td\ne\u200b`], null])).toEqual([
      'a\\u{202e}b\\x85',
      1,
      ['c\td\ne\\u{200b}'],
      null,
    ]);
  });
});

describe('the matrix', () => {
  const crawlers = [everybodyElse, { ...everybodyElse, token: 'GPTBot' }];
  const urls = ['/', '/a', 'not a url', '/a/b'];
  const draft = 'User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nAllow: /\n';
  const files = { draft, origin: 'https://a.example', others: new Map() };
  const cells = new Uint8Array(urls.length * crawlers.length);
  for (const part of matrix({ ...files, crawlers, urls, reading: 'rfc9309' }))
    cells.set(part.cells, part.firstRow * 2);
  const made = { urls, crawlers, cells, ready: 4 };

  it('answers for each URL and crawler, and says where there is not a URL', () => {
    expect([...cells]).toEqual([1, 1, 0, 1, 2, 2, 0, 1]);
  });

  it.each([
    ['disallowed', [1, 3]],
    ['allowed', [0]],
    ['differing', [1, 3]],
    ['no-url', [2]],
    ['all', [0, 1, 2, 3]],
  ] as const)('is filtered: %s', (verdict, rows) => {
    expect([...filteredRows(made, '*', undefined, { text: '', verdict, line: 0 })]).toEqual(rows);
  });

  it('is saved in the words of every answer', () => {
    const own = { source: 'https://a.example/robots.txt', state: 'live', fetchedAt: 'then' } as const;
    const listed = {
      ...files,
      others: new Map([['https://b.example', { text: draft }]]),
      crawlers,
      reading: 'rfc9309',
    };
    const saved = (format: 'csv' | 'json') => {
      const urls = ['/a', ':', '/a', 'https://b.example/', 'http://a.example/'];
      const parts = verdictJobs['verdicts.output']({ ...listed, own, urls, format }, () => {});
      return [...(parts as Iterable<string>)].join('');
    };
    const { results } = JSON.parse(saved('json'));
    expect(results).toHaveLength(9);
    expect(results[0]).toMatchObject({
      allowed: false,
      verdict: { rule: { line: 2 } },
      evidence: { source: own.source, fetchedAt: 'then' },
      state: 'live',
    });
    expect(results[7]).toMatchObject({
      url: 'http://a.example/',
      agent: '*',
      error: { message: expect.stringContaining('another site') },
    });
    const rows = saved('csv')
      .split('\n')
      .map((row) => row.trimEnd());
    expect(rows.slice(1, 3)).toEqual([
      `/a,*,disallowed,rule,2,Disallow: /a,handed-in,,${own.source},,,,then,live`,
      `/a,GPTBot,allowed,rule,5,Allow: /,handed-in,,${own.source},,,,then,live`,
    ]);
    expect(rows[6]).toContain('https://b.example/robots.txt,,,,,live');
    expect(rows[8]).toMatch(/^http:..a.example.,\*,\?,,,.*another site applies/);
  });

  it('is filtered by words', () => {
    expect([...filteredRows(made, '*', undefined, { text: 'B A', verdict: 'all', line: 0 })]).toEqual([3]);
  });

  it.each([
    ['ArrowDown', false, 1, 0],
    ['ArrowUp', false, 0, 0],
    ['End', false, 0, 2],
    ['End', true, 9, 2],
    ['PageDown', false, 5, 0],
  ])('%s leads somewhere', (key, isControl, place, column) => {
    expect(movedBy(key, isControl, { place: 0, column: 0, page: 5, places: 10, columns: 3 })).toEqual({
      place,
      column,
    });
  });
});

describe('the file that applies to a URL', () => {
  const others = new Map([['https://b.example', { text: 'Disallow' }]]);
  const files = { draft: 'draft', origin: 'http://a.example:8080', others };
  it.each([
    ['http://a.example:8080/x', 'draft'],
    ['HTTP://A.EXAMPLE:8080/x', 'draft'],
    ['http://user@a.example:8080/x', 'draft'],
    ['http://a.example:8080?q', 'draft'],
    ['/x', 'draft'],
    ['mailto:x@b.example', 'draft'],
    ['https://a.example:8080/x', undefined],
    ['http://a.example/x', undefined],
    ['http://a.example:80801', 'draft'],
    ['http://a.example:8081/x', undefined],
    ['http://www.a.example:8080/x', undefined],
    ['http://a.example:8080.b.example/', 'draft'],
    ['http://a.example:8080@b.example/', undefined],
    ['ftp://a.example:8080/x', undefined],
    ['file:///x', undefined],
    ['mailto:/x', undefined],
    ['gemini://a.example:8080/x', undefined],
    ['https://b.example/x', 'Disallow'],
    ['http://b.example/x', undefined],
  ])('%s: %s', (url, file) => {
    expect(fileFor(url, files)).toBe(file);
    expect(fileFor(url, { ...files, origin: '' })).toBe('draft');
    expect(otherOrigins([url, url], files.origin)).toEqual(file === 'draft' ? [] : [originOf(url)]);
  });

  it('fills each row, and no row without a file counts as a verdict', () => {
    const crawlers = [everybodyElse];
    const urls = ['http://a.example:8080/x', 'https://b.example/x', 'https://c.example/x', ':'];
    const draft = 'User-agent: *\nAllow: /\n';
    const rules = new Map([['https://b.example', { text: 'User-agent: *\nDisallow: /\n' }]]);
    const asked = { ...files, draft, others: rules, crawlers, urls, reading: 'rfc9309' };
    const cells = Uint8Array.from([...matrix(asked)].flatMap((part) => [...part.cells]));
    expect([...cells]).toEqual([1, 0, 3, 2]);
    expect(sharesOf({ urls, crawlers, cells, ready: 4 })).toEqual([{ allowed: 1, judged: 2 }]);
    expect(pathTree(urls, files.origin, (row) => cells[row]).urls).toBe(2);
    const lines = [...trace({ ...asked, crawler: everybodyElse })].flatMap((part) => [...part.lines]);
    expect(lines).toEqual([2, -1, -1, -1]);
  });
});

describe('the picture of the site', () => {
  const root = pathTree(
    ['https://a.example/x/1', 'https://a.example/x/2', 'https://a.example/y?q=1'],
    'https://a.example',
    (row) => row % 2,
  );

  it('counts verdicts in each branch', () => {
    expect([root.urls, root.allowed, root.disallowed]).toEqual([3, 1, 2]);
    expect([...root.children.keys()]).toEqual(['x/', 'y?q=1']);
  });

  it('gives each branch its share', () => {
    const boxes = icicle(root, 300, 300);
    expect(boxes.find(({ node }) => node.name === 'x/')?.height).toBeCloseTo(200);
  });
});

describe('other texts', () => {
  it.each([
    ['/cart/', 'every path that begins with “/cart/”'],
    ['/*.json$', 'every path that ends with “.json”'],
    ['/a*b', 'every path that begins with “/a”, then contains “b”'],
    ['/x$', 'only “/x”'],
    ['/', 'the whole site'],
    ['/*', 'the whole site'],
  ])('a pattern in words: %s', (pattern, words) => {
    expect(inWords(pattern)).toBe(words);
  });

  it('tells what a line does, and for whom', () => {
    const facts = lineFacts({ draft: 'User-agent: GPTBot\nDisallow: /a\n', line: 2 });
    expect(facts).toMatchObject({ productTokens: ['GPTBot'], crawlerCount: 1 });
    expect(lineFacts({ draft: '# a', line: 1 })).toBeUndefined();
  });

  it('says of each list that is cut how much is left out', () => {
    const names = Array.from({ length: 230 }, (_, at) => `Bot${at}`);
    const group = names.map((name) => `User-agent: ${name}\n`).join('');
    const places = Array.from({ length: 1003 }, (_, at) => `Sitemap: https://a.example/${at}.xml\n`).join('');
    const draft = `${group}Disallow: /a\n${places}`;
    const of = facts({ draft });
    expect([of.productTokens.length, of.productTokensOmitted]).toEqual([200, 30]);
    expect([of.sitemaps.length, of.sitemapsOmitted]).toEqual([1000, 3]);
    expect(lineFacts({ draft, line: 231 })).toMatchObject({ productTokensOmitted: 180 });
    expect(facts({ draft: 'Sitemap: https://a.example/s.xml\n' })).toMatchObject({
      productTokensOmitted: 0,
      sitemapsOmitted: 0,
    });
    expect(namedOmitted({ columns: ['bot0'], facts: of })).toBe(200 - 1 - 12 + 30);
    expect(namedOmitted({ columns: [], facts: undefined })).toBe(0);
  });

  it('finds what to fix, and takes an unknown profile for the default', async () => {
    const { findings } = await lint({
      robots: '# é\nUser-agent: *\nDisalow: /a\n',
      profile: 'no such',
      robotsUrl: 'https://a.example/robots.txt',
    });
    const [found] = findings.filter(({ code }) => code === 'misspelt-record');
    expect(found).toMatchObject({ line: 3, column: 1, span: { start: 19 } });
  });

  it('reads header fields as pasted', () => {
    expect(readHeaderFields('HTTP/2 200\r\nX-Robots-Tag: noindex\nx-robots-tag: none\n')).toEqual({
      'x-robots-tag': ['noindex', 'none'],
    });
  });

  it.each([
    ['example.com', 'https://example.com/'],
    ['http://example.com/a', 'http://example.com/a'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['localhost/a', 'http://localhost/a'],
    ['[::1]:3000', 'http://[::1]:3000/'],
    ['example.com:8080', 'http://example.com:8080/'],
    ['example.com:443', 'https://example.com/'],
    ['HTTP://Example.COM', 'http://example.com/'],
    ['Example.com/A', 'https://Example.com/A'],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    ['', undefined],
  ])('a site as it is typed: %s', (text, url) => {
    expect(siteUrl(text)).toBe(url);
  });
});

describe('a robots.txt in an element of a page', () => {
  it.each([
    ['\n  User-agent: *\n  Disallow: /a\n  ', 'User-agent: *\nDisallow: /a'],
    ['\r\n\tUser-agent: *\r\n\tDisallow: /a\r\n', 'User-agent: *\r\nDisallow: /a'],
    ['User-agent: *', 'User-agent: *'],
    ['\n\n# a\n\n', '\n# a\n'],
  ])('%j', (text, robots) => {
    expect(textOf(text)).toBe(robots);
  });
});

describe('completion', () => {
  const at = (text: string) =>
    complete({
      pos: text.length,
      explicit: true,
      state: { doc: { lineAt: () => ({ text, from: 0 }) } },
    } as never);

  it('replaces the last word of a line', () => {
    expect(at('Content-Usage: train-ai=y, sea')?.from).toBe('Content-Usage: train-ai=y, '.length);
    expect(at('Content-Usage: ')?.from).toBe('Content-Usage: '.length);
    expect(at('Content-Usage:a')?.from).toBe('Content-Usage:'.length);
    expect(at('# a: b')).toBeNull();
  });
});
