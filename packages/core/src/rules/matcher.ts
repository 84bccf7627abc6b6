/**
 * The port behind which every engine stands: the rules of one crawler, ready to be asked. Whoever asks does not know
 * which engine answers; `test/matcher-contract.ts` holds all of them to the same answers.
 */
import type { Dialect } from '../parse/dialect.ts';
import type { DialectReader } from '../parse/dialect-reader.ts';
import type { LineSource } from '../parse/records.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Who } from './crawler.ts';
import type { Judgement, Verdict } from './verdict.ts';

/**
 * Answers for one crawler. All three methods agree: `judge` adds the rule that decides to what `allows` answers, and
 * `explain` every other rule that matches. Each costs more than the one before.
 */
export interface Matcher {
  /** @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`. */
  allows(target: string | UrlLike): boolean;
  /** @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`. */
  judge(target: string | UrlLike): Judgement;
  /** @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`. */
  explain(target: string | UrlLike): Verdict;
}

/** What a dialect brings besides its own lines and groups: its own matcher. */
export interface DialectEngine extends DialectReader {
  matcherFor(source: LineSource, who: Who): Matcher;
}

/** The engine of a dialect; `undefined` where it reads as RFC 9309 does here. */
export function engineOf(dialect: Dialect | undefined): DialectEngine | undefined {
  // `defineDialect` is the only maker of readers, and it makes engines.
  return dialect?.reader as DialectEngine | undefined;
}
