/**
 * What real crawlers did with what /robots.txt answered, as recorded.
 *
 * @module
 */
export { programPreset } from './preset.ts';
export {
  type Departure,
  departures,
  departureText,
  findProgram,
  idOf,
  openText,
  type ProgramOutcome,
  type ProgramQuestion,
  type ProgramRecord,
  type ProgramRow,
  programQuestions,
  programRecords,
  programRow,
} from './records.ts';
export {
  type AnswerSide,
  allProgramTexts,
  libraryNameTexts,
  programTexts,
  type RobotsAnswerFacts,
} from './rows-of-answer.ts';
