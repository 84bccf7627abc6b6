/**
 * Generates sites that state how one page may be used, in two to six conventions. Some statements agree, and others
 * contradict each other.
 */
import fc from 'fast-check';

/** The statements of a site, and the crawler and the page for which they are evaluated. */
export interface StatedSite {
  readonly robots: string;
  /** Header fields of the page; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of `/.well-known/tdmrep.json`. */
  readonly tdmrep?: string;
  readonly crawler: string;
  readonly path: string;
}

const PATHS = ['', '/ ', '/a ', '/ab ', '/b '];
const TARGETS = ['/', '/a', '/abc', '/b/c', '/x'];
const YN = ['y', 'n'];
const YES_NO = ['yes', 'no'];

/** One record of each convention that robots.txt supports. */
const RECORDS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  aipref: fc
    .tuple(fc.constantFrom(...PATHS), members(['train-ai', 'ai-use', 'search'], YN))
    .map(([path, stated]) => `Content-Usage: ${path}${stated}`),
  'content-signal': fc
    .tuple(fc.constantFrom(...PATHS), members(['ai-train', 'ai-input', 'search'], YES_NO))
    .map(([path, stated]) => `Content-Signal: ${path}${stated}`),
  'ai-training-rules': fc
    .tuple(fc.constantFrom('AllowAITraining', 'DisallowAITraining'), fc.constantFrom('/', '/a', '/ab', '/b'))
    .map(([name, path]) => `${name}: ${path}`),
};

/**
 * Statements outside robots.txt. For each convention that supports them, this is one header field, or the file
 * `tdmrep.json`.
 */
const FIELDS: Readonly<Record<string, fc.Arbitrary<Partial<StatedSite['headers'] & { file: string }>>>> = {
  aipref: members(['train-ai', 'ai-use', 'search'], YN).map((stated) => ({ 'content-usage': stated })),
  'x-robots-tag': fc
    .constantFrom(
      'noindex',
      'none',
      'GPTBot: noindex',
      'googlebot: nosnippet, noindex',
      'max-snippet:0',
      'all',
    )
    .map((stated) => ({ 'x-robots-tag': stated })),
  tdmrep: fc.oneof(
    fc.constantFrom('0', '1').map((stated) => ({ 'tdm-reservation': stated })),
    fc
      .tuple(fc.constantFrom('/', '/a', '/b'), fc.constantFrom(0, 1))
      .map(([location, stated]) => ({ file: JSON.stringify([{ location, 'tdm-reservation': stated }]) })),
  ),
};

function members(words: readonly string[], values: readonly string[]): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...values)), {
      minLength: 1,
      maxLength: 3,
      selector: ([word]) => word,
    })
    .map((pairs) => pairs.map(([word, value]) => `${word}=${value}`).join(', '));
}

const RULE = fc
  .tuple(fc.constantFrom('Allow', 'Allow', 'Disallow'), fc.constantFrom('/', '/a', '/ab', '/b', '/x'))
  .map(([kind, path]) => `${kind}: ${path}`);

/** The names of crawlers for groups. Purpose tokens are separate, because they are a convention of their own. */
const TOKENS = ['*', '*', 'FooBot', 'Googlebot', 'GPTBot', 'Applebot'];
const PURPOSES = ['Google-Extended', 'Applebot-Extended'];
const CONVENTIONS = [
  'aipref',
  'content-signal',
  'ai-training-rules',
  'purpose-token',
  'x-robots-tag',
  'tdmrep',
];

/** A site whose file and header fields use two to six conventions, with a crawler and a page. */
export const arbitraryStatedSite: fc.Arbitrary<StatedSite> = fc
  .uniqueArray(fc.constantFrom(...CONVENTIONS), { minLength: 2, maxLength: 6 })
  .chain((names) => {
    const records = names.flatMap((name) => RECORDS[name] ?? []);
    const line = fc.oneof(
      { weight: 1, arbitrary: RULE },
      ...records.map((arbitrary) => ({ weight: 2, arbitrary })),
    );
    const tokens = names.includes('purpose-token') ? [...TOKENS, ...PURPOSES, ...PURPOSES] : TOKENS;
    const group = fc
      .tuple(
        fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 2 }),
        fc.array(line, { maxLength: 5 }),
      )
      .map(([agents, lines]) => [...agents.map((agent) => `User-agent: ${agent}`), ...lines]);
    const loose = names.includes('content-signal')
      ? fc.array(RECORDS['content-signal'] as fc.Arbitrary<string>, { maxLength: 1 })
      : fc.constant([]);
    const fields = fc.tuple(...names.flatMap((name) => (FIELDS[name] ? [fc.option(FIELDS[name])] : [])));
    return fc
      .record({
        loose,
        groups: fc.array(group, { minLength: 1, maxLength: 4 }),
        fields,
        crawler: fc.constantFrom('FooBot', 'Googlebot', 'GPTBot', 'Applebot', 'Google-Extended'),
        path: fc.constantFrom(...TARGETS),
      })
      .map(({ loose: before, groups, fields: stated, crawler, path }): StatedSite => {
        const { file, ...headers } = Object.assign({}, ...stated) as Record<string, string>;
        const robots = `${[...before, ...groups.flat()].join('\n')}\n`;
        return { robots, headers, ...(file !== undefined && { tdmrep: file }), crawler, path };
      });
  });
