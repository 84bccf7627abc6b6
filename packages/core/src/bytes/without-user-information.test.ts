/** Tests that no URL keeps its user information, by comparison with the parser of the URL Standard. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutUserInformation } from './without-user-information.ts';

it.each([
  ['http://u:p@h/a@b', 'http://h/a@b'],
  ['HTTPS:u:p@h', 'HTTPS:h'],
  ['http:\\\\u@h\\a@b', 'http:\\\\h\\a@b'],
  ['redis://u:p@h', 'redis://h'],
  ['//u:p@h/', '//h/'],
  [' http://u:p@q@h?a@b', ' http://h?a@b'],
  ['mailto:a@b', 'mailto:a@b'],
  ['/a@b', '/a@b'],
  ['http://h/', 'http://h/'],
])('%s', (url, without) => {
  expect(withoutUserInformation(url)).toBe(without);
});

it('the parser finds the same URL, without a user', () => {
  const part = fc.stringMatching(/^[a-z:@%!]{0,6}$/);
  const slashes = fc.constantFrom('', '/', '//', '\\/', '///');
  const url = fc.tuple(
    fc.constantFrom('http', 'HTTPS', 'ftp'),
    slashes,
    part,
    fc.constantFrom('', '/a@b', '?@', '#@', '\\@'),
  );
  fc.assert(
    fc.property(url, ([scheme, lead, user, rest]) => {
      const given = `${scheme}:${lead}${user}@h.example${rest}`;
      if (!URL.canParse(given)) return;
      const wanted = new URL(given);
      wanted.username = '';
      wanted.password = '';
      expect(new URL(withoutUserInformation(given)).href).toBe(wanted.href);
    }),
    { numRuns: runs(2000) },
  );
});
