import { describe, expect, it } from 'vitest';
import { sourceText } from './source-text.js';

const words = (name: string, text: string): string =>
  (sourceText(name, text) as string).replace(/ +/g, ' ').trim();

describe('what people read of a source', () => {
  it.each([
    ['a comment above', '/** Why. */\nconst had = 1;', '/** Why. */'],
    ['a comment beside', 'const just = 1; // why\n', '// why'],
    ['a comment at the end', 'const a = 1;\n// why', '// why'],
    ['a comment in a call', 'f(/* why */ simply)', '/* why */'],
    ['a string', "const mended = 'it is fixed';", "'it is fixed'"],
    ['a template, without what is put in', 'const a = `from $' + '{told} to`;', '`from $' + '{ } to`'],
    ['no regular expression', 'const a = /\\/\\/ is told/;', ''],
    ['no division', 'const a = b / c / d; // why', '// why'],
    ['text of an element', 'const a = <p title="t">It is {had} so</p>;', '"t" It is so'],
  ])('is %s', (_, text, read) => {
    expect(words('a.tsx', text)).toBe(read);
  });

  it('keeps lines', () => {
    const text = 'const a = 1;\n\n// one\nf(\n  "two",\n);\n';
    expect((sourceText('a.ts', text) as string).split('\n').map((line) => line.trim())).toEqual([
      '',
      '',
      '// one',
      '',
      '"two"',
      '',
      '',
    ]);
  });
});
