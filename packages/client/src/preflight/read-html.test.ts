import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

const NAMES = new Set(['robots', 'foobot']);
const read = (html: string, isXml = false) => readHtml(html, (name) => NAMES.has(name), isXml);
const contentOf = (html: string) => read(html).meta.map(({ content }) => content);

describe('WHATWG HTML §13.2.5: a meta element is read', () => {
  it.each([
    ['plain', '<meta name="robots" content="noindex">'],
    ['in upper case', '<META NAME="ROBOTS" CONTENT="noindex">'],
    ['in single quotes', "<meta name='robots' content='noindex'>"],
    ['without quotes', '<meta name=robots content=noindex>'],
    ['self-closing', '<meta name="robots" content="noindex"/>'],
    ['without blanks between attributes', '<meta name="robots"content="noindex">'],
    ['with a slash between attributes', '<meta/name="robots"/content="noindex">'],
    ['the other way round', '<meta content="noindex" name="robots">'],
    ['on several lines', '<meta\n\tname = "robots"\r\n\tcontent\f=\n"noindex"\n>'],
    ['with further attributes', '<meta data-x=">" itemprop name="robots" lang=en content="noindex">'],
    ['with blanks in its values', '<meta name=" robots " content=" noindex ">'],
    ['with references', '<meta name="&#114;obots" content="&#x6e;oindex">'],
    ['after a text with "<"', '1 < 2 <3 <meta name="robots" content="noindex">'],
    [
      'after a comment',
      '<!-- > <meta name="robots" content="none"> --><meta name="robots" content="noindex">',
    ],
    ['after an empty comment', '<!--><meta name="robots" content="noindex">'],
    ['after a declaration', '<!DOCTYPE html><?xml?></ x><meta name="robots" content="noindex">'],
    [
      'after a script that writes one',
      '<script>"<meta name=robots content=none>"</SCRIPT ><meta name="robots" content="noindex">',
    ],
    [
      'after a script with "</scripts>"',
      '<script></scripts></script/><meta name="robots" content="noindex">',
    ],
    [
      'after a title that names one',
      '<title><meta name="robots" content="none"></title><meta name="robots" content="noindex">',
    ],
    ['in noscript', '<noscript><meta name="robots" content="noindex"></noscript>'],
    ['in the body', '<body><p>Text<meta name="robots" content="noindex">'],
    [
      'whose attribute comes twice: the first counts',
      '<meta name="robots" content="noindex" content="all" name="x">',
    ],
  ])('%s', (_, html) => {
    expect(contentOf(html)).toEqual(['noindex']);
  });

  it.each([
    ['in a comment', '<!-- <meta name="robots" content="noindex"> -->'],
    ['in a comment that does not end', '<!-- <meta name="robots" content="noindex">'],
    ['in a script that does not end', '<script><meta name="robots" content="noindex">'],
    ['in a template', '<template><meta name="robots" content="noindex"></template>'],
    ['in an attribute', '<p title=\'<meta name="robots" content="noindex">\'>'],
    ['in a text area', '<textarea><meta name="robots" content="noindex"></textarea>'],
    ['cut off', '<meta name="robots" content="noindex"'],
    ['with a quote that does not end', '<meta name="robots" content="noindex>'],
    ['of another name', '<meta name="robot" content="noindex"><meta property="robots" content="noindex">'],
    [
      'of another element',
      '<metadata name="robots" content="noindex"></meta name="robots" content="noindex">',
    ],
    ['longer than any', `<meta name="robots" content="noindex${' '.repeat(5000)}">`],
  ])('but not %s', (_, html) => {
    expect(contentOf(html)).toEqual([]);
  });

  it('for each name that is asked for, and one crawler', () => {
    const html = '<meta name="FooBot" content="none"><meta name="robots" content="all">';
    expect(read(html).meta).toEqual([
      { name: 'FooBot', content: 'none' },
      { name: 'robots', content: 'all' },
    ]);
  });

  it('in XHTML behind an empty script', () => {
    const html = '<script src="a.js"/><meta name="robots" content="noindex"/>';
    expect(read(html, true).meta).toHaveLength(1);
    expect(read(html).meta).toHaveLength(0);
  });
});

describe('a page', () => {
  it.each([
    ['<title>Title</title><style>a{}</style><script>x</script><p> a b\u00a0 c </p>', 3],
    ['<!-- text --><p title="text"></p>', 0],
    ['no tags', 6],
    ['1 < 2', 3],
    ['', 0],
  ])('%j has %i characters of text', (html, count) => {
    expect(read(html).textCharacters).toBe(count);
  });

  it('may show something without text', () => {
    expect(read('<IMG src=a>').hasMedia).toBe(true);
    expect(read('<p></p>').hasMedia).toBe(false);
  });

  it('links to its licenses', () => {
    const html = '<link rel="License" type="application/rsl+xml" href=" /l.xml "><link rel=icon href=a>';
    expect(read(html).links).toEqual([{ rel: 'License', type: 'application/rsl+xml', href: '/l.xml' }]);
  });

  it.each([
    '<',
    '<!--',
    '<a ',
    '<a b=',
    '<a b="',
    '<script>',
    '</',
    '<a b=c ',
    '<meta name=robots content=noindex>',
    '&#',
    '<template>',
    '<a b',
  ])('of %j a hundred thousand times is read once', (piece) => {
    expect(read(piece.repeat(100_000)).meta.length).toBeLessThanOrEqual(100);
  });
});
