/**
 * Creates short forms of what a page and its site state about the use of the page, with the source of each statement.
 * Pure.
 */
import {
  addressedDirectives,
  type Convention,
  conventions,
  type UsageReport,
  type UsageStatement,
} from 'robots-exclusion/usage';

/** One statement, or one observation about the page. */
export interface PreflightState {
  /**
   * The short form, such as `noindex`, `train-ai=n`, `tdm-reservation=1`, `license`, `ai.txt`, `empty page`, `shortened
   * page`, `blocked script`, `page read in part` or `page not read`. `unreadable directive` stands for text in X-Robots-Tag or a meta
   * element that cannot be a directive, `*:noindex` for a directive that applies to no crawler, and `unreadable
   * content-usage` for a field of which a part has no effect.
   */
  readonly what: string;
  /** The source, such as `header`, `meta robots`, `Content-Usage, line 4` or `Link header`. */
  readonly where: string;
  /** Whether the statement restricts the crawler. A statement that grants something, or links to terms, does not. */
  readonly isRestrictive: boolean;
  /** The statement as written. This text is untrusted, so escape it before you print it. */
  readonly text?: string;
}

/** Matches directives that request nothing. */
const WITHOUT_WISH =
  /^(?:all|index|follow|archive|snippet|indexifembedded|max-snippet:-1|max-image-preview:(?:large|standard)|max-video-preview:-1)$/;
const MOST_DIRECTIVES = 20;
const MOST_LICENSES = 20;
/** States, with restrictions first. */
export interface States {
  readonly states: PreflightState[];
  /**
   * The number of directives and licenses that exceed the limits and are not in `states`. Restrictive directives are
   * omitted last.
   */
  readonly statesOmitted: number;
}

/** The states of directives, statements and licenses. */
export function statesOf(
  who: Parameters<typeof addressedDirectives>[0],
  response: Parameters<typeof addressedDirectives>[1],
  { statements, licenses }: Pick<UsageReport, 'statements' | 'licenses'>,
): States {
  const directives = directiveStates(who, response).sort(byRestriction);
  const states = [
    ...directives.slice(0, MOST_DIRECTIVES),
    ...statements.filter(({ convention }) => convention !== 'x-robots-tag').flatMap(statementStates),
    ...licenses.slice(0, MOST_LICENSES).map(({ url, source, record }): PreflightState => {
      const where = record ? `License, line ${record.line}` : source === 'page' ? 'page' : 'Link header';
      return { what: 'license', where, isRestrictive: false, text: url };
    }),
  ];
  const statesOmitted =
    Math.max(0, directives.length - MOST_DIRECTIVES) + Math.max(0, licenses.length - MOST_LICENSES);
  return { states: states.sort(byRestriction), statesOmitted };
}

function byRestriction(a: PreflightState, b: PreflightState): number {
  return Number(b.isRestrictive) - Number(a.isRestrictive);
}

function directiveStates(
  who: Parameters<typeof addressedDirectives>[0],
  response: Parameters<typeof addressedDirectives>[1],
): PreflightState[] {
  return addressedDirectives(who, response).flatMap(({ source, directives, unreadable }) => {
    const where = source.kind === 'meta' ? `meta ${source.name}` : 'header';
    const { text } = source;
    return [
      ...directives
        .filter((directive) => !WITHOUT_WISH.test(directive))
        .map((what) => ({ what, where, isRestrictive: !isForNobody(what), text })),
      ...(unreadable.length > 0 ? [{ what: 'unreadable directive', where, isRestrictive: false, text }] : []),
    ];
  });
}

/** Whether a directive is under a name that is not a crawler's, such as `*`. */
function isForNobody(directive: string): boolean {
  return /^[^:]*:/.test(directive) && !/^(?:max-[a-z-]+|unavailable_after):/.test(directive);
}

/**
 * The states of one statement. Statements of a convention become words with values, such as `train-ai=n`. Statements by
 * a purpose token become the uses that the token allows or disallows.
 */
function statementStates({
  convention,
  source,
  states,
  says,
  purpose,
  defect,
}: UsageStatement): PreflightState[] {
  const { text } = source;
  const isNo = Object.values(says).includes('disallow');
  if (purpose !== undefined) {
    const what = Object.keys(says)
      .map((use) => `${use}=${isNo ? 'n' : 'y'}`)
      .join(', ');
    const line = source.kind === 'robots' ? `, line ${source.line}` : '';
    return [{ what, where: `${purpose.token} of ${purpose.operator}${line}`, isRestrictive: isNo, text }];
  }
  const where = placeOf(convention, source);
  const stated = Object.entries(states).map(([word, value]) => ({
    what: wordOf(convention, word, value),
    where,
    isRestrictive:
      value === 'disallow' || (word === 'tdm-reservation' && value === '1') || value === 'immediate',
    text,
  }));
  if (defect === undefined || source.kind === 'robots') return stated;
  return [...stated, { what: `unreadable ${source.name}`, where, isRestrictive: false, text }];
}

function placeOf(convention: UsageStatement['convention'], source: UsageStatement['source']): string {
  const { field: name, title } = conventions.get(convention) as Convention;
  if (source.kind === 'robots') return `${name ?? title}, line ${source.line}`;
  if (source.kind === 'file') return 'tdmrep.json';
  if (source.kind === 'meta') return 'meta';
  return name === undefined ? 'header' : `${name} header`;
}

function wordOf(convention: UsageStatement['convention'], word: string, value: string): string {
  if (convention === 'ai-training-rules') return value === 'disallow' ? 'ai-training=n' : 'ai-training=y';
  const [yes, no] = convention === 'aipref' ? ['y', 'n'] : ['yes', 'no'];
  return `${word}=${value === 'allow' ? yes : value === 'disallow' ? no : value}`;
}

const MOST_SHOWN = 12;

/**
 * Appends the statements to an outcome, as in `open, but states: noindex (header), train-ai=n (Content-Usage, line 4)`.
 * The result contains text from the site, so escape it before you print it.
 *
 * @param statesOmitted The number of states that are not in the list.
 */
export function withStates(
  outcome: string,
  states: readonly Pick<PreflightState, 'what' | 'where' | 'isRestrictive'>[],
  statesOmitted = 0,
): string {
  if (states.length === 0) return outcome;
  const shown = states.slice(0, MOST_SHOWN).map(({ what, where }) => `${what} (${where})`);
  const left = states.length - shown.length + statesOmitted;
  const more = left > 0 ? `, and ${left} more` : '';
  const isRestricted = states.some(({ isRestrictive }) => isRestrictive);
  return `${outcome}, ${isRestricted ? 'but' : 'and'} states: ${shown.join(', ')}${more}`;
}
