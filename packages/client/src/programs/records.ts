/**
 * What real programs did with what /robots.txt answered: half of a crawler is how it reads, half is what it does when it
 * cannot. The records are those of `spec/crawlers`; `scripts/generate-programs.js` writes them into `programs.json`.
 */
import { quote } from '../quote.ts';
import programs from './programs.json' with { type: 'json' };
import questions from './rows.json' with { type: 'json' };

/**
 * What a program did in one row.
 *
 * | Outcome | The program |
 * |---|---|
 * | `rules` | followed the rules: it requested the allowed pages only |
 * | `none` | requested the forbidden page, as if there were no rules |
 * | `all` | requested no page but the first |
 * | `undecided` | had requested no page but the first when its time was over |
 */
export type ProgramOutcome = 'rules' | 'none' | 'all' | 'undecided';

/** A program at one version, as it was recorded. */
export interface ProgramRecord {
  /** Its name, such as `scrapy`; with `@` and the version it is unique. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly recordedOn: string;
  /** The tokens whose groups bound it, `*` among them if that group did. */
  readonly tokens: readonly string[];
  /** The first products of its User-Agent for robots.txt and for pages; null if it sends none. */
  readonly agents: { readonly robots: string | null; readonly pages: string | null };
  /** The dialect of the parser that it carries; absent if none is known. */
  readonly reading?: string;
  readonly rows: Readonly<Record<string, ProgramOutcome>>;
}

/** One way in which /robots.txt can answer. */
export interface ProgramRow {
  readonly row: string;
  /** The answer, in words. */
  readonly when: string;
  /** The outcomes that RFC 9309 describes. */
  readonly expected: readonly ProgramOutcome[];
}

/** Rows under the question of a site's owner. */
export interface ProgramQuestion {
  readonly question: string;
  readonly rows: readonly ProgramRow[];
}

/** All rows, by question. */
export const programQuestions: readonly ProgramQuestion[] = questions as readonly ProgramQuestion[];

const ROWS: ReadonlyMap<string, ProgramRow> = new Map(
  programQuestions.flatMap(({ rows }) => rows.map((row) => [row.row, row])),
);

/** The letters of outcomes in `programs.json`, which has one letter a row. */
const LETTERS: Readonly<Record<string, ProgramOutcome>> = { r: 'rules', n: 'none', a: 'all', u: 'undecided' };

/** All records, those of widely used programs first. */
export const programRecords: readonly ProgramRecord[] = programs.map(({ rows, ...record }) => ({
  ...record,
  rows: Object.fromEntries([...ROWS.keys()].map((row, at) => [row, LETTERS[rows[at]!]!])),
}));

/**
 * The row of this name.
 *
 * @throws {RangeError} If there is none; the message names the nearest.
 * @example
 * ```ts
 * programRow('503').when; // '503'
 * ```
 */
export function programRow(name: string): ProgramRow {
  const row = ROWS.get(name);
  if (row) return row;
  throw new RangeError(
    `Cannot use the answer ${quote(name)}: it was not recorded; the nearest is ${nearest(name, [...ROWS.keys()])}, and all are ${[...ROWS.keys()].join(', ')}`,
  );
}

/**
 * The record of a program: `name`, `name@version`, or the beginning of a version, such as `scrapy@2.19` for 2.19.0.
 *
 * @throws {RangeError} If the program is not known or this version was not recorded; the message names the nearest record.
 * @example
 * ```ts
 * findProgram('scrapy@2.19').rows['503']; // 'none'
 * ```
 */
export function findProgram(named: string): ProgramRecord {
  const [name = '', version = ''] = named.toLowerCase().split('@');
  const ofName = programRecords.filter((record) => record.name === name);
  const found = ofName.find((record) => version === '' || `${record.version}.`.startsWith(`${version}.`));
  if (found) return found;
  const refused = `Cannot use the program ${quote(named)}`;
  if (ofName.length > 0)
    throw new RangeError(
      `${refused}: this version was not recorded; the nearest is ${nearest(named.toLowerCase(), ofName.map(idOf))}`,
    );
  const names = programRecords.map((record) => record.name);
  const near = programRecords[names.indexOf(nearest(name, names))]!;
  throw new RangeError(
    `${refused}: no such program was recorded; the nearest is ${idOf(near)}, and all are ${programRecords.map(idOf).join(', ')}`,
  );
}

/** The name and version of a record, such as `scrapy@2.19.0`. */
export function idOf({ name, version }: ProgramRecord): `${string}@${string}` {
  return `${name}@${version}`;
}

/** The words for what programs do, other than what RFC 9309 describes. */
const DEEDS: Readonly<Record<ProgramOutcome, string>> = {
  none: 'go on as if there were no rules',
  rules: 'follow the rules in it',
  all: 'request no page',
  undecided: 'wait longer than was recorded',
};

/** What programs do with one answer, other than RFC 9309 describes. */
export interface Departure {
  readonly row: ProgramRow;
  readonly outcome: ProgramOutcome;
  readonly programs: readonly ProgramRecord[];
}

/**
 * Who departs from what RFC 9309 describes for a row, by outcome. A program that does not follow a plain file either is
 * left out.
 */
export function departures(row: ProgramRow): readonly Departure[] {
  const outcomes = (['none', 'rules', 'all'] as const).filter((outcome) => !row.expected.includes(outcome));
  return outcomes
    .map((outcome) => ({
      row,
      outcome,
      programs: programRecords.filter(({ rows }) => rows['2xx'] === 'rules' && rows[row.row] === outcome),
    }))
    .filter(({ programs: those }) => those.length > 0);
}

/**
 * A departure as one sentence, such as “503: Scrapy 2.19.0 and 12 more go on as if there were no rules”.
 *
 * @param most The number of programs that are named.
 */
export function departureText({ row, outcome, programs: those }: Departure, most = 6): string {
  const named = those.slice(0, most).map(({ title, version }) => `${title} ${version}`);
  const more = those.length > most ? [`${those.length - most} more`] : [];
  return `${row.when}: ${listed([...named, ...more])} ${deed(outcome, those.length)}`;
}

/**
 * How many programs follow the rules where RFC 9309 lets a crawler go on without them, such as “behind six redirects: 17
 * of 20 recorded crawlers follow the rules all the same”; undefined for other rows.
 */
export function openText({ row, when, expected }: ProgramRow): string | undefined {
  if (!expected.includes('rules') || !expected.includes('none')) return undefined;
  const obeying = programRecords.filter(({ rows }) => rows['2xx'] === 'rules');
  const following = obeying.filter(({ rows }) => rows[row] === 'rules');
  return `${when}: ${following.length} of ${obeying.length} recorded crawlers follow the rules all the same`;
}

function deed(outcome: ProgramOutcome, count: number): string {
  const [verb = '', ...rest] = DEEDS[outcome].split(' ');
  return count === 1 ? [verb === 'go' ? 'goes' : `${verb}s`, ...rest].join(' ') : DEEDS[outcome];
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The name at the smallest edit distance; of two numbers, the one with the smallest difference. */
function nearest(name: string, names: readonly string[]): string {
  const distances = names.map((each) => distance(name, each));
  return names[distances.indexOf(Math.min(...distances))]!;
}

function distance(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return Math.abs(a - b) / 1000;
  const text = one.slice(0, 100);
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...text].entries()) {
    const next = [i + 1];
    for (const [j, at] of [...other].entries())
      next.push(Math.min(row[j]! + (letter === at ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    row = next;
  }
  return row.at(-1)!;
}
