/**
 * The operation `readings`: how each real parser reads a robots.txt.
 *
 * @module
 */
export type { ReadingAnswer, ReadingsAnswer } from './answer.ts';
export {
  type ReadingSteps,
  type ReadingsAsked,
  type ReadingsInput,
  readingSteps,
  readings,
} from './run.ts';
export { readingsWords } from './words.ts';
