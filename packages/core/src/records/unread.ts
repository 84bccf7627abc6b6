/** Finds records that this library knows but a document's dialect does not. */
import { encodeUtf8 } from '../bytes/utf-8.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { kindOfName, type RecordKind, recordKindOf } from '../parse/record-kind.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { Defect } from './reading.ts';

/**
 * Records that some crawlers read but the document's dialect does not, in file order. Crawlers that read like the
 * dialect ignore these records. Always empty for `rfc9309`.
 *
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { findDialect } from 'robots-exclusion/dialects';
 * import { crawlDelay, unreadRecords } from 'robots-exclusion/records';
 *
 * const google = findDialect('google');
 * const document = parse('User-agent: *\nCrawl-delay: 5\n', google ? { dialect: google } : {});
 * crawlDelay(document, 'FooBot'); // undefined
 * unreadRecords(document).map(({ name, line }) => `${name} in line ${line}`); // ['Crawl-delay in line 2']
 * ```
 */
export function unreadRecords(document: RobotsDocument): readonly DocumentRecord[] {
  if (!document.dialect.reader) return [];
  return document.records.filter((record) => unreadKind(document, record) !== undefined);
}

/** The kind that a record has under RFC 9309; `undefined` if the document's dialect also knows the record. */
export function unreadKind(
  { dialect }: RobotsDocument,
  { kind, name }: DocumentRecord,
): RecordKind | undefined {
  if (!dialect.reader || kind !== 'other') return undefined;
  const octets = encodeUtf8(name);
  const meant = recordKindOf(kindOfName(octets, 0, octets.length));
  return meant === 'other' ? undefined : meant;
}

/** A defect that reports that the dialect does not read the record. */
export function unreadDefect({ dialect }: RobotsDocument, { name }: DocumentRecord): Defect {
  const message = `${dialect.title} does not read ${name} records, so it ignores this one`;
  return { code: 'unread-record', severity: 'info', message };
}
