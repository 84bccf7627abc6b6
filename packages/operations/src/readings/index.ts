/**
 * The operation `readings`: how each real parser reads a robots.txt.
 *
 * @module
 */

export {
  type ReadingSteps,
  type ReadingsAsked,
  readingSteps,
  readings,
} from './run.ts';
export type { ReadingAnswer, ReadingsAnswer, ReadingsInput } from './schema.ts';
