/** The result of reading one value: the value, or its defect. Content never causes an exception. */

import { encodeUtf8 } from '../bytes/utf-8.ts';
import type { Diagnostic } from '../parse/diagnostics.ts';
import type { DocumentRecord } from '../parse/records.ts';

/** The defect of a value, and its position in the value. */
export interface Defect {
  /** The code: stable, in kebab case. */
  readonly code: string;
  readonly severity: Diagnostic['severity'];
  /** A description of the defect, and its effect on readers of the record. */
  readonly message: string;
  /** The number of octets from the start of the value. @default 0 */
  readonly offset?: number;
}

/** The maximum number of defects reported per value: a hostile line can have a hundred thousand. */
export const MAX_DEFECTS = 16;

/** A value that was read strictly, or the reason why it cannot be read. */
export type Reading<Value> = { readonly value: Value } | { readonly defect: Defect };

/** A diagnostic about a record's value. It has a column in addition to its span. */
export interface RecordDiagnostic extends Diagnostic {
  /** The column, in octets and counted from 1, where the defect begins in its line. */
  readonly column: number;
}

/** Converts a defect to a diagnostic at its position in the document. */
export function diagnosticOf(
  { line, column: nameColumn, span, valueSpan }: DocumentRecord,
  { code, severity, message, offset = 0 }: Defect,
): RecordDiagnostic {
  const start = Math.min(valueSpan.start + offset, valueSpan.end);
  const column = nameColumn + start - span.start;
  return Object.freeze({
    code,
    severity,
    message,
    line,
    column,
    span: Object.freeze({ start, end: Math.max(start, valueSpan.end) }),
  });
}

/** The number of octets in a value before the character at `index`, which is the position of a defect. */
export function octetsBefore(value: string, index: number): number {
  return encodeUtf8(value.slice(0, index)).length;
}

type Stated<Value> = Value & { readonly record: DocumentRecord };

/** The readable values of records, each with its record. */
export function readAll<Value>(
  records: readonly DocumentRecord[],
  read: (record: DocumentRecord) => Reading<Value>,
): readonly Stated<Value>[] {
  return records.flatMap((record) => readFirst([record], read) ?? []);
}

/** The first readable value of records, with its record. The records after it are not read. */
export function readFirst<Value>(
  records: readonly DocumentRecord[],
  read: (record: DocumentRecord) => Reading<Value>,
): Stated<Value> | undefined {
  for (const record of records) {
    const reading = read(record);
    if ('value' in reading) return Object.freeze({ ...reading.value, record });
  }
  return undefined;
}
