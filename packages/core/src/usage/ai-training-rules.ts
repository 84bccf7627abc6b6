/**
 * DisallowAITraining and AllowAITraining (draft-canel-robots-ai-control-00, expired): rules about training. Their path
 * language, groups and precedence are those of allow and disallow records. Both records are rare.
 */
import { beginsWithWord } from '../bytes/octet.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import type { RobotsDocument } from '../parse/document.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW, startAt, valueStartAt } from '../parse/line-table.ts';
import { type DocumentRecord, endOfName } from '../parse/records.ts';
import { matches } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import { recordsForCrawler } from '../records/group-records.ts';
import type { Crawler } from '../rules/crawler-profile.ts';

/** The rule about training that decides. */
export interface AiTrainingRule {
  readonly stated: 'allow' | 'disallow';
  readonly record: DocumentRecord;
}

const NAMES: ReadonlyMap<string, boolean> = new Map([
  ['disallowaitraining', false],
  ['allowaitraining', true],
]);

/**
 * Whether the record is a DisallowAITraining or AllowAITraining record. The parser has no kind for these records, so
 * this function compares names. Only `rfc9309`, this project's own dialect, reads these records.
 */
export function isAiTrainingRecord({ dialect }: RobotsDocument, { kind, name }: DocumentRecord): boolean {
  return !dialect.reader && kind === 'other' && NAMES.has(name.toLowerCase());
}

/**
 * Whether a file may have a DisallowAITraining or AllowAITraining record. False only if the file has no such record.
 * The check creates no record objects, because almost no file has such a record.
 */
export function mayStateAiTraining({ octets, lines }: RobotsDocument): boolean {
  for (let row = 0; row < lines.length; row += ROW) {
    if (kindAt(lines, row) !== LineKind.other) continue;
    const end = endOfName(octets, startAt(lines, row), valueStartAt(lines, row));
    if (beginsWithWord(octets, end - COMMON_END.length, COMMON_END)) return true;
  }
  return false;
}

/** The common ending of both names. */
const COMMON_END: Uint8Array = /* @__PURE__ */ encodeUtf8('aitraining');

/**
 * The DisallowAITraining or AllowAITraining record that decides a target: the longest match; among equally long
 * matches, a record that allows. `undefined` if none matches; the file then states nothing about training.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile, or `target` is neither an
 * absolute URL nor a path.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { aiTrainingRule } from 'robots-exclusion/usage';
 *
 * const document = parse('User-agent: *\nDisallowAITraining: /\nAllowAITraining: /open/\n');
 * aiTrainingRule(document, 'FooBot', '/a')?.stated; // 'disallow'
 * aiTrainingRule(document, 'FooBot', '/open/a')?.record.line; // 3
 * ```
 */
export function aiTrainingRule(
  document: RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
): AiTrainingRule | undefined {
  const prepared = prepareTarget(target);
  let best = 0;
  let deciding: AiTrainingRule | undefined;
  for (const record of recordsForCrawler(document, who).filter((each) =>
    isAiTrainingRecord(document, each),
  )) {
    const isAllow = NAMES.get(record.name.toLowerCase()) === true;
    const pattern = parsePattern(document.octets, record.valueSpan.start, record.valueSpan.end);
    const found = pattern && matches(pattern, prepared) ? pattern.octets * 2 + (isAllow ? 1 : 0) : 0;
    if (found <= best) continue;
    best = found;
    deciding = Object.freeze({ stated: isAllow ? 'allow' : 'disallow', record });
  }
  return deciding;
}
