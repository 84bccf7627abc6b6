import fc from 'fast-check';
import { compile, explainer, parse } from 'robots-exclusion';
import { dialects } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';
import { shortened } from './shortened.ts';
import { verdictText } from './verdict-text.ts';

const line = fc.oneof(
  fc.constantFrom(
    'User-agent: *',
    'User-agent: FooBot',
    'Allow: /',
    'Disallow: /a*"\\é\u2028$',
    'Disallow: /a',
  ),
  fc.string({ unit: 'binary' }).map((value) => `Disallow: /${value}`),
);

describe('the text of a verdict', () => {
  it('is what JSON.stringify gives, also of the second verdict of a file, in every dialect', () => {
    const file = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    const targets = fc.array(fc.constantFrom('/', '/a', '/ab"\\', '/robots.txt'), { minLength: 1 });
    fc.assert(
      fc.property(
        file,
        targets,
        fc.constantFrom(...dialects),
        fc.integer({ min: 1, max: 3 }),
        (text, urls, dialect, max) => {
          const verdictOn = explainer(compile(parse(text, { dialect }), 'FooBot'));
          for (const url of urls) {
            const verdict = verdictOn(url);
            expect(JSON.parse(verdictText(verdict, max))).toEqual(
              JSON.parse(JSON.stringify(shortened(verdict, max))),
            );
          }
        },
      ),
    );
  });
});
