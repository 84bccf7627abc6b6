/** Diagnostics of the records in this directory, in file order. */
import type { RobotsDocument } from '../parse/document.ts';
import { groupKinds } from '../parse/record-kind.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { recordDefinition } from './definitions.ts';
import { type Defect, diagnosticOf, type RecordDiagnostic } from './reading.ts';
import { unreadDefect, unreadKind } from './unread.ts';

/**
 * Diagnostics for the values of records outside RFC 9309, each with line, column and span, in file order.
 * `document.diagnostics` covers RFC 9309's own records; `usageDiagnostics` covers statements about use.
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
    const stray = groupKinds.has(record.kind) && !isInGroup.has(record.span.start);
    return [...(defect ? [defect] : []), ...(stray ? [strayDefect(record)] : [])].map((found) =>
      diagnosticOf(record, found),
    );
  });
}

function defectOf(document: RobotsDocument, record: DocumentRecord): Defect | undefined {
  const unread = unreadKind(document, record);
  if (unread !== undefined && recordDefinition(unread)?.read) return unreadDefect(document, record);
  const reading = recordDefinition(record.kind)?.read?.(record, document);
  return reading && 'defect' in reading ? reading.defect : undefined;
}

function strayDefect({ name }: DocumentRecord): Defect {
  const message = `No user-agent record precedes this ${name} record. It belongs to no group and is ignored`;
  return { code: 'record-before-group', severity: 'warning', message };
}
