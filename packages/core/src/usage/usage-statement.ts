/** One statement about use, from one convention, in one place. */
import type { DocumentRecord } from '../parse/records.ts';
import type { ConventionName, Use } from './uses.ts';

/** Where a statement is. */
export type UsageSource =
  | {
      readonly kind: 'robots';
      /** Counted from 1. */
      readonly line: number;
      /** In octets, counted from 1. */
      readonly column: number;
      /** The record as read: name, colon, value. It is untrusted text: escape it before you print it. */
      readonly text: string;
    }
  /** A header field; a meta element of the page; a file beside robots.txt, with the location of its rule. */
  | { readonly kind: 'header' | 'meta' | 'file'; readonly name: string; readonly text: string };

/** What one convention states in one place about one target. */
export interface UsageStatement {
  readonly convention: ConventionName;
  readonly source: UsageSource;
  /** In the convention's own words: `{ "train-ai": "disallow" }`, `{ "use": "reference" }`. */
  readonly states: Readonly<Record<string, string>>;
  /** What that means for each use; other uses are absent. */
  readonly says: Readonly<Partial<Record<Use, 'allow' | 'disallow'>>>;
  /** The purpose token whose rules state it, and its operator, the only one to which it applies. */
  readonly purpose?: { readonly token: string; readonly operator: string };
  /** Further notes for a reader. */
  readonly note?: string;
}

/** A statement in a record of robots.txt. */
export function sourceOf({ name, value, line, column }: DocumentRecord): UsageSource {
  return Object.freeze({ kind: 'robots', line, column, text: `${name}: ${value}` });
}

/** A statement in a header field. */
export function headerSource(name: string, text: string): UsageSource {
  return Object.freeze({ kind: 'header', name, text });
}
