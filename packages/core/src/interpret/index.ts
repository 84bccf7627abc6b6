/**
 * How each real parser reads the same file, and where parsers disagree.
 *
 * @module
 */
export {
  type Divergence,
  type DivergenceOptions,
  type DivergenceReport,
  divergences,
} from './divergences.ts';
export {
  type Interpretation,
  type InterpretationOptions,
  interpretations,
  interpretationsInSteps,
} from './interpretations.ts';
export type { Difference } from './why-it-differs.ts';
