/** `usage`: reports what a robots.txt and other given sources state about the use of pages. */
import type { Failure } from '../errors.ts';
import type { EvaluateAsked } from '../evaluate/decision.ts';
import { evaluate } from '../evaluate/run.ts';
import type { DecisionAnswer } from '../evaluate/schema.ts';
import type { Operation } from '../operation.ts';
import type { UsageInput } from './schema.ts';
import { usageWords } from './words.ts';

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
