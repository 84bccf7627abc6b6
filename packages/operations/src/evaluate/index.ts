/**
 * The operation `evaluate`: decides about URLs based on a robots.txt that is passed in or was fetched.
 *
 * @module
 */

export { loadDialects, loadUsage } from '../shared/reading.ts';
export type { VerdictAnswer } from '../shared/verdict.ts';
export {
  type Decide,
  type DecisionAnswer,
  type DecisionBasis,
  decider,
  type EvaluateAsked,
  type FetchedFacts,
  type UseDecision,
} from './decision.ts';
export {
  type DecisionInput,
  type DecisionQuestion,
  type EvaluateInput,
  evaluate,
  loadFor,
  questionOf,
} from './run.ts';
export { decisionWords } from './words.ts';
