/**
 * DisallowAITraining and AllowAITraining (draft-canel-robots-ai-control-00, expired): rules about training, with the
 * path language, groups and precedence of allow and disallow records. Rarely seen.
 */
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
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
 * Whether the record is one of the two, by name, because the parser has no kind for them. Only `rfc9309`, this
 * project's own reading, reads them.
 */
export function isAiTrainingRecord({ dialect }: RobotsDocument, { kind, name }: DocumentRecord): boolean {
  return !dialect.reader && kind === 'other' && NAMES.has(name.toLowerCase());
}

/**
 * The DisallowAITraining or AllowAITraining record that decides a target: the longest that matches; if equal, the one
 * that allows. `undefined` if none matches, which states nothing.
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
