/**
 * Content-Signal (contentsignals.org): `search`, `ai-input` and `ai-train`, each yes or no, and `use`, which states how
 * much may be kept. It has no formal grammar; `docs/usage.md` lists this project's decisions where contentsignals.org
 * does not specify how to read a record.
 *
 * ```
 *     Content-Signal: /blog/ search=yes, ai-train=no, use=reference
 *                     ^      ^
 *                     |      members, each read separately: a bad one does not affect the others
 *                     path, optional
 * ```
 */
import { quote } from '../bytes/quote.ts';
import { textOf } from '../bytes/text.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord, LineSource } from '../parse/records.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import { recordsForCrawler } from '../records/group-records.ts';
import { type Defect, MAX_DEFECTS, octetsBefore } from '../records/reading.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { fieldValue, type HeaderFields } from './header-fields.ts';
import { type LeadingPath, pathMatches, readLeadingPath } from './leading-path.ts';
import { byLabel, mostRestrictive, type Stated } from './preference.ts';
import { signalUses } from './uses.ts';

export type Signal = keyof typeof signalUses;

export const SIGNALS: readonly Signal[] = Object.freeze(Object.keys(signalUses) as Signal[]);

/**
 * How much a recipient may keep, from least to most. `immediate`: nothing after one answer. `reference`: enough to
 * store, index and cite. `full`: anything.
 */
export type ContentUse = 'immediate' | 'reference' | 'full';

const CONTENT_USES: readonly ContentUse[] = ['immediate', 'reference', 'full'];

export interface ContentSignal {
  readonly record: DocumentRecord;
  readonly path: LeadingPath;
  /**
   * Whether the record comes before the first group. If so, each of its keys applies to crawlers whose own groups do
   * not name that key.
   */
  readonly isFileWide: boolean;
  /** The statement for each key: `allow` or `disallow`, or a {@link ContentUse} for `use`. */
  readonly members: ReadonlyMap<Signal | 'use', string>;
  /** Offsets count octets from the start of the value. */
  readonly defects: readonly Defect[];
}

export const CONTENT_SIGNAL = 'content-signal';

/** What a file's signals state about one target. */
export interface ContentSignals extends Readonly<Record<Signal, Stated>> {
  readonly use: ContentUse | 'unknown';
}

/**
 * What the Content-Signal records state to a crawler about a target. A key that no record names is `unknown`: neither
 * granted nor restricted. Access is not considered: a signal does not allow a path that a rule disallows.
 *
 * For each key, the longest matching path counts. If several records match with equally long paths, the most
 * restrictive counts. Records before the first group count only if the crawler's own groups do not name the key.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile, or `target` is neither an
 * absolute URL nor a path.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { contentSignals } from 'robots-exclusion/usage';
 *
 * const document = parse('User-agent: *\nContent-Signal: search=yes, ai-train=no, use=reference\n');
 * contentSignals(document, 'FooBot', '/a')['ai-train']; // 'disallow'
 * contentSignals(document, 'FooBot', '/a')['ai-input']; // 'unknown'
 * contentSignals(document, 'FooBot', '/a').use; // 'reference'
 * ```
 */
export function contentSignals(
  document: RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
): ContentSignals {
  const deciding = contentSignalsFor(document, who, target);
  const stated = (key: Signal) =>
    mostRestrictive(valuesOf(deciding, key).map((value) => (value === 'allow' ? 'allow' : 'disallow')));
  const uses = valuesOf(deciding, 'use');
  return Object.freeze({ ...byLabel(SIGNALS, stated), use: leastUse(uses) });
}

/** The most restrictive of several levels. */
export function leastUse(levels: readonly (string | undefined)[]): ContentUse | 'unknown' {
  return CONTENT_USES.find((use) => levels.includes(use)) ?? 'unknown';
}

/** The records that decide a target, each with only the members that count. */
export function contentSignalsFor(
  document: RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
): readonly ContentSignal[] {
  const prepared = prepareTarget(target);
  const matching = [
    ...recordsForCrawler(document, who, 'content-signal').map((record) =>
      readContentSignal(document, record, false),
    ),
    ...recordsBeforeGroups(document).map((record) => readContentSignal(document, record, true)),
  ].filter(({ path }) => pathMatches(path, prepared));
  const best = new Map<string, number>();
  for (const signal of matching) {
    for (const key of signal.members.keys())
      best.set(key, Math.max(best.get(key) ?? Number.NEGATIVE_INFINITY, rankOf(signal)));
  }
  return matching
    .map((signal) => ({
      ...signal,
      members: new Map([...signal.members].filter(([key]) => best.get(key) === rankOf(signal))),
    }))
    .filter(({ members }) => members.size > 0);
}

