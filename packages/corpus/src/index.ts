export {
  type Allows,
  type ContentKind,
  type CorpusRow,
  type CrawlerColumns,
  ROW_VERSION,
  type UsageEntry,
} from './row.ts';
