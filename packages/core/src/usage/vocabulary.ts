/**
 * The vocabulary of AIPREF as data: which categories of use a statement of preference may name. A later revision
 * of the draft is an edit here; nothing else knows a label.
 */

/** One category of use. */
export interface Category<Label extends string = string> {
  /** Its key in a statement: case-sensitive, of the alphabet of RFC 9651's keys. */
  readonly label: Label;
  readonly title: string;
  readonly definition: string;
  /** The category that this one lies within, for vocabularies that have a hierarchy. */
  readonly parent?: Label;
}

/** A set of categories and where it is defined. */
export interface Vocabulary<Label extends string = string> {
  readonly name: string;
  readonly source: string;
  /** The date of that source, ISO 8601. */
  readonly asOf: string;
  readonly categories: readonly Category<Label>[];
  /** Labels of earlier revisions and of other conventions that authors write by mistake, each with a remark. */
  readonly mistakenLabels: ReadonlyMap<string, string>;
}

/** Labels of {@link aiprefVocabulary}. */
export type AiprefLabel = 'train-ai' | 'search';

/**
 * draft-ietf-aipref-vocab-07. Its categories have no hierarchy: nothing is inherited. The draft says that its
 * sections on categories have no consensus yet.
 */
export const aiprefVocabulary: Vocabulary<AiprefLabel> = Object.freeze({
  name: 'draft-ietf-aipref-vocab-07',
  source: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/07/',
  asOf: '2026-08-19',
  categories: Object.freeze([
    Object.freeze({
      label: 'train-ai',
      title: 'AI training',
      definition: 'Changing the learned parameters of a model that generates synthetic content.',
    }),
    Object.freeze({
      label: 'search',
      title: 'Search',
      definition:
        'An application that selects assets and directs people to where they are; each result links there.',
    }),
  ] as const),
  mistakenLabels: new Map([
    ['ai-train', 'is a label of Content-Signal; AIPREF writes "train-ai"'],
    ['ai-input', 'is a label of Content-Signal; AIPREF has none for it'],
    ['ai', 'is a label of earlier drafts; the present one has "train-ai"'],
    ['genai', 'is a label of an earlier draft; the present one has "train-ai"'],
    ['train-genai', 'is a label of earlier drafts; the present one has "train-ai"'],
    ['all', 'is a label of an earlier draft; the present one has none for every use'],
    ['bots', 'is a label of earlier drafts; the present one has none for every use'],
    ['tdm', 'is a label of earlier drafts; the present one has none for it'],
    ['ai-use', 'is a label of an earlier draft; the present one has none for it'],
    ['ai-output', 'is a label of an earlier draft; the present one has none for it'],
    ['inference', 'is a label of an earlier draft; the present one has none for it'],
    ['train_ai', 'is no label: it is "train-ai", with a hyphen'],
  ]),
});
