/**
 * The interface that every engine implements for the rules of one crawler. Callers do not know which engine answers;
 * `test/matcher-contract.test.ts` checks that all of them agree.
 */
import type { Dialect } from '../parse/dialect.ts';
import type { DialectReader } from '../parse/dialect-reader.ts';
import type { LineSource } from '../parse/records.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Who } from './crawler.ts';
import type { Judgement, Verdict } from './verdict.ts';

/**
 * Answers queries about one crawler. All three methods agree: `judge` adds the deciding rule to the result of `allows`,
 * and `explain` adds every other matching rule. Each method costs more than the method before it.
 */
export interface Matcher {
  /** @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`. */
  allows(target: string | UrlLike): boolean;
  /** @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`. */
  judge(target: string | UrlLike): Judgement;
  /** @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`. */
  explain(target: string | UrlLike): Verdict;
}

/** A dialect's reader of lines and groups, together with its matcher. */
export interface DialectEngine extends DialectReader {
  matcherFor(source: LineSource, who: Who): Matcher;
}

/** The engine of a dialect; `undefined` for a dialect that reads as RFC 9309 does. */
export function engineOf(dialect: Dialect | undefined): DialectEngine | undefined {
  // Only `defineDialect` creates readers, and each reader is an engine.
  return dialect?.reader as DialectEngine | undefined;
}
