/** Uses and conventions as data: what each convention has a word for. What it has no word for, it does not say. */

/** The uses that a report speaks of. */
export type Use = 'search' | 'ai-training' | 'ai-input' | 'text-and-data-mining';

/** All uses, in the order in which they are shown. */
export const USES: readonly Use[] = Object.freeze([
  'search',
  'ai-training',
  'ai-input',
  'text-and-data-mining',
]);

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
  readonly source: string;
  /** The date of that source, ISO 8601. */
  readonly asOf: string;
  /** Its own words for uses; purpose tokens are words themselves and are in their own table. */
  readonly uses: ReadonlyMap<string, Use>;
}

/**
 * What each convention speaks of. Words of two conventions for one use do not mean exactly the same: AIPREF's
 * `train-ai` is training of generative models, Content-Signal's `ai-train` is training and fine-tuning of any.
 */
export const conventions: ReadonlyMap<ConventionName, Convention> = new Map(
  (
    [
      {
        name: 'aipref',
        title: 'AIPREF Content-Usage',
        source: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/05/',
        asOf: '2026-08-19',
        uses: new Map<string, Use>([
          ['train-ai', 'ai-training'],
          ['ai-use', 'ai-input'],
          ['search', 'search'],
        ]),
      },
      {
        name: 'content-signal',
        title: 'Content-Signal',
        source: 'https://contentsignals.org/',
        asOf: '2026-11-20',
        uses: new Map<string, Use>([
          ['search', 'search'],
          ['ai-train', 'ai-training'],
          ['ai-input', 'ai-input'],
        ]),
      },
      {
        name: 'purpose-token',
        title: 'Product tokens that stand for a purpose',
        source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
        asOf: '2026-11-20',
        uses: new Map<string, Use>(),
      },
      {
        name: 'ai-training-rules',
        title: 'DisallowAITraining and AllowAITraining',
        source: 'https://datatracker.ietf.org/doc/draft-canel-robots-ai-control/00/',
        asOf: '2024',
        uses: new Map<string, Use>([
          ['disallowaitraining', 'ai-training'],
          ['allowaitraining', 'ai-training'],
        ]),
      },
      {
        name: 'x-robots-tag',
        title: 'X-Robots-Tag and meta robots',
        source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
        asOf: '2026-11-20',
        uses: new Map<string, Use>([
          ['noindex', 'search'],
          ['none', 'search'],
        ]),
      },
      {
        name: 'tdmrep',
        title: 'TDM Reservation Protocol',
        source: 'https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/',
        asOf: '2024-05-10',
        uses: new Map<string, Use>([['tdm-reservation', 'text-and-data-mining']]),
      },
    ] as const satisfies readonly Convention[]
  ).map((convention) => [convention.name, Object.freeze(convention)]),
);
