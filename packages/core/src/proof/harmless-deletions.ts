/**
 * Finds deleted rules that make no difference to parsers whose rules do not hide each other, judged by their text alone.
 */
import { CR, LF } from '../bytes/octet.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { ROW } from '../parse/line-table.ts';
import { type DocumentRecord, recordAt } from '../parse/records.ts';

/**
 * Matches patterns that every parser reads as the same plain prefix. Parsers differ only in whether they ignore letter
 * case.
 */
const PLAIN = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/;

/** The maximum length of a considered pattern. Every parser reads values of up to this length in full. */
const MOST_CHARACTERS = 250;

/**
 * Whether no parser whose rules do not hide each other needs the deleted rows, regardless of the groups that it finds. Every deleted rule must be plain,
 * and no rule that may say the opposite can match the same targets. In addition, either the deleted rule is an allow
 * rule, because a target without a match is allowed anyway, or a remaining plain rule of the same kind matches
 * everything that the deleted rule matches. The remaining rule must be in the same run of lines, which a parser applies
 * to a crawler as a whole or not at all.
 */
export function isHarmless(document: RobotsDocument, deleted: ReadonlySet<number>): boolean {
  // Some parsers read beyond the limit, and a deletion can move later lines into it.
  if (document.isTruncated) return false;
  const runs = ruleRuns(document);
  const opposites = oppositesAmong(runs.flatMap(({ rules }) => rules.map(([, rule]) => rule)));
  return runs.every(({ isOrdinary, rules }) => {
    const gone = rules.filter(([row]) => deleted.has(row));
    if (gone.length === 0) return true;
    const left = rules.filter(([row]) => !deleted.has(row)).map(([, rule]) => rule);
    if (!isOrdinary || left.length === 0) return false;
    const twins = new Twins(left);
    return gone.every(([, rule]) => isSafelyGone(rule, opposites, twins));
  });
}

/** A run of lines, each of which is a rule. */
interface RuleRun {
  readonly rules: (readonly [row: number, rule: DocumentRecord])[];
  /** Whether every parser reads every line as a rule. */
  isOrdinary: boolean;
}

function ruleRuns(document: RobotsDocument): readonly RuleRun[] {
  const runs: RuleRun[] = [];
  let lastLine = -1;
  for (let row = 0; row < document.lines.length; row += ROW) {
    const record = recordAt(document, row);
    if (record?.kind !== 'allow' && record?.kind !== 'disallow') continue;
    if (record.line !== lastLine + 1) runs.push({ rules: [], isOrdinary: true });
    lastLine = record.line;
    const run = runs.at(-1) as RuleRun;
    run.rules.push([row, record]);
    if (!isOrdinary(document, record)) run.isOrdinary = false;
  }
  return runs;
}

function isOrdinary({ octets }: RobotsDocument, { name, value, span, valueSpan }: DocumentRecord): boolean {
  // Some parsers do not end a line at a lone CR.
  const isAtStart = span.start === 0 || octets[span.start - 1] === LF;
  const isAtEnd = octets[octets[span.end] === CR ? span.end + 1 : span.end] === LF;
  const between = valueSpan.start - span.start - name.length;
  return isAtStart && isAtEnd && between <= 2 && /^[/*][!-~]*$/.test(value);
}

function isSafelyGone(rule: DocumentRecord, opposites: OppositesOfKinds, twins: Twins): boolean {
  return isPlain(rule) && twins.suffice(rule) && !opposites[rule.kind as RuleKind].mayMeet(rule);
}

type RuleKind = 'allow' | 'disallow';
type OppositesOfKinds = Readonly<Record<RuleKind, Opposites>>;

/** Plain rules that remain. */
class Twins {
  readonly #values: ReadonlySet<string>;

  constructor(left: readonly DocumentRecord[]) {
    this.#values = new Set(left.filter(isPlain).map(keyOf));
  }

  /** Whether the remaining rules, or the absence of a match, give the same verdict as the deleted rule. */
  suffice({ kind, value }: DocumentRecord): boolean {
    return (
      kind === 'allow' || prefixes(value).some((begin) => this.#values.has(keyOf({ kind, value: begin })))
    );
  }
}

function keyOf({ kind, value }: Pick<DocumentRecord, 'kind' | 'value'>): string {
  return `${kind} ${value}`;
}

function oppositesAmong(rules: readonly DocumentRecord[]): OppositesOfKinds {
  // Some parsers read a rule without a value as a rule of the opposite kind. They may also reduce a value that is not a
  // path pattern to an empty value.
  const of = (kind: RuleKind): Opposites =>
    new Opposites(rules.filter((rule) => rule.kind !== kind || !/^[/*]/.test(rule.value)));
  return { allow: of('allow'), disallow: of('disallow') };
}

/** Rules that a parser may read as the opposite of a deleted rule. */
class Opposites {
  /**
   * The patterns in lower case, because some parsers ignore case. `undefined` if one of the rules may match anything.
   */
  readonly #values: ReadonlySet<string> | undefined;
  readonly #beginnings: ReadonlySet<string>;

  constructor(rules: readonly DocumentRecord[]) {
    const values = rules.every(isPlain) ? rules.map(({ value }) => value.toLowerCase()) : undefined;
    this.#values = values && new Set(values);
    this.#beginnings = new Set(values?.flatMap(prefixes));
  }

  mayMeet({ value }: DocumentRecord): boolean {
    const values = this.#values;
    const folded = value.toLowerCase();
    return !values || this.#beginnings.has(folded) || prefixes(folded).some((begin) => values.has(begin));
  }
}

function isPlain({ value }: DocumentRecord): boolean {
  return value !== '' && value.length <= MOST_CHARACTERS && PLAIN.test(value);
}

function prefixes(value: string): readonly string[] {
  return Array.from(value, (_, index) => value.slice(0, index + 1));
}
