/**
 * The operation `evaluate`: decides about URLs based on a robots.txt that is passed in or was fetched.
 *
 * @module
 */

export { loadDialects, loadUsage } from '../shared/reading.ts';
export type { VerdictAnswer } from '../shared/verdict.ts';
export {
  type Decide,
  type DecisionBasis,
  decider,
  type EvaluateAsked,
  type FetchedFacts,
} from './decision.ts';
export {
  type DecisionQuestion,
  evaluate,
  loadFor,
  questionOf,
} from './run.ts';
export type { DecisionAnswer, DecisionInput, EvaluateInput, UseDecision } from './schema.ts';
export { type DecisionWord, decisionCells, decisionColumns, decisionWord } from './table.ts';
export { decisionWords } from './words.ts';
