/**
 * The parts that the answers of several operations share.
 *
 * @module
 */
export {
  type Agent,
  type AskedCrawlers,
  crawlersOf,
  exampleTokens,
  type UnknownCrawlers,
  unknownAmong,
} from './crawlers.ts';
export {
  type AttemptAnswer,
  type DocumentFacts,
  type EvidenceAnswer,
  type FileEvidence,
  fileEvidenceOf,
} from './evidence.ts';
export { type FileNotes, fileNotesText } from './file-notes.ts';
export { oneCrawler } from './one-crawler.ts';
export { loadUsage } from './reading.ts';
export { type GivenRobots, type RobotsBody, robotsBody } from './robots-body.ts';
export { type SeenHosts, seenHosts } from './several-hosts.ts';
export { isoTime } from './time.ts';
export { type LicenseAnswer, type PageStatements, type UsageAnswer, usageAnswer } from './usage.ts';
export { type GivenPurposeToken, purposeTokensWith, registryFor, type UseWord, useWords } from './uses.ts';
