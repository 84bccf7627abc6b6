/** Pages are read as browsers read them: WHATWG HTML, MIME Sniffing and Encoding; XML with namespaces. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWholeRun, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import { pageBodyOf } from './page-body.ts';
import { readPage } from './page-facts.ts';
import { readHtml } from './read-html.ts';

const URL_OF_PAGE = 'https://example.com/deep/page';
const M = '<meta name="robots" content="noindex">';
const WORDS = 'word '.repeat(400);

function read(page: string | Uint8Array, types: string | readonly string[] = 'text/html') {
  const octets = typeof page === 'string' ? Buffer.from(page) : page;
  const lines = [types].flat();
  const body = pageBodyOf(octets, 'whole', lines);
  const fields = { headers: {}, repeated: lines.length === 0 ? {} : { 'content-type': lines } };
  return readPage({ ...fields, body, finalUrl: URL_OF_PAGE }, ['foobot']);
}
const contents = (page: string | Uint8Array, types?: string | readonly string[]) =>
  read(page, types).meta.map(({ content }) => content);

describe('WHATWG HTML §13.2: a robots meta element is read', () => {
  it.each([
    '<META NAME = ROBOTS content\f=\n noindex />',
    '<meta/name="robots"/content="noindex">',
    '<meta name=" robots " content="noindex" content="all">',
    '<meta name="&#114;obots" content="&NewLine;&#x6e;oindex">',
    `<!--><!-- > <meta name=robots content=none> -->${M}`,
    `<!--- ->--!>${M}`,
    `<script>"<meta name=robots content=none>"</SCRIPT >${M}`,
    `<script><!-- x = "<script></script><title>" //--></script>${M}`,
    `<script><!-- "<!--" </script>${M}`,
    `<title><!--</title>${M}`,
    `<noscript>${M}</noscript>`,
    `<p>Text${M}`,
    `<template><script>var a = "<template>"</script></template>${M}`,
    `<template><style>/* <template> */</style></template>${M}`,
    `<template><title><!--</title><iframe><!--</iframe><script>"<!--"</script></template>${M}`,
    `<template><script>"<!--"</script></template>${M}`,
    `<template><iframe><!--</iframe></template>${M}`,
    `<template><textarea><template></textarea></template>${M}`,
    `<template><template></template></template>${M}`,
    `<template><svg><template/></svg></template>${M}`,
    `<svg><style/></svg>${M}`,
    `<svg><title/></svg>${M}`,
    `<svg><script href=a.js /></svg>${M}`,
    `<svg><noembed/></svg>${M}`,
    `<svg><template/></svg>${M}`,
    `<svg><plaintext/></svg>${M}`,
    `<math><style/></math>${M}`,
    `<svg><desc>${M}</desc></svg>`,
    `<!--><!---><!----!>${M}`,
    `<!-- --!>${M}`,
    `<!--!><title>--> ${M}`,
    `<!--!><xmp>--> ${M}`,
    `<!--!><!-->${M}`,
    `<!--!-->${M}`,
    `</!--><?--><!x-->${M}`,
    `<script><!-- <script></script> --></script>${M}`,
    `<script><!--<script>-->"</script>${M}`,
    `<script><!--<SCRIPT></SCRIPT></script>-->${M}--></script>${M}`,
    `<script><!--<scrip></script>${M}`,
    `<script><!--<script</script></script>${M}`,
    `<svg><title/><script href=a.js /><noembed/><iframe/><template/><plaintext/></svg>${M}`,
    `<svg><textarea></svg>${M}`,
    `<math><title/></math>${M}`,
    `<select><option>${M}</select>${M}`,
    `<table>${M}<tr><td></table>`,
    `<a><i><li><a>${M}`,
  ])('%j', (html) => {
    expect(contents(html)).toContain('noindex');
  });

  it.each([
    `<!-- ${M}`,
    `<!--!> ${M} -->`,
    `<!---!> ${M} -->`,
    `<!-- --!${M}`,
    `<!--- ${M} --`,
    `<script>${M}`,
    `<script><!--<script>-</script>${M}--></script>`,
    `<script><!--<script/</script>${M}`,
    `<script><!--<script></script ${M}`,
    `<template><style>"</template>"</style>${M}</template>`,
    `<template><title></template></title>${M}</template>`,
    `<svg><desc><![CDATA[ ${M}`,
    `<script><!--<script></script>${M}--></script>`,
    `<template>${M}</template>`,
    `<template><script>"</template>"</script>${M}</template>`,
    `<svg><![CDATA[ a > b ${M} ]]></svg>`,
    `<p title='${M}'>`,
    `<textarea>${M}</textarea>`,
    `<frameset>${M}</frameset>`,
    '<meta name="robots" content="noindex"',
    '<meta name="robots" content="noindex>',
    '<metadata name=robots content=noindex></meta name=robots content=noindex>',
    '<meta name="robot" content="noindex"><meta property="robots" content="noindex">',
  ])('but not in %j', (html) => {
    expect(contents(html)).toEqual([]);
  });

  it('where parse5 finds it, as are title and licenses, on any page', () => {
    const pieces = [
      M,
      ...`<title>t</title>|<link rel=license href=l>|<base href=/b/>|text| |</p>|<p>|<!--|-->|--!>`.split(
        '|',
      ),
      ...`<!--!>|<script>|</script>|<style>|</style>|<title>|</title>|<template>|</template>|<svg>`.split(
        '|',
      ),
      ...`</svg>|<math>|<mi>|</math>|<desc>|<foreignObject>|<svg/>|<style/>|<![CDATA[|]]>|<select>`.split(
        '|',
      ),
      ...`</select>|<table>|<td>|</table>|<b>|</b>|<a>|<noscript>|</noscript>|<textarea>|</textarea>`.split(
        '|',
      ),
      ...`<xmp>|</xmp>|<frameset>|<plaintext>|<iframe>|</iframe>|<body>|</body>|</html>|<head>|<br/>|"|'`.split(
        '|',
      ),
      ...`<|<noembed>|<annotation-xml encoding="text/html">|</annotation-xml>|<caption>|<col>|&amp;`.split(
        '|',
      ),
    ];
    const page = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
    fc.assert(fc.property(page, sameAsParse5), { numRuns: runs(100_000, 150) });
  });

  it('where parse5 finds it, on pages made from the inputs of html5lib-tests', () => {
    const folder = process.env['HTML5LIB_TESTS'];
    const inputs = folder === undefined ? EXTRACT : inputsIn(folder);
    for (const [at, input] of inputs.entries())
      for (const [place, html] of pagesWith(input).entries())
        if (isWholeRun || place % 4 === at % 4) sameAsParse5(html);
    expect(inputs.length).toBeGreaterThan(100);
  });
});

