/** How every dialect reads a robots.txt that was handed in, as JSON text. */

import type { RobotsBody } from '@robots-exclusion/operations/shared';
import { parse } from 'robots-exclusion';
import { dialects, findDialect } from 'robots-exclusion/dialects';
import { type Interpretation, interpretations } from 'robots-exclusion/interpret';
import { withoutSecrets } from 'robots-exclusion/print';
import { resultsText } from './results-text.ts';
import { shortened } from './shortened.ts';
import { AnswerTooLargeError } from './too-large.ts';

/** What is asked. */
export interface InterpretQuestion {
  robots: RobotsBody;
  urls: readonly string[];
  /** The product tokens of each crawler. */
  crawlers: readonly (readonly string[])[];
  /** Names; absent for all. */
  dialects?: readonly string[];
  maxCandidates: number;
  maxAnswerBytes: number;
}

/** @throws {AnswerTooLargeError} If there is too much to say. */
export function interpretRobots(question: InterpretQuestion): string {
  const { robots, urls, crawlers, maxAnswerBytes } = question;
  const document = parse(robots.body, { maxBytes: robots.maxBytes });
  const asked = question.dialects?.flatMap((name) => findDialect(name) ?? []) ?? dialects;
  const texts: string[] = [];
  let bytes = 0;
  for (const url of urls) {
    for (const agent of crawlers) {
      const text = answerFor(
        url,
        agent,
        () => interpretations(document, agent, url, { dialects: asked }),
        question,
      );
      bytes += text.length;
      if (bytes > maxAnswerBytes) throw new AnswerTooLargeError('The answers are over the limit');
      texts.push(text);
    }
  }
  return resultsText(texts, urls);
}

function answerFor(
  url: string,
  agent: readonly string[],
  read: () => readonly Interpretation[],
  { maxCandidates }: InterpretQuestion,
): string {
  try {
    const readings = read().map(({ dialect, verdict, differsBecause }) => ({
      dialect: dialect.name,
      verdict: 'error' in verdict ? verdict : shortened(verdict, maxCandidates),
      differsBecause,
    }));
    return JSON.stringify({ url: withoutSecrets(url, ''), agent, interpretations: readings });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = withoutSecrets(error.message);
    return JSON.stringify({ url: withoutSecrets(url, ''), error: { code: 'invalid-url', message } });
  }
}
