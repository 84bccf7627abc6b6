import { expect, it } from 'vitest';
import { csvRow } from './csv.ts';

it('quotes what must be quoted, and lets nothing be a formula', () => {
  expect(csvRow(['a', 'b,c', 'd"e', undefined, 1, true])).toBe('a,"b,c","d""e",,1,true\n');
  expect(csvRow(['=1+1', '+1', '-1', '@x', ' =1', '＝1', '-'])).toBe("'=1+1,'+1,'-1,'@x,' =1,'＝1,-\n");
  expect(csvRow(['\t=1', '\u001b[2J'])).toBe('\\x09=1,\\x1b[2J\n');
});
