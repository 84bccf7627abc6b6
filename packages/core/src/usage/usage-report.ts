/** Combines all statements about the uses of one target, each in its convention's own words. */
import { textOf } from '../bytes/text.ts';
import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { UrlLike } from '../patterns/target.ts';
import { recordsForCrawler } from '../records/group-records.ts';
import type { RecordDiagnostic } from '../records/reading.ts';
import { type Crawler, ownTokensOf } from '../rules/crawler-profile.ts';
import type { Verdict } from '../rules/verdict.ts';
import { type ContentUse, leastUse } from './content-signal.ts';
import { decidingStatement } from './deciding-statement.ts';
import { usageDiagnostics } from './diagnostics.ts';
import type { HeaderFields } from './header-fields.ts';
import { type License, licenses, type PageLink } from './license.ts';
import { byLabel, type Preference } from './preference.ts';
import { type PurposeToken, purposeTokens } from './purpose-tokens.ts';
import type { MetaRobots } from './robots-directives.ts';
import { statementsAbout } from './statements.ts';
import { sourceOf, type UsageSource, type UsageStatement } from './usage-statement.ts';
import { USES, type Use } from './uses.ts';
import { type AiprefVersion, type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** Further input about the target, and the tables to use. */
export interface UsageReportOptions {
  /** Header fields of the response that delivered the target. Default: none. */
  headers?: HeaderFields;
  /** A revision of draft-ietf-aipref-vocab, or a vocabulary of your own. @default {'08'} */
  vocabulary?: Vocabulary | AiprefVersion;
  /** Meta elements of the page: `robots`, names of crawlers, `tdm-reservation` and `tdm-policy`. */
  meta?: readonly MetaRobots[];
  /** `link` elements of the page. */
  links?: readonly PageLink[];
  /** The body of the file `/.well-known/tdmrep.json` at the page's origin. */
  tdmrep?: string | Uint8Array;
  /** @default {purposeTokens} */
  purposeTokens?: readonly PurposeToken[];
  /** The time, in milliseconds since 1970, at which a date of `unavailable_after` may have passed. @default now */
  now?: number;
}

/** The answer for one use. */
export interface UseAnswer {
  /** The most restrictive statement; `not-applicable` if the target may not be fetched. */
  readonly preference: Preference;
  /** Whether one statement allows the use and another disallows it. */
  readonly isConflict: boolean;
  /**
   * The statement that decides: the most restrictive; among equals, the first, with robots.txt before header fields,
   * meta elements and other files. Absent if no statement is about the use, or if the target may not be fetched.
   */
  readonly decidedBy?: UsageStatement;
  /** The statements about this use. */
  readonly statements: readonly UsageStatement[];
}

/** Everything stated about a target. */
export interface UsageReport {
  /** Whether the target may be fetched, and why. */
  readonly access: Verdict;
  readonly uses: Readonly<Record<Use, UseAnswer>>;
  /** How much a recipient may keep, from Content-Signal's `use`, the only convention that states it. */
  readonly contentUse: ContentUse | 'unknown' | 'not-applicable';
  /** Links to terms that are stored elsewhere. The terms are not read, so they do not affect any preference. */
  readonly licenses: readonly License[];
  /** The revision of the AIPREF vocabulary in use, such as `draft-ietf-aipref-vocab-08`. */
  readonly vocabulary: string;
  /** Statements in groups of `*` that do not apply, because a group that names the crawler replaces those groups. */
  readonly replaced: readonly UsageSource[];
  /** Every statement that applies to the target, including those that do not name a use. */
  readonly statements: readonly UsageStatement[];
  /** Problems with the file's records about use. */
  readonly diagnostics: readonly RecordDiagnostic[];
}

/**
 * What a site states about each use of a target, under which convention, and in which line or header.
 *
 * Nothing is inferred: `unknown` means that no convention states anything. If several conventions do, the most
 * restrictive statement counts, and `isConflict` reports disagreement.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile, or `target` is neither an
 * absolute URL nor a path.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { usageReport } from 'robots-exclusion/usage';
 *
 * const document = parse('User-agent: *\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\n');
 * const training = usageReport(document, 'FooBot', '/a').uses['ai-training'];
 * training.preference; // 'disallow'
 * training.isConflict; // true
 * training.decidedBy?.source; // { kind: 'robots', line: 3, column: 1, text: 'Content-Signal: ai-train=no' }
 * training.statements.map(({ convention }) => convention); // ['aipref', 'content-signal']
 * ```
 */
export function usageReport(
  document: RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
  options: UsageReportOptions = {},
): UsageReport {
  const { headers, meta = [], links = [], tdmrep, purposeTokens: purposes = purposeTokens } = options;
  const { now = Date.now() } = options;
  const vocabulary = vocabularyOf<string>(options.vocabulary);
  const access = explain(compile(document, who), target);
  const isApplicable = access.allowed || isPurpose(who, purposes);
  const statements = Object.freeze(
    statementsAbout({ document, who, target, headers, meta, tdmrep, vocabulary, purposes, now }),
  );
  return Object.freeze({
    access,
    uses: byLabel(USES, (use) => answerFor(use, statements, isApplicable)),
    contentUse: isApplicable ? contentUseOf(statements) : 'not-applicable',
    licenses: licenses(document, { ...(headers && { headers }), links, url: target }),
    vocabulary: vocabulary.name,
    replaced: Object.freeze(replacedBy(document, who, access)),
    statements,
    diagnostics: usageDiagnostics(document, vocabulary),
  });
}

const STATING: ReadonlySet<string> = new Set(['content-usage', 'content-signal']);

/**
 * Statements in groups of `*` that do not apply. By RFC 9309 §2.2.1, these groups apply only to crawlers that no group
 * names.
 */
function replacedBy(document: RobotsDocument, who: Crawler, { group }: Verdict): UsageSource[] {
  if (group === undefined || group.productTokens.every((token) => token === '*')) return [];
  const own = new Set(recordsForCrawler(document, who).map(({ span }) => span.start));
  return recordsForCrawler(document, [])
    .filter((record) => STATING.has(record.kind) && !own.has(record.span.start))
    .map(sourceOf);
}

function contentUseOf(statements: readonly UsageStatement[]): ContentUse | 'unknown' {
  const signals = statements.filter(({ convention }) => convention === 'content-signal');
  return leastUse(signals.map(({ states }) => states['use']));
}

function answerFor(use: Use, all: readonly UsageStatement[], isApplicable: boolean): UseAnswer {
  const statements = all.filter(({ says }) => says[use] !== undefined);
  const decidedBy = isApplicable ? decidingStatement(use, statements) : undefined;
  return Object.freeze({
    preference: isApplicable ? (decidedBy?.says[use] ?? 'unknown') : 'not-applicable',
    isConflict: statements.some(({ says }) => decidedBy !== undefined && says[use] !== decidedBy.says[use]),
    ...(decidedBy && { decidedBy }),
    statements: Object.freeze(statements),
  });
}

/**
 * Whether the crawler is a purpose token. No crawler fetches under a purpose token, so for a purpose token, disallow
 * concerns use rather than access.
 */
function isPurpose(who: Crawler, purposes: readonly PurposeToken[]): boolean {
  const names = ownTokensOf(who).map((token) => textOf(token, 0, token.length));
  const known = new Set(purposes.map(({ token }) => token.toLowerCase()));
  return names.length > 0 && names.every((name) => known.has(name));
}
