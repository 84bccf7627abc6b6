/** What is wrong with the values of the records of this folder, in file order. */
import type { RobotsDocument } from '../parse/document.ts';
import type { RecordKind } from '../parse/record-kind.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { readCacheDelay } from './cache-delay.ts';
import { readCleanParam } from './clean-param.ts';
import { readCrawlDelay } from './crawl-delay.ts';
import { readHost } from './host.ts';
import { noindexDefect } from './noindex.ts';
import { type Defect, diagnosticOf, type Reading, type RecordDiagnostic } from './reading.ts';
import { readRequestRate } from './request-rate.ts';
import { readSitemap } from './sitemap.ts';
import { unreadDefect, unreadKind } from './unread.ts';
import { readVisitTime } from './visit-time.ts';

/**
 * Diagnostics of the values of Sitemap, Crawl-delay, Request-rate, Visit-time, Host, Clean-param, Noindex and
 * Cache-delay records, each with line, column and span, in file order. `document.diagnostics` covers RFC 9309's
 * own records.
 *
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { recordDiagnostics } from 'robots-exclusion/records';
 *
 * const [found] = recordDiagnostics(parse('User-agent: *\nCrawl-delay: 1e3\n'));
 * [found?.code, found?.line, found?.column]; // ['bad-crawl-delay', 2, 14]
 * ```
 */
export function recordDiagnostics(document: RobotsDocument): readonly RecordDiagnostic[] {
  const isInGroup = new Set(document.groups.flatMap(({ others }) => others.map(({ span }) => span.start)));
  return document.records.flatMap((record) => {
    const defect = defectOf(document, record);
    const stray = GROUP_KINDS.has(record.kind) && !isInGroup.has(record.span.start);
    return [...(defect ? [defect] : []), ...(stray ? [strayDefect(record)] : [])].map((found) =>
      diagnosticOf(record, found),
    );
  });
}

const READERS: ReadonlyMap<RecordKind, (record: DocumentRecord) => Reading<unknown>> = new Map<
  RecordKind,
  (record: DocumentRecord) => Reading<unknown>
>([
  ['sitemap', readSitemap],
  ['crawl-delay', readCrawlDelay],
  ['request-rate', readRequestRate],
  ['visit-time', readVisitTime],
  ['host', readHost],
  ['clean-param', readCleanParam],
  ['cache-delay', readCacheDelay],
]);

/** Kinds of records that are read in this folder. */
const KINDS: ReadonlySet<RecordKind> = new Set<RecordKind>([...READERS.keys(), 'noindex']);

/** Kinds that belong to a group. */
const GROUP_KINDS: ReadonlySet<RecordKind> = new Set<RecordKind>([
  'crawl-delay',
  'request-rate',
  'visit-time',
  'noindex',
  'cache-delay',
]);

function defectOf(document: RobotsDocument, record: DocumentRecord): Defect | undefined {
  const unread = unreadKind(document, record);
  if (unread !== undefined && KINDS.has(unread)) return unreadDefect(document, record);
  if (record.kind === 'noindex') return noindexDefect(document, record);
  const reading = READERS.get(record.kind)?.(record);
  return reading && 'defect' in reading ? reading.defect : undefined;
}

function strayDefect({ name }: DocumentRecord): Defect {
  const message = `No user-agent record precedes this ${name} record. It belongs to no group and is ignored`;
  return { code: 'record-before-group', severity: 'warning', message };
}
