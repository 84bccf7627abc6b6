/** The output of `readings` as text. */
import type { Failure } from '../errors.ts';
import { caller, cutWords, line, own, type Word, type Words } from '../words.ts';
import type { ReadingAnswer, ReadingsAnswer } from './schema.ts';

/**
 * One line for the URL with its first reading, and one line for each dialect whose verdict differs from that of RFC
 * 9309.
 */
export function readingsWords(answer: ReadingsAnswer | Failure): Words {
  if ('error' in answer) return [line`${caller(answer.url)}: ${own(answer.error.message)}`];
  const [first] = answer.readings;
  const others = answer.readings.filter(({ differsBecause }) => differsBecause !== undefined);
  const head = line`${caller(answer.url)}: ${first === undefined ? own('not read') : said(first)}`;
  const differing = others.map((one) => line`${own(one.dialect)}: ${said(one)}; ${whyOf(one)}`);
  return [head, ...differing, ...cutWords(answer)];
}

function said({ verdict }: ReadingAnswer): Word {
  if ('error' in verdict) return own('the original fails');
  return own(verdict.allowed ? 'allowed' : 'disallowed');
}

function whyOf({ differsBecause }: ReadingAnswer): Word {
  return own(differsBecause?.sentence ?? '');
}