const EXTRACT: string[] = JSON.parse(
  readFileSync(new URL('../../test/html5lib-inputs.json', import.meta.url), 'utf8'),
).inputs;

/** All inputs of a copy of html5lib-tests: `*.test` of the tokenizer, `*.dat` of the tree construction. */
function inputsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.flatMap((name) => {
    const text = (): string => readFileSync(join(folder, name), 'utf8');
    if (name.endsWith('.dat'))
      return [...text().matchAll(/^#data\n(.*?)\n#errors/gms)].map(([, data = '']) => data);
    if (!/tokenizer.*\.test$/.test(name)) return [];
    const { tests = [], xmlViolationTests = [] } = JSON.parse(text());
    return [...tests, ...xmlViolationTests].map(({ input, doubleEscaped }) =>
      doubleEscaped ? JSON.parse(`"${input.replaceAll('"', '\\"')}"`) : input,
    );
  });
}

/** Pages with the input in each kind of place, and a robots meta element after it. */
function pagesWith(input: string): string[] {
  const names = 'title script style textarea xmp noscript svg math template select table frameset'.split(' ');
  return [
    ...[`${input}${M}`, `${M}${input}${M}`, `<!--${input}-->${M}`, `<p title="${input}">${M}`],
    ...names.map((name) => `<${name}>${input}</${name}>${M}`),
  ];
}

function sameAsParse5(html: string): void {
  const { meta, links, title } = readHtml(html, URL_OF_PAGE, (name) => name === 'robots');
  expect({ meta: meta.length, links: links.map(({ href }) => href), title }).toEqual(treeOf(html));
}

const MOST_TITLE_CHARACTERS = 300;

/** The slow oracle: walks the whole tree that parse5 builds. */
function treeOf(html: string) {
  const elements: Tree.Element[] = [];
  const walk = (node: Tree.Node): void => {
    if ('tagName' in node && node.namespaceURI === 'http://www.w3.org/1999/xhtml') elements.push(node);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parse(html, { scriptingEnabled: false }));
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const attribute = ({ attrs }: Tree.Element, key: string) => attrs.find(({ name }) => name === key)?.value;
  const metas = named('meta').filter((one) => attribute(one, 'name') === 'robots');
  const [base] = named('base').flatMap((one) => attribute(one, 'href') ?? []);
  const [first] = named('title');
  const text = first?.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
  return {
    meta: metas.length,
    links: named('link').flatMap((one) => {
      const href = attribute(one, 'href');
      if (href === undefined || !/license/i.test(attribute(one, 'rel') ?? '')) return [];
      return base === undefined ? href : new URL(href, new URL(base, URL_OF_PAGE)).href;
    }),
    title: text?.slice(0, MOST_TITLE_CHARACTERS).trim().replace(/\s+/g, ' '),
  };
}

describe('a page', () => {
  it.each([
    ['<title>Title</title><style>a{}</style><p> a b\u00a0 c&nbsp;</p>', 3, false],
    ['<!-- text --><p title="text"></p>', 0, true],
    ['1 < 2', 3, false],
    ['<a><i><li><a>abc', 3, false],
    [`<svg><style/></svg>${WORDS}`, 1600, false],
    [`<math><title/></math>${WORDS}`, 1600, false],
    [`<div><template shadowrootmode=open>${WORDS}</template></div>`, 1600, false],
    [
      `<x-a><template shadowrootmode=CLOSED><p><template shadowrootmode=open>ab</template></template></x-a>`,
      2,
      false,
    ],
    ['<section><template shadowrootmode=closed>abc</template></section>', 3, false],
    ['<body><template shadowrootmode=Open>abc</template>', 3, false],
    ['<x-a><template shadowrootmode=open><style>a</style>b</template></x-a>', 1, false],
    ['<div><template shadowrootmode>abc</template></div>', 0, true],
    ['<div><template shadowrootmode=none>abc</template></div>', 0, true],
    ['<div><template shadowrootmode=open><img src=a></template></div>', 0, false],
    ['<div><template>text</template></div><a><template shadowrootmode=open>text</template></a>', 0, true],
    [
      '<div><template shadowrootmode=open>a</template><template shadowrootmode=open>bc</template></div>',
      1,
      false,
    ],
  ])('%j has %i characters of text', (html, count, isEmpty) => {
    expect(read(html)).toMatchObject({ size: count, isEmpty });
  });

  it('resolves its licenses by its first base (HTML §4.2.3)', () => {
    const link = '<link rel=license type=application/rsl+xml href=l.xml>';
    const hrefs = (html: string) => read(html).links.map(({ href }) => href);
    expect(hrefs(`<base target=_top><base href="/x/"><base href="/y/">${link}`)).toEqual([
      'https://example.com/x/l.xml',
    ]);
    expect(hrefs(`${link}<base href="https://other.test/x/">`)).toEqual(['https://other.test/x/l.xml']);
    expect(hrefs(`<base href="deep/dir/">${link}`)).toEqual(['https://example.com/deep/deep/dir/l.xml']);
    expect(hrefs(`<base href="//other.test">${link}`)).toEqual(['https://other.test/l.xml']);
    expect(hrefs(`<base href="?x">${link}`)).toEqual(['https://example.com/deep/l.xml']);
    expect(hrefs(`<template><base href="/x/"></template>${link}`)).toEqual(['l.xml']);
    expect(hrefs(`<svg><base href="/x/"/></svg>${link}`)).toEqual(['l.xml']);
    expect(hrefs(`<!--<base href="/x/">-->${link}`)).toEqual(['l.xml']);
    expect(hrefs(`<base href="http://[">${link}`)).toEqual(['l.xml']);
    expect(hrefs(`<base href="data:,">${link}`)).toEqual(['l.xml']);
    expect(hrefs(`<base href=/x/><script type="application/rsl+xml"></script>`)).toEqual([URL_OF_PAGE]);
  });

  it.each([
    ['nested elements', '<div>'.repeat(100_000) + M, /nested deeper than 1024/],
    [
      'formatting elements',
      `<p>${Array.from({ length: 20_000 }, (_, i) => `<b x=${i}>`).join('')}</p>`,
      /nested deeper/,
    ],
    ['attributes', `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(' ')}>${M}`, undefined],
    [
      'attributes of the body',
      Array.from({ length: 40_000 }, (_, i) => `<body a${i}>`).join('') + M,
      undefined,
    ],
    ['elements before a table', `<table>${'<a>'.repeat(100_000)}${M}`, undefined],
    ['meta elements', M.repeat(10_000), /first 100 meta elements/],
    [
      'a long meta element',
      `<meta name=robots content="noindex${' '.repeat(5000)}">`,
      /more than 4096 characters/,
    ],
  ])('with very many %s is read within bounds, and says what was not', (_, html, reason) => {
    const { meta, unread } = read(html);
    expect(meta.length).toBeLessThanOrEqual(100);
    if (reason === undefined) expect([meta.length, unread]).toEqual([1, undefined]);
    else expect(unread).toMatch(reason);
  });
});

describe('a page names the files that it needs', () => {
  const within = (page: string, type?: string) =>
    read(page, type).assets.map(({ kind, url }) => `${kind} ${url.replace('https://example.com', '')}`);
  const styled = (css: string) => within(`<style>${css}</style>`);

  it.each([
    ['<script src=/a.js></script>', ['script /a.js']],
    [
      '<link rel="alternate stylesheet" href=a.css><link rel=Stylesheet href=b.css>',
      ['style sheet /deep/b.css'],
    ],
    ['<img src=/a.png srcset="/b.png, /c.png 2x,/d.png 3x, ,">', ['/a.png', '/b.png', '/c.png', '/d.png']],
    ['<picture><source srcset="/a,b.png 1x"><img></picture><video poster=/p.png>', ['/a,b.png', '/p.png']],
    ['<p style="background:url(/a.png)"><svg style="x:url(/b.png)"></svg>', ['/a.png']],
    ['<base href=/b/><style>a{b:url(c.png)}</style>', ['/b/c.png']],
    ['<template><img src=/a.png><style>a{b:url(/b.png)}</style></template>', []],
    ['<p><noscript><img src=/a.png><style>a{b:url(/b.png)}</style></noscript>', []],
  ])('%s', (page, files) => {
    expect(within(page)).toEqual(files.map((file) => (file.startsWith('/') ? `image ${file}` : file)));
  });

  it.each([
    [
      '@charset "x";@layer a;@import "/a.css" layer(x);@import url(/b.css);a{}',
      ['style sheet /a.css', 'style sheet /b.css'],
    ],
    ['@namespace url(/n);@media all{a{b:url(/a.png)}}@import "/late.css";', ['image /a.png']],
    [
      'a{b:image-set("/a.avif" type("image/avif"),url(/b.png)1x,"/c.png" 2x) "x";c:-webkit-image-set("/d.png")}',
      ['image /a.avif', 'image /b.png', 'image /c.png', 'image /d.png'],
    ],
    [
      '@font-face{font-family:"x";src:url(/a.woff2)format("woff2"),url("/b.woff")}a{b:url(/c.png)}',
      ['font /a.woff2', 'font /b.woff', 'image /c.png'],
    ],
    [
      '/* url(/x) */a{content:"url(/y)";b:URL( \'/a.png\' );c:my-url(/z);d:url(#s);e:url()}',
      ['image /a.png'],
    ],
    [
      'a{b:url(/a\\ b.png);c:url("/\\63 .png");d:url(/bad"x);e:url(/bad x);f:url(/end',
      ['image /a%20b.png', 'image /c.png', 'image /end'],
    ],
  ])('CSS Syntax §4.3: %s', (css, files) => {
    expect(styled(css)).toEqual(files);
  });

  it.each(['url(', 'url("', 'image-set(', '(', '"', '/*', '\\', '@import ', '{'])(
    'in time that grows with the length: %j',
    (piece) => {
      expect(styled(piece.repeat(100_000)).length).toBeLessThanOrEqual(100);
    },
  );

  it('of which the first 100 are kept, and it is said that there are more', () => {
    const images = (count: number) => read('<img src=/a>'.repeat(count));
    expect([images(100).hasMoreAssets, images(101).hasMoreAssets]).toEqual([false, true]);
    expect(images(101).assets).toHaveLength(100);
  });

  it('in XHTML', () => {
    const page = `<html xmlns="http://www.w3.org/1999/xhtml"><style>a{b:url(/a.png)}</style><p style="b:url(/b.png)"/></html>`;
    expect(within(page, 'application/xhtml+xml')).toEqual(['image /a.png', 'image /b.png']);
  });
});

describe('MIME Sniffing: the type of a page', () => {
  const page = `<!doctype html>${M}`;

  it.each([
    'text/html',
    'TEXT/HTML;charset=utf-8',
    'text/html charset=utf-8',
    ['text/html', 'text/html; charset=utf-8'],
    'text/html, text/html; charset=utf-8',
    'text/html, charset=utf-8',
    ['text/plain', 'text/html'],
    '*/*',
    'unknown/unknown',
    'html',
    '',
    [],
  ])('%j is HTML', (types) => {
    expect(read(page, types)).toMatchObject({ meta: [{ content: 'noindex' }] });
    expect(read(page, types).unread).toBeUndefined();
  });

  it.each(['text/plain', 'application/pdf', 'text/html, text/plain', 'application/rss+xml', 'image/svg+xml'])(
    '%j is not, and states nothing else',
    (types) => expect([read(page, types).meta, read(page, types).unread]).toEqual([[], undefined]),
  );

  it.each([
    [`${M}${WORDS}`, [], /Content-Type is not stated/],
    [`${WORDS}<p>${M}`, '*/*', /does not begin as HTML does/],
    [Buffer.from([0x1f, 0x8b, 8, 0]), 'text/html', /compressed/],
  ] as const)('is not known of %j with %j', (body, types, reason) => {
    expect(read(body, types)).toMatchObject({
      meta: [],
      isUnknown: true,
      unread: expect.stringMatching(reason),
    });
  });
});

describe('XML: a page of XHTML', () => {
  const xhtml = (content: string) =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${content}</html>`;
  const element = '<meta name="robots" content="noindex"/>';

  it.each([
    ['application/xhtml+xml', element],
    ['application/xml', element],
    ['text/xml', element],
    ['application/xhtml+xml', `<script src="a.js"/>${element}`],
    ['application/xhtml+xml', `<template/><plaintext/>${element}`],
    ['application/xhtml+xml', `<xmp>${element}</xmp>`],
    [
      'application/xhtml+xml',
      '<h:meta xmlns:h="http://www.w3.org/1999/xhtml" name="robots" content="noindex"/>',
    ],
  ])('%s: %s', (type, content) => {
    expect(contents(xhtml(content), type)).toEqual(['noindex']);
  });

  it.each([
    `<![CDATA[ x > ${element} ]]>`,
    `<?x a>b ${element} ?>`,
    `<template>${element}</template>`,
    '<META name="robots" content="noindex"/>',
    '<meta xmlns="" name="robots" content="noindex"/>',
  ])('but not %s', (content) => {
    const page = read(xhtml(content), 'application/xhtml+xml');
    expect([page.meta, page.unread]).toEqual([[], undefined]);
  });

  it('is not read past what the parser cannot read, and says so', () => {
    const entity = `<!DOCTYPE html [<!ENTITY x "${element}${element}">]>${xhtml('')}`;
    expect(read(entity, 'text/xml')).toMatchObject({
      meta: [],
      unread: expect.stringContaining('declarations'),
    });
    const deep = xhtml('<p>'.repeat(10_000) + element);
    expect(read(deep, 'text/xml')).toMatchObject({
      meta: [],
      unread: expect.stringContaining('nested deeper'),
    });
    expect(read('<html><meta/></html>', 'application/xhtml+xml')).toMatchObject({ isUnknown: true });
  });
});

describe('Encoding: a page names its own', () => {
  const hidden = (name: string) =>
    Buffer.concat([Buffer.from(name), Buffer.from('\x1b$B<R\x1b(B', 'latin1'), Buffer.from(`<p>${M}`)]);

  it.each([
    ['<meta charset=iso-2022-jp>', 'text/html'],
    [
      '<meta http-equiv=content-type content="text/html; charset=ISO-2022-JP">',
      'text/html; charset=nobody-knows',
    ],
    ['', 'text/html;charset=ISO-2022-JP'],
    ['', 'text/html charset="iso-2022-jp"'],
    ['<META CHARSET="csISO2022JP">', 'text/html'],
    ['<title>a</title><meta charset=iso-2022-jp>', 'text/html;charset='],
    ['<meta charset=nobody-knows><meta charset=iso-2022-jp>', 'text/html'],
    ['<!-- <meta charset=utf-8> --><meta charset=iso-2022-jp>', 'text/html'],
  ])('%j, %j: its octets "<R" are no tag', (head, type) => {
    expect(read(hidden(head), type)).toMatchObject({ meta: [{ content: 'noindex' }], size: 1 });
  });

  it('after the byte order mark and Content-Type', () => {
    const page = `<meta charset=iso-2022-jp>${M}`;
    expect(contents(Buffer.from(`\ufeff${page}`, 'utf16le'))).toEqual(['noindex']);
    expect(contents(Buffer.from(page, 'utf16le'), 'text/html; charset=utf-16le')).toEqual(['noindex']);
  });
});
