/** States one answer about the uses of a site in several conventions: records, files of their own, and a header. */
import { type GroupConfig, generate } from 'robots-exclusion/generate';
import { type ConventionName, type PurposeToken, uses, wordFor } from 'robots-exclusion/usage';

/** What a site can state: whether its pages may be used so. */
export type Stated = Readonly<Partial<Record<'search' | 'ai-training' | 'ai-input', boolean>>>;

/** The conventions by the names that `--conventions` takes. The first three are in robots.txt. */
export const conventionNames = [
  'content-usage',
  'content-signal',
  'tokens',
  'header',
  'rsl',
  'tdmrep',
  'ai.txt',
] as const;
export type WrittenConvention = (typeof conventionNames)[number];

/** Those that are written without being named. */
export const usualConventions: readonly WrittenConvention[] = ['content-usage', 'content-signal', 'tokens'];

/** What is stated, and how. */
export interface Stating {
  readonly states: Stated;
  readonly conventions: readonly WrittenConvention[];
  /** The URL of the RSL document. Present only with the convention `rsl`. */
  readonly license?: string;
}

/** A file beside robots.txt, at a path of the site. */
interface StatedFile {
  readonly convention: WrittenConvention;
  readonly path: string;
  readonly text: string;
}

/** The records of a group that state `stated`. */
export function statementsOf(
  stated: Stated,
  conventions: readonly WrittenConvention[],
): Pick<GroupConfig, 'contentSignal' | 'contentUsage'> {
  if (Object.keys(stated).length === 0) return {};
  return {
    ...(conventions.includes('content-signal') && {
      contentSignal: Object.fromEntries(wordsOf(stated, 'content-signal')),
    }),
    ...(conventions.includes('content-usage') && { contentUsage: [{ preferences: contentUsage(stated) }] }),
  };
}

/** The value of Content-Usage, in robots.txt and as a header. */
export function contentUsage(stated: Stated): string {
  return wordsOf(stated, 'aipref')
    .map(([word, isAllowed]) => `${word}=${isAllowed ? 'y' : 'n'}`)
    .join(', ');
}

function wordsOf(
  stated: Stated,
  convention: ConventionName,
): (readonly [word: string, isAllowed: boolean])[] {
  return answersOf(stated).map(([use, isAllowed]) => [wordFor(use, convention) as string, isAllowed]);
}

function answersOf(stated: Stated): (readonly [use: keyof Stated, isAllowed: boolean])[] {
  return uses.flatMap(({ name }) => {
    const isAllowed = name === 'text-and-data-mining' ? undefined : stated[name];
    return isAllowed === undefined ? [] : [[name as keyof Stated, isAllowed] as const];
  });
}

/**
 * The groups of purpose tokens, for those that no other group names. A token stands for several uses at once: one that
 * is refused closes it, and only if all are allowed is it open.
 */
export function tokenGroups(
  { states, conventions }: Stating,
  tokens: readonly PurposeToken[],
  named: readonly string[],
): GroupConfig[] {
  if (!conventions.includes('tokens')) return [];
  const free = tokens.filter(
    ({ token }) => !named.some((name) => name.toLowerCase() === token.toLowerCase()),
  );
  const answers = ({ uses: governed }: PurposeToken) =>
    governed.map((use) => (use === 'text-and-data-mining' ? undefined : states[use]));
  const refused = free.filter((token) => answers(token).includes(false));
  const open = free.filter((token) => answers(token).every((isAllowed) => isAllowed === true));
  return [
    group('Not for these uses, whoever fetched the page', refused, { disallow: '/' }),
    group('For these uses, whoever fetched the page', open, { allow: '/' }),
  ].flat();
}

function group(
  comment: string,
  tokens: readonly PurposeToken[],
  rule: { allow: string } | { disallow: string },
): GroupConfig[] {
  return tokens.length === 0
    ? []
    : [{ comment, userAgents: tokens.map(({ token }) => token), rules: [rule] }];
}

/** The files beside robots.txt. TDMRep and ai.txt have one answer, which is that on training. */
export function filesOf({ states, conventions, license }: Stating): readonly StatedFile[] {
  const training = states['ai-training'];
  const files: readonly StatedFile[] = [
    { convention: 'rsl', path: new URL(license ?? 'https://a/').pathname.slice(1), text: rslOf(states) },
    {
      convention: 'tdmrep',
      path: '.well-known/tdmrep.json',
      text: `${JSON.stringify([{ location: '/', 'tdm-reservation': training ? 0 : 1 }])}\n`,
    },
    {
      convention: 'ai.txt',
      path: 'ai.txt',
      text: generate({
        groups: [{ userAgents: '*', rules: [training ? { allow: '/' } : { disallow: '/' }] }],
      }),
    },
  ];
  return files.filter(({ convention }) => conventions.includes(convention));
}

/** An RSL 1.0 document for the whole site. Its words for these uses are those of Content-Signal. */
function rslOf(states: Stated): string {
  const all = wordsOf(states, 'content-signal');
  const line = (element: string, isWanted: boolean): string[] => {
    const words = all.flatMap(([word, isAllowed]) => (isAllowed === isWanted ? [word] : []));
    return words.length === 0 ? [] : [`      <${element} type="usage">${words.join(' ')}</${element}>`];
  };
  return [
    '<rsl xmlns="https://rslstandard.org/rsl">',
    '  <content url="/">',
    '    <license>',
    ...line('permits', true),
    ...line('prohibits', false),
    '    </license>',
    '  </content>',
    '</rsl>',
    '',
  ].join('\n');
}
