/** RFC 9309 §2.3: text/plain. A page is told of, also one whose lines parse as rules. */
import { expect, it } from 'vitest';
import { lint } from '../lint.ts';

const codes = (body: string) =>
  lint(body)
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

it.each([
  ['a page', '<!doctype html>\n<title>Not found</title>\n'],
  ['a page with rules in it', '<html><pre>\nUser-agent: *\nDisallow: /a\n</pre></html>\n'],
  ['XML with rules in it', '<?xml version="1.0"?>\nUser-agent: *\nDisallow: /a\n'],
])('tells of %s', (_, body) => {
  expect(codes(body)).toContain('markup');
});

it('takes a merge conflict before the rules for what it is', () => {
  expect(codes('<<<<<<< HEAD\nUser-agent: *\nDisallow: /a\n')).toEqual(['merge-conflict']);
});
