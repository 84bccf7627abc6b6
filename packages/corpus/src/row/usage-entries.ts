/** Statements about use in a file and in the header fields of its response. */
import type { RecordKind, RobotsDocument } from 'robots-exclusion';
import { licenses, mayStateAiTraining, usageReport } from 'robots-exclusion/usage';
import type { UsageEntry } from './corpus-row.ts';

const RECORDS: readonly RecordKind[] = ['content-signal', 'content-usage', 'license'];

/** Header fields that state preferences about use. */
export const USAGE_FIELDS: readonly string[] = [
  'content-usage',
  'content-signal',
  'x-robots-tag',
  'tdm-reservation',
  'tdm-policy',
  'link',
];

/**
 * The statements about use. Most captures have no record or field that can contain such a statement. Those captures are
 * not searched.
 */
export function usageEntries(
  document: RobotsDocument,
  byKind: Readonly<Partial<Record<RecordKind, number>>>,
  headers: Readonly<Record<string, string>>,
): UsageEntry[] {
  const hasRecord = RECORDS.some((kind) => byKind[kind] !== undefined);
  const hasField = USAGE_FIELDS.some((name) => headers[name] !== undefined);
  const hasTraining = byKind.other !== undefined && mayStateAiTraining(document);
  if (!hasRecord && !hasField && !hasTraining) return [];
  const fields = { ...headers, 'x-robots-tag': headers['x-robots-tag']?.split('\n') };
  const { statements } = usageReport(document, '*', '/', { headers: fields });
  return [
    ...statements.map(({ convention, source, states }) => ({
      convention: convention as string,
      states,
      line: source.kind === 'robots' ? source.line : null,
      header: source.kind === 'robots' ? null : source.name,
    })),
    ...licenses(document, { headers }).map(({ url, record }) => ({
      convention: 'license',
      states: { license: url },
      line: record?.line ?? null,
      header: record ? null : 'link',
    })),
  ];
}
