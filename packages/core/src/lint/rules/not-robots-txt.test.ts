/** RFC 9309 §2.3: the media type is text/plain. Other content in place of a robots.txt is reported once. */
import { describe, expect, it } from 'vitest';
import { lint } from '../lint.ts';

describe('something else in place of a robots.txt', () => {
  it.each([
    ['a JSON document', '{"message":"Internal Error"}'],
    ['a JSON document', '\n [ {"error": 404} ]\n'],
    ['a JSON document', '{}'],
    ['a JSON document', '"not found"'],
    ['an HTML page', '<!doctype html>\n<title>Not found</title>\n'],
    ['an HTML page', '\ufeff  <!-- 404 -->\n<!DOCTYPE HTML PUBLIC "x">\n<p>a</p>'],
    ['an HTML page', '<meta name="viewport" content="a"/><style>body{margin:0}</style>'],
    ['an HTML page', 'Notice: Undefined index in /a.php\n<html>\n<body>x</body></html>'],
    ['an XML document', '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>'],
    ['a plain-text message', 'Not Found'],
    ['a plain-text message', 'Bye'],
    ['a plain-text message', '404 page not found\n'],
    ['a plain-text message', 'Error: upstream connect error or disconnect/reset before headers'],
    ['a PDF file', '%PDF-1.7\n%x\n'],
    ['binary data', 'a\u0000b\u0000c\n'],
  ])('%s: %j', (looks, body) => {
    const found = lint(body);
    expect(found.map(({ code, severity, line }) => [code, severity, line >= 1])).toEqual([
      ['not-robots-txt', 'error', true],
    ]);
    expect(found[0]?.message).toContain(`it looks like ${looks}.`);
  });

  it.each([
    ['HTML with rules in it', '<html><pre>\nUser-agent: *\nDisallow: /a\n</pre></html>\n'],
    ['XML with rules in it', '<?xml version="1.0"?>\nUser-agent: *\nDisallow: /a\n'],
  ])('tells of %s beside what else is in it', (_, body) => {
    expect(lint(body).map(({ code }) => code)).toContain('not-robots-txt');
  });
});

describe('a robots.txt, whatever else is in it', () => {
  it.each([
    ['', 'empty'],
    ['# nothing to see here', 'a comment'],
    ['<!-- hello -->\nUser-agent: *\nDisallow: /a\n', 'an HTML comment before rules'],
    ['<<<<<<< HEAD\nUser-agent: *\nDisallow: /a\n', 'a merge conflict'],
    ['Usr-agent: *\nDisalow: /a\n', 'nothing but misspelt records'],
    ['User agent *\nDisallow /a\n', 'no colon anywhere'],
    ['Sitemap: https://example.com/sitemap.xml\n', 'a sitemap alone'],
    ['[robots]\nUser-agent: *\nDisallow: /a\n', 'a heading in brackets'],
    ['Disallow: all\n', 'a rule without a group'],
  ])('%j: %s', (body) => {
    expect(lint(body).map(({ code }) => code)).not.toContain('not-robots-txt');
  });
});
