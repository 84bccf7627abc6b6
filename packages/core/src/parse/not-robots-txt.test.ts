/** What a file looks like in place of a robots.txt. */
import { expect, it } from 'vitest';
import { otherContent } from './not-robots-txt.ts';
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
