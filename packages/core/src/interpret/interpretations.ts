/** Compares the verdicts of all dialects on one body, one crawler and one target. */
import type { Body } from '../bytes/body.ts';
import { dialects as allDialects } from '../dialects/index.ts';
import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import { type Dialect, rfc9309 } from '../parse/dialect.ts';
import { RobotsDocument } from '../parse/document.ts';
import { parse } from '../parse/parse.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Who } from '../rules/crawler.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { AskedQuestion } from './experiments.ts';
import { type Difference, whyItDiffers } from './why-it-differs.ts';

/** One dialect's interpretation of the file, for one crawler and one target. */
export interface Interpretation {
  readonly dialect: Dialect;
  /** The dialect's verdict, or an error if the original implementation fails on this file or target. */
  readonly verdict: Verdict | { readonly error: string };
  /** Present only if the dialect's result differs from that of RFC 9309. */
  readonly differsBecause?: Difference;
}

/** The dialects to compare, and how much of the body to read. */
export interface InterpretationOptions {
  /** @default all of them */
  dialects?: readonly Dialect[];
  /** The number of octets to read, as in `parse`. */
  maxBytes?: number;
}

/** The maximum number of octets read again to explain one difference. */
const MOST_OCTETS_READ = 16_000_000;

/**
 * The verdict of each dialect, and the reason if it differs from RFC 9309's. Slow: the file is read once per dialect,
 * and again for each experiment that may explain a difference.
 *
 * @throws {TypeError} If an argument has the wrong type, or `target` is neither an absolute URL nor a path.
 * @example
 * ```ts
 * const readings = interpretations('User-agent: *\nDisallow: /\nAllow: /a\n', 'FooBot', '/a');
 * readings.find(({ dialect }) => dialect.name === 'python')?.differsBecause?.sentence;
 * // 'The first matching rule in the file wins, however short it is.'
 * ```
 */
export function interpretations(
  body: Body | RobotsDocument,
  who: Who,
  target: string | UrlLike,
  options: InterpretationOptions = {},
): readonly Interpretation[] {
  return Object.freeze([...interpretationsInSteps(body, who, target, options)]);
}

/**
 * Like {@link interpretations}, but yields each result as soon as it is known. Programs can show one result while they
 * wait for the next, or stop.
 *
 * @throws {TypeError} As {@link interpretations}, at the first step.
 */
export function* interpretationsInSteps(
  body: Body | RobotsDocument,
  who: Who,
  target: string | UrlLike,
  options: InterpretationOptions = {},
): Generator<Interpretation, void> {
  const { dialects = allDialects, ...reading } = options;
  const octets = body instanceof RobotsDocument ? body.octets : body;
  const parseBy = (dialect: Dialect): RobotsDocument => parse(octets, { ...reading, dialect });
  const read = (dialect: Dialect): Verdict => explain(compile(parseBy(dialect), who), target);
  const question = { parse: parseBy, who, target };
  const standard = read(rfc9309);
  for (const dialect of dialects) {
    const verdict = dialect.reader ? read(dialect) : standard;
    yield Object.freeze(interpretationOf(dialect, question, { own: verdict, standard }));
  }
}

interface Answers {
  readonly own: Verdict;
  readonly standard: Verdict;
}

function interpretationOf(dialect: Dialect, question: AskedQuestion, answers: Answers): Interpretation {
  const { own: verdict, standard } = answers;
  if (verdict.because === 'unreadable')
    return { dialect, verdict: Object.freeze({ error: verdict.note ?? 'no answer' }) };
  if (verdict.allowed === standard.allowed) return { dialect, verdict };
  const differsBecause = whyItDiffers(dialect, question, answers, { octetsLeft: MOST_OCTETS_READ });
  return { dialect, verdict, differsBecause };
}
