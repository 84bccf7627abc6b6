/**
 * What real crawlers did with what /robots.txt answered, as recorded.
 *
 * @module
 */
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
