import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets, withoutUserInformation } from './without-secrets.ts';

const SCHEMES = [
  'http',
  'https',
  'HTTPS',
  'ftp',
  'ws',
  'redis',
  'rediss',
  'mongodb',
  'mongodb+srv',
  'postgres',
  'lmdb:mongodb',
  'redis-sentinel',
  'gemini',
  'zz',
];
const LOGINS = [
  'me:seCret',
  ':seCret',
  'seCret',
  'me:seCret%40x',
  'me:se@seCret',
  'me:seCret:2',
  'me@x.example:seCret',
  'me:[seCret]',
];
const HOSTS = ['h', 'h.example:80', '[::1]', '[2001:db8::1]:443', ''];
const AFTER = ['', '/', '/a/@b?c#d', '?a=b'];
const PLACES = [
  '%',
  'Cannot use "%": expected another',
  'a %, b',
  '<%>',
  '("%")',
  'https://a.example/%',
  'x=%&y',
  '`%`',
  'é\n%\n',
];

describe('RFC 3986 §3.2.1: user information is not for display', () => {
  it('goes whatever the scheme, login, host and place', () => {
    for (const scheme of SCHEMES)
      for (const login of LOGINS)
        for (const host of HOSTS)
          for (const after of AFTER)
            for (const place of PLACES) {
              const text = place.replace('%', `${scheme}://${login}@${host}${after}`);
              expect(withoutSecrets(text), text).not.toContain('seCret');
            }
  });

  it.each([
    ['https://me:pw@h/@x', 'https://***@h/@x'],
    ['https://h/@user/a', 'https://h/@user/a'],
    ['https://[::1]/@user', 'https://[::1]/@user'],
    ['https://h:8080/@user', 'https://h:8080/@user'],
    ['gemini://h/@user', 'gemini://h/@user'],
    ['https://me:p/w@h/', 'https://***@h/'],
    ['https:\\\\me:pw@h', 'https:\\\\***@h'],
    ['https:me:pw@h', 'https:***@h'],
    ['redis://me:p/w@x@h:1', 'redis://***@h:1'],
    ['lmdb:mongodb://me:pw@h', 'lmdb:mongodb://***@h'],
    ['http:redis://me:pw@h', 'http:redis://***@h'],
    ['https://a:b@c,https://d:e@f', 'https://***@c,https://***@f'],
    ['mail me@example.com: see https://h/', 'mail me@example.com: see https://h/'],
    ['?url=https%3A%2F%2Fme%3Apw%40h%2F%40x', '?url=https%3A%2F%2F***@h%2F%40x'],
    ['?url=https%3a%2f%2fme:pw@h', '?url=https%3a%2f%2f***@h'],
    ['C:\\a@b', 'C:\\a@b'],
    ['//me:pw@h/a', '//***@h/a'],
    ['//token@h/a', '//***@h/a'],
    ['\\\\me:pw@h/a', '\\\\***@h/a'],
    ['///me:pw@h', '///***@h'],
    ['see (//me:pw@h/), "//me:pw@i"', 'see (//***@h/), "//***@i"'],
    ['url=//me:pw@h', 'url=//***@h'],
    ['?url=%2F%2Fme%3Apw%40h', '?url=%2F%2F***@h'],
    ['me:pw@h:8080', '***@h:8080'],
    ['me:p@w@h', '***@h'],
    ['proxy=me:pw@h, a', 'proxy=***@h, a'],
    ['a,b;proxy=me:pw@h', 'a,b;proxy=***@h'],
    ['curl -x me:pw@[::1]:8080 /a', 'curl -x ***@[::1]:8080 /a'],
    ['Bot/1.0 (+mailto:me@h.example)', 'Bot/1.0 (+mailto:me@h.example)'],
    ['Contact:me@h.example', 'Contact:me@h.example'],
    ['Disallow: /a;b:c@d//e:f@g', 'Disallow: /a;b:c@d//e:f@g'],
    ['https://h/npm:a@1//b:c@d?e=f:g@h', 'https://h/npm:a@1//b:c@d?e=f:g@h'],
    ['me@h:pw', 'me@h:pw'],
  ])('%s', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it('leaves the URL that the parser finds without a user, where no other URL stands in it', () => {
    const slashes = fc.constantFrom('//', '', '/', '\\/', '///');
    const rest = fc.constantFrom('', '/a@b', '?@', '#@', '\\@', '/?a=b@c#d');
    const login = fc.stringMatching(/^[a-z:@%!]{0,9}$/);
    fc.assert(
      fc.property(
        fc.constantFrom('http', 'HTTPS', 'ftp'),
        slashes,
        login,
        rest,
        (scheme, lead, user, after) => {
          const given = `${scheme}:${lead}${user}@h.example${after}`;
          if (!URL.canParse(given)) return;
          const wanted = new URL(given);
          wanted.username = wanted.password = '';
          expect(new URL(withoutUserInformation(given)).href).toBe(wanted.href);
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  it('is idempotent, and leaves text without an at sign alone', () => {
    const text = fc.stringMatching(/^[a:/@%40F?[\] ]{0,20}$/);
    fc.assert(
      fc.property(text, fc.constantFrom('http', 'redis', ''), (rest, scheme) => {
        const once = withoutSecrets(`${scheme}://${rest}`);
        expect(withoutSecrets(once)).toBe(once);
        expect(withoutSecrets(rest.replace(/@|%40/g, ''))).toBe(rest.replace(/@|%40/g, ''));
      }),
      { numRuns: runs(5_000) },
    );
  });
});
