import { describe, expect, it } from 'vitest';
import { csvRow } from './csv.ts';

describe('RFC 4180: rows of CSV', () => {
  it('end with CR LF; absent values are empty', () => {
    expect(csvRow(['a', undefined, null, 1, true])).toBe('a,,,1,true\r\n');
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['-', '-'],
    ['=', '='],
    ['=HYPERLINK("https://a.example/","x")', `"'=HYPERLINK(""https://a.example/"",""x"")"`],
    ['a;b', '"a;b"'],
    ['a;=1+1;b', '"a;\'=1+1;b"'],
    ['a; ＠x', '"a;\' ＠x"'],
    ['a;-', '"a;-"'],
    ['\t=1', '\\x09=1'],
    ['\r=1', '\\x0d=1'],
    ['a\r\nb', 'a\\x0d\\x0ab'],
    ['\u001b[2J', '\\x1b[2J'],
    ['\u009b2J', '\\x9b2J'],
    ['\u202ea', '\\u{202e}a'],
    ['a\u2028b', 'a\\u{2028}b'],
    ['\ufeffa', '\\u{feff}a'],
  ])('%j is written as %s', (value, cell) => {
    expect(csvRow([value])).toBe(`${cell}\r\n`);
  });
});
