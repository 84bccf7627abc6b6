/** Uses and conventions as data. A convention can state only the uses for which it has a word. */
import table from './conventions.json' with { type: 'json' };

/**
 * The uses in a report, in display order. Types, schemas, the command, the service and the page take names and titles
 * from this list.
 */
export const uses = [
  { name: 'search', title: 'Search', short: 'search' },
  { name: 'ai-training', title: 'AI training', short: 'AI training' },
  { name: 'ai-input', title: 'AI input', short: 'AI input' },
  { name: 'text-and-data-mining', title: 'Text and data mining', short: 'data mining' },
] as const;

/** The uses in a report. */
export type Use = (typeof uses)[number]['name'];

export const USES: readonly Use[] = /* @__PURE__ */ namesOf(uses);

function namesOf(listed: typeof uses): readonly Use[] {
  return Object.freeze(listed.map(({ name }) => name));
}

/** Words of Content-Signal and the uses that they name. */
export const signalUses = {
  search: 'search',
  'ai-input': 'ai-input',
  'ai-train': 'ai-training',
} as const;

/** Conventions that state preferences about use. */
export type ConventionName =
  | 'aipref'
  | 'content-signal'
  | 'purpose-token'
  | 'ai-training-rules'
  | 'x-robots-tag'
  | 'tdmrep';

/** One convention. */
export interface Convention {
  readonly name: ConventionName;
  readonly title: string;
  /** The name of the field that states a preference, both in robots.txt and as a header. */
  readonly field?: string;
  readonly source: string;
  /** The date of the source, ISO 8601. */
  readonly asOf: string;
  /**
   * The convention's own words for uses. Empty for the convention `purpose-token`, whose tokens `purpose-tokens.ts`
   * lists.
   */
  readonly uses: ReadonlyMap<string, Use>;
}

/**
 * The uses that each convention covers. Two conventions may define one use slightly differently: AIPREF's `train-ai`
 * covers training of generative models, Content-Signal's `ai-train` covers training and fine-tuning of any model.
 */
export const conventions: ReadonlyMap<ConventionName, Convention> = /* @__PURE__ */ conventionTable();

function conventionTable(): ReadonlyMap<ConventionName, Convention> {
  const listed = table as readonly (Omit<Convention, 'uses'> & { uses: Readonly<Record<string, Use>> })[];
  return new Map(
    listed.map((one) => [one.name, Object.freeze({ ...one, uses: new Map(Object.entries(one.uses)) })]),
  );
}

/** A convention's word for a use; `undefined` if it has none. */
export function wordFor(use: Use, convention: ConventionName): string | undefined {
  for (const [word, named] of conventions.get(convention)?.uses ?? []) if (named === use) return word;
  return undefined;
}
