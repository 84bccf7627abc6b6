/**
 * How each real parser reads a robots.txt.
 *
 * @module
 */
export type { ReadingAnswer, ReadingsAnswer } from './answer.ts';
export {
  type ReadingsAsked,
  type ReadingsInput,
  readings,
} from './run.ts';
export { readingsWords } from './words.ts';
