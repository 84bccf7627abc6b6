/**
 * Converts robots.txt captures in WARC files to typed rows.
 *
 * @module
 */

export { defaultLimits } from '@robots-exclusion/client/stored-answer';
export { type HostColumn, type HostTable, hostTableOf } from './join/host-table.ts';
export { endRanksOf } from './join/row-keys.ts';
export { type Column, type ColumnType, columnNames, columns, targetColumns } from './row/columns.ts';
export type {
  Allows,
  ColumnName,
  ContentKind,
  CorpusRow,
  CrawlerColumns,
  DecidedBy,
  RowOutcome,
  UsageEntry,
} from './row/corpus-row.ts';
export { ROW_VERSION } from './row/corpus-row.ts';
export { type ChainFailure, chainFailures, endOfChain } from './row/end-of-chain.ts';
export type { AskedCrawler, ReadyOptions } from './row/ready-options.ts';
export { agentsFor, type RowOptions } from './row/row-options.ts';
export { type RowMaker, rowMaker, toRow } from './row/to-row.ts';
export { isAddress } from './run/archive-source.ts';
export { type FaultKind, FaultLog, type RunFault } from './run/fault-log.ts';
export { inlineLess } from './run/inline-less.ts';
export { ndjsonLine } from './run/ndjson.ts';
export { type ListedRecords, type RecordPlace, recordsOf } from './run/record-index.ts';
export { type RunOptions, type RunResult, runCorpus } from './run/run-corpus.ts';
export { CHANGED, RunFailure } from './run/run-failure.ts';
export { inputsOf } from './run/run-inputs.ts';
export {
  octetsOf,
  planRun,
  type Questions,
  type RunInput,
  type RunPlan,
  readyQuestions,
  shapeOf,
  type TableForm,
  unitsOf,
} from './run/run-plan.ts';
export { type LineOptions, linesOf, listedLinesOf, type UnitProgress } from './run/unit.ts';
export { chartOf } from './summary/chart.ts';
export {
  type AllowsCounts,
  BASE,
  type CountedRow,
  type CrawlerSummary,
  readTable,
  type Summary,
  shareOf,
  summarize,
} from './summary/summary.ts';
export { openParquetStream } from './table/open-parquet-stream.ts';
export type { ParquetStream, StreamColumn, StreamRow } from './table/parquet-stream.ts';
export { isMap, type RowShape } from './table/row-shape.ts';
export type { Capture } from './warc/capture.ts';
export { type Fault, NotWarcError, type OnFault } from './warc/piece.ts';
export {
  isRobotsOrWebUrl,
  isRobotsTxtUrl,
  type ReadWarcOptions,
  readWarc,
  readWarcByBatch,
} from './warc/read-warc.ts';
