/**
 * The Robots Exclusion Protocol (RFC 9309): from the octets of a robots.txt to a document, the rules of one crawler,
 * and a verdict that names the deciding line.
 *
 * @example
 * ```ts
 * import { compile, explain, parse } from 'robots-exclusion';
 *
 * const rules = compile(parse('User-agent: *\nDisallow: /private/\n'), 'FooBot');
 * rules.allows('https://example.com/private/x'); // false
 * explain(rules, 'https://example.com/private/x').rule?.line; // 2
 * ```
 *
 * @module
 */
export type { Body, Encoding } from './bytes/body.ts';
export type { Edit } from './bytes/edit.ts';
export type { Span } from './bytes/span.ts';
export { allowsMany } from './engine/allows-many.ts';
export { compile } from './engine/compile.ts';
export { isAllowed } from './engine/is-allowed.ts';
export { judgeOnce, type OnceJudgement } from './engine/judge-once.ts';
export { explain, explainer, judge } from './explain/explain.ts';
export { countDiagnostics, type Diagnostic, type Fix } from './parse/diagnostics.ts';
export { type Dialect, rfc9309 } from './parse/dialect.ts';
export type { RobotsDocument } from './parse/document.ts';
export type { Group } from './parse/groups.ts';
export { DEFAULT_MAX_BYTES, DEFAULT_MAX_SIZE } from './parse/limits.ts';
export { type OtherContent, otherContent } from './parse/not-robots-txt.ts';
export { type ParseOptions, parse } from './parse/parse.ts';
export type { RecordKind } from './parse/record-kind.ts';
export type { DocumentRecord } from './parse/records.ts';
export type { UrlLike } from './patterns/target.ts';
export type { Who } from './rules/crawler.ts';
export type { Crawler, CrawlerProfile } from './rules/crawler-profile.ts';
export { productTokens } from './rules/product-tokens.ts';
export type { RuleSet } from './rules/rule-set.ts';
export type { Judgement, Verdict, VerdictGroup, VerdictRule } from './rules/verdict.ts';
