/** One statement about use under one convention, with its source. */
import type { DocumentRecord } from '../parse/records.ts';
import type { ConventionName, Use } from './uses.ts';

/** The location of a statement. */
export type UsageSource =
  | {
      readonly kind: 'robots';
      /** The line number, counted from 1. */
      readonly line: number;
      /** The column in octets, counted from 1. */
      readonly column: number;
      /** The record as read: name, colon and value. This text is untrusted: escape it before you print it. */
      readonly text: string;
    }
  /**
   * A header field, a meta element of the page, or a file beside robots.txt. For a file, `text` is the location of the
   * rule that applies.
   */
  | { readonly kind: 'header' | 'meta' | 'file'; readonly name: string; readonly text: string };

/** One statement about one target under one convention, with its source. */
export interface UsageStatement {
  readonly convention: ConventionName;
  readonly source: UsageSource;
  /** The statement in the convention's own words: `{ "train-ai": "disallow" }`, `{ "use": "reference" }`. */
  readonly states: Readonly<Record<string, string>>;
  /** What the statement means for each use; uses that it does not concern are absent. */
  readonly says: Readonly<Partial<Record<Use, 'allow' | 'disallow'>>>;
  /**
   * The purpose token whose rules make the statement, and its operator. The statement applies to that operator only.
   */
  readonly purpose?: { readonly token: string; readonly operator: string };
  /** Further notes for a reader. */
  readonly note?: string;
  /** What is wrong with a header field or a meta element of which a part, or all, has no effect. */
  readonly defect?: string;
}

/** A statement in a record of robots.txt. */
export function sourceOf({ name, value, line, column }: DocumentRecord): UsageSource {
  return Object.freeze({ kind: 'robots', line, column, text: `${name}: ${value}` });
}

export function headerSource(name: string, text: string): UsageSource {
  return Object.freeze({ kind: 'header', name, text });
}
