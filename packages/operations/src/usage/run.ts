/** `usage`: reports what a robots.txt and other given sources state about the use of pages. */
import type { Failure } from '../errors.ts';
import type { DecisionAnswer, EvaluateAsked } from '../evaluate/decision.ts';
import { type EvaluateInput, evaluate } from '../evaluate/run.ts';
import type { Operation } from '../operation.ts';
import { usageWords } from './words.ts';

/** The input of `usage`. */
export type UsageInput = Omit<EvaluateInput, 'usage'>;

/** Returns decisions that include `usage`. */
export const usage: Operation<UsageInput, EvaluateAsked, DecisionAnswer | Failure> = {
  ...evaluate,
  name: 'usage',
  title: 'What is stated about the use of these pages?',
  about:
    'Returns decisions and all statements about search, AI training, AI input, and text and data mining, each with its source. Nothing is fetched.',
  asked: (input, call) => evaluate.asked({ ...input, usage: true }, call),
  words: usageWords,
};
