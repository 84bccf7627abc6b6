/** Tests the recognition of content that is served in place of a robots.txt. */
import { expect, it } from 'vitest';
import { otherContent, otherThanRobotsTxt } from './not-robots-txt.ts';
import { parse } from './parse.ts';

const RULES = '\nUser-agent: *\nDisallow: /\n';

it('knows a page by the name that it begins with, wherever that ends', () => {
  for (let blanks = 0; blanks < 80; blanks++) {
    const page = ' '.repeat(blanks);
    expect([blanks, otherContent(parse(`${page}<html>${RULES}`))]).toEqual([blanks, 'html']);
    expect([blanks, otherContent(parse(`${page}<!DOCTYPE HTML>${RULES}`))]).toEqual([blanks, 'html']);
    expect([blanks, otherContent(parse(`${page}<htmlx>${RULES}`))]).toEqual([blanks, undefined]);
    expect([blanks, otherContent(parse(`${page}<html`))]).toEqual([blanks, 'html']);
  }
});

it('skips white space before a page that has records, and nothing else', () => {
  for (let octet = 0; octet < 256; octet++) {
    const body = Buffer.from(`x<html>${RULES}`);
    body[0] = octet;
    const isSkipped = /\s/.test(String.fromCharCode(octet));
    expect([octet, otherContent(parse(body))]).toEqual([octet, isSkipped ? 'html' : undefined]);
  }
});

it.each([
  ['an HTML page', '<html>'],
  ['an XML document', '<?xml ?>'],
  ['a JSON document', '{}'],
  ['a PDF file', '%PDF-'],
  ['a compressed file', 'PK\u0003\u0004'],
  ['a picture', 'GIF8'],
  ['binary data', '\u0000'],
  ['a plain-text message', 'no'],
])('says %s for %j', (phrase, text) => {
  expect(otherThanRobotsTxt(parse(text))).toBe(phrase);
  expect(otherThanRobotsTxt(parse('Allow: /'))).toBeUndefined();
});

it.each([
  ['html', '<div>x</div>\n'],
  ['html', `\n<!-- x -->\n<html lang="en">${RULES}`],
  ['html', `<!-- x --> <!-- y -->\n<body>${RULES}`],
  [undefined, `<!-- x -->${RULES}`],
  [undefined, `<!-- x --> x <html>${RULES}`],
  ['html', 'oops <body >\n'],
  ['html', '<!-- x --> <!-- y -->\n<p>\n'],
  ['xml', '<?xml version="1.0"?>\nUser-agent: *\n'],
  ['xml', '<!-- x --><?xml version="1.0"?>\n'],
  ['json', '{"error": 1}'],
  ['json', ' [1, 2]'],
  ['json', '"no"'],
  ['pdf', '%PDF-1.4\n'],
  ['compressed', 'PK\u0003\u0004x'],
  ['image', 'GIF89a'],
  ['binary', 'a\u0000b'],
  ['message', 'Not here\n'],
  ['message', 'Error: not found\n'],
  ['message', `${'x: 404\n'.repeat(20)}`],
  [undefined, `${'x: 404\n'.repeat(21)}`],
  [undefined, `${'x\n'.repeat(21)}`],
  [undefined, 'Frob: x\n'],
  [undefined, 'Dissalow all robots\n'],
  [undefined, 'Error in robots-txt\n'],
  [undefined, ''],
  [undefined, '# 404\n'],
  [undefined, 'Sitemap: x\n{"error": 1}\n'],
  [undefined, 'a\u0000b\nDisallow: /\n'],
  [undefined, '<!-- not closed\nDisallow: /\n'],
  ['html', '<!-- not closed\n'],
])('takes for %s: %j', (content, text) => {
  expect(otherContent(parse(text))).toBe(content);
});
