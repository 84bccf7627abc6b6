/**
 * The vocabulary of AIPREF as data: the categories of use that a statement of preference may name. To add a revision
 * of the draft, edit this file; no other code knows a label.
 */

import { quote } from '../bytes/quote.ts';

/** One category of use. */
export interface Category<Label extends string = string> {
  /** The category's key in a statement: case-sensitive, with the alphabet of RFC 9651's keys. */
  readonly label: Label;
  readonly title: string;
  readonly definition: string;
  /** The category that contains this one, for vocabularies with a hierarchy. */
  readonly parent?: Label;
}

/** A set of categories and where it is defined. */
export interface Vocabulary<Label extends string = string> {
  readonly name: string;
  readonly source: string;
  /** The date of the source, ISO 8601. */
  readonly asOf: string;
  readonly categories: readonly Category<Label>[];
  /** The category that takes precedence over all others for uses within it. */
  readonly overriding?: Label;
  /** Labels of earlier revisions and other conventions that authors use by mistake, each with a remark. */
  readonly mistakenLabels: ReadonlyMap<string, string>;
}

/** Labels of {@link aiprefVocabulary}. */
export type AiprefLabel = 'train-ai' | 'ai-use' | 'search';

/** Supported revisions of draft-ietf-aipref-vocab. */
export type AiprefVersion = '08' | '07';

const SEARCH = Object.freeze({
  label: 'search',
  title: 'Search',
  definition:
    'An application that selects assets and directs people to where they are; each result links there.',
} as const);

/**
 * Labels that no supported revision defines but authors use by mistake. Each remark names the correct label, if there
 * is one.
 */
const MISTAKEN: readonly (readonly [label: string, remark: string])[] = [
  ['ai-train', 'is a label of Content-Signal: write "train-ai"'],
  ['ai', 'is a label of earlier drafts: write "train-ai" for training, "ai-use" for use as input'],
  ['genai', 'is a label of an earlier draft: write "train-ai"'],
  ['train-genai', 'is a label of earlier drafts: write "train-ai"'],
  ['all', 'is a label of an earlier draft; no label now covers every use: write each category'],
  ['bots', 'is a label of earlier drafts; no label now covers every use: write each category'],
  ['tdm', 'is a label of earlier drafts; no label now covers text and data mining'],
  ['foundation-model', 'is a label of an earlier draft: write "train-ai"'],
  ['train_ai', 'has an underscore: write "train-ai"'],
];

/**
 * draft-ietf-aipref-vocab-08, the newest. Its categories have no hierarchy: nothing is inherited. `search` governs
 * everything that qualifies as Search, regardless of the other categories. The draft says that its sections on the
 * model and on categories have no consensus yet.
 */
export const aiprefVocabulary: Vocabulary<AiprefLabel> = Object.freeze({
  name: 'draft-ietf-aipref-vocab-08',
  source: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/08/',
  asOf: '2026-09-13',
  overriding: 'search',
  categories: Object.freeze([
    Object.freeze({
      label: 'train-ai',
      title: 'AI training',
      definition: 'Changing the learned parameters of a generative model.',
    }),
    Object.freeze({
      label: 'ai-use',
      title: 'AI use',
      definition: 'Input to a generative model if the user did not provide the asset.',
    }),
    SEARCH,
  ] as const),
  mistakenLabels: new Map([
    ...MISTAKEN,
    ['ai-input', 'is a label of Content-Signal: write "ai-use"'],
    ['ai-output', 'is a label of an earlier draft: write "ai-use"'],
    ['inference', 'is a label of an earlier draft: write "ai-use"'],
    ['ai_use', 'has an underscore: write "ai-use"'],
  ]),
});

/** draft-ietf-aipref-vocab-07, which has no category for the use of content as AI input. */
export const aiprefVocabulary07: Vocabulary<'train-ai' | 'search'> = Object.freeze({
  name: 'draft-ietf-aipref-vocab-07',
  source: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/07/',
  asOf: '2026-08-19',
  categories: Object.freeze([
    Object.freeze({
      label: 'train-ai',
      title: 'AI training',
      definition: 'Changing the learned parameters of a model that generates synthetic content.',
    }),
    SEARCH,
  ] as const),
  mistakenLabels: new Map([
    ...MISTAKEN,
    ['ai-input', 'is a label of Content-Signal; this draft has none for it'],
    ['ai-use', 'is a label of other drafts; this one has none for it'],
    ['ai-output', 'is a label of an earlier draft; this one has none for it'],
    ['inference', 'is a label of an earlier draft; this one has none for it'],
  ]),
});

/** The vocabulary of the given revision, or the given vocabulary itself. */
export function vocabularyOf<Label extends string>(
  given: Vocabulary<Label> | AiprefVersion | undefined,
): Vocabulary<Label> {
  if (typeof given === 'object' && given !== null) return given;
  if (given === undefined || given === '08') return aiprefVocabulary as unknown as Vocabulary<Label>;
  if (given === '07') return aiprefVocabulary07 as unknown as Vocabulary<Label>;
  throw new RangeError(
    `Cannot read by the vocabulary ${quote(String(given))}: expected "08", "07" or a vocabulary of your own`,
  );
}
