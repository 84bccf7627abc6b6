/**
 * How each real parser reads a robots.txt.
 *
 * @module
 */
export {
  type ReadingAnswer,
  type ReadingsAnswer,
  type ReadingsAsked,
  type ReadingsInput,
  readings,
} from './run.ts';
export { readingsWords } from './words.ts';