/** Content-Signal records outside groups. */
export function recordsBeforeGroups({ records, groups }: RobotsDocument): readonly DocumentRecord[] {
  const firstGroup = groups[0]?.userAgents[0]?.span.start ?? Number.POSITIVE_INFINITY;
  return records.filter(({ kind, span }) => kind === 'content-signal' && span.start < firstGroup);
}

/**
 * A record's precedence: any record in a group takes precedence over any record outside groups; then the longer path
 * wins.
 */
function rankOf({ isFileWide, path }: ContentSignal): number {
  return path.octets - (isFileWide ? Number.MAX_SAFE_INTEGER / 2 : 0);
}

function valuesOf(signals: readonly ContentSignal[], key: Signal | 'use'): readonly string[] {
  return signals.flatMap(({ members }) => members.get(key) ?? []);
}

/** Reads the path and members of one record. Unreadable parts become defects and state nothing. */
export function readContentSignal(
  source: LineSource,
  record: DocumentRecord,
  isFileWide: boolean,
): ContentSignal {
  const path = readLeadingPath(source, record);
  const text = textOf(source.octets, path.statementStart, record.valueSpan.end);
  const members = readMembers(text, path.statementStart - record.valueSpan.start);
  return { record, path, isFileWide, ...members };
}

/** The signals in a response's header; `undefined` if it has none. A header has no path: it applies to its response. */
export function contentSignalOf(
  headers: HeaderFields | undefined,
): ({ readonly text: string } & Pick<ContentSignal, 'members' | 'defects'>) | undefined {
  const text = fieldValue(headers, CONTENT_SIGNAL);
  return text === undefined ? undefined : { text, ...readMembers(text, 0) };
}

/**
 * Reads the members of a value. If a key occurs twice, the most restrictive value counts. The offset of the first octet
 * of `text` is `start`.
 */
function readMembers(text: string, start: number): Pick<ContentSignal, 'members' | 'defects'> {
  const members = new Map<Signal | 'use', string>();
  const defects: Defect[] = [];
  let offset = start;
  for (const part of text.split(',')) {
    const reading = readMember(part);
    if ('key' in reading) {
      const before = members.get(reading.key);
      members.set(reading.key, before === undefined ? reading.value : stricter(before, reading.value));
    } else if (defects.length < MAX_DEFECTS) {
      const { message } = reading;
      defects.push({ code: 'content-signal', severity: 'warning', message, offset: offset + indentOf(part) });
    }
    offset += octetsBefore(part, part.length) + 1;
  }
  return { members, defects };
}

/** The length of the white space before a member. */
function indentOf(part: string): number {
  return part.length - part.trimStart().length;
}

/** Reads one member. Keys and values are compared ignoring ASCII case and surrounding white space. */
function readMember(
  part: string,
): { readonly key: Signal | 'use'; readonly value: string } | { readonly message: string } {
  const [name = '', value, ...more] = part.split('=').map((text) => text.trim().toLowerCase());
  if (name === '' && value === undefined)
    return { message: 'A signal is missing here, such as "ai-train=no"' };
  const key = KEYS.find((known) => known === name);
  if (key === undefined)
    return {
      message: `${quote(name)} is not a signal, so it has no effect: expected search, ai-input, ai-train or use`,
    };
  const meaning = more.length > 0 || value === undefined ? undefined : VALUES.get(key)?.get(value);
  if (meaning !== undefined) return { key, value: meaning };
  const expected = [...(VALUES.get(key)?.keys() ?? [])].join(', ');
  return { message: `The value of ${quote(key)} is not one of ${expected}, so the signal has no effect` };
}

const KEYS = [...SIGNALS, 'use'] as const;

const YES_OR_NO: ReadonlyMap<string, string> = new Map([
  ['yes', 'allow'],
  ['no', 'disallow'],
]);

const VALUES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ...SIGNALS.map((key) => [key, YES_OR_NO] as const),
  ['use', new Map(CONTENT_USES.map((use) => [use, use]))] as const,
]);

/** From most to least restrictive: `disallow` before `allow`; for `use`, the order of {@link CONTENT_USES}. */
const STRICTEST_FIRST: readonly string[] = ['disallow', 'allow', ...CONTENT_USES];

function stricter(a: string, b: string): string {
  return STRICTEST_FIRST.indexOf(a) <= STRICTEST_FIRST.indexOf(b) ? a : b;
}
