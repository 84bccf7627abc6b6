/** Compares two robots.txt files that were handed in, as JSON text. */

import type { RobotsBody } from '@robots-exclusion/operations/shared';
import { type Crawler, parse } from 'robots-exclusion';
import { diff } from 'robots-exclusion/diff';
import { AnswerTooLargeError } from './too-large.ts';

/** What is to be compared. */
export interface DiffQuestion {
  before: RobotsBody;
  after: RobotsBody;
  /** Compared besides those that the files name. */
  crawlers: readonly Crawler[];
  maxAnswerBytes: number;
}

/** @throws {AnswerTooLargeError} If there is too much to say. */
export function diffRobots({ before, after, crawlers, maxAnswerBytes }: DiffQuestion): string {
  const read = ({ body, maxBytes }: RobotsBody) => parse(body, { maxBytes });
  const text = JSON.stringify(diff(read(before), read(after), { crawlers }));
  if (text.length > maxAnswerBytes) throw new AnswerTooLargeError('The report is over the limit');
  return text;
}
