/**
 * Matches a pattern and a target in each of the ways that dialects use. Slower than the pattern set, but bounded: it
 * uses no regular expression and no backtracking, and the number of steps is at most the product of the two lengths.
 */
import type { MatchingFacts } from './facts.ts';
import type { FactPattern, PatternForm } from './pattern.ts';

/** Number of characters of the target that the match covers; −1 if there is no match. */
export function matchedLength(
  pattern: FactPattern,
  targets: readonly string[],
  { stars, dollar }: MatchingFacts,
): number {
  const forms = Math.min(pattern.forms.length, targets.length);
  for (let index = 0; index < forms; index++) {
    const form = pattern.forms[index] as PatternForm;
    const target = targets[index] as string;
    const length = MATCHERS[stars](form, target, pattern, dollar);
    if (length >= 0) return length;
  }
  return -1;
}

type Matcher = (
  form: PatternForm,
  target: string,
  pattern: FactPattern,
  dollar: MatchingFacts['dollar'],
) => number;

/** Where the last segment is looked for, at `at` or after it. If the segment is not there, the pattern does not match. */
type Place = (last: string, target: string, at: number, isAnchored: boolean) => number;

/**
 * A star matches any run. Each segment but the last matches at its earliest occurrence, and the last one at `place`; if
 * anchored, it must end where the target ends.
 */
function withLast(place: Place): (form: PatternForm, target: string) => number {
  return ({ segments, isAnchored }, target) => {
    const last = segments[segments.length - 1] as string;
    if (segments.length === 1) return whole(last, target, isAnchored);
    const at = beforeLast(segments, target);
    if (at < 0) return -1;
    const found = place(last, target, at, isAnchored);
    const end = found + last.length;
    if (found < at || !target.startsWith(last, found)) return -1;
    return isAnchored && end !== target.length ? -1 : end;
  };
}

const anyRun = withLast((last, target, at, isAnchored) =>
  isAnchored ? target.length - last.length : target.indexOf(last, at),
);

const MATCHERS: Readonly<Record<MatchingFacts['stars'], Matcher>> = {
  prefix: anyRun,
  'any-run': anyRun,
  floating,
  'first-fit': withLast((last, target, at) => (last === '' ? target.length : target.indexOf(last, at))),
  'next-character': ({ segments, isAnchored }, target) =>
    nextCharacter(segments.join('*') + (isAnchored ? '$' : ''), target),
  'text-needed': textNeeded,
  'greedy-tail': withLast((last, target, _, isAnchored) =>
    isAnchored ? target.length - last.length : target.lastIndexOf(last),
  ),
};

function whole(segment: string, target: string, isAnchored: boolean): number {
  const matches = isAnchored ? target === segment : target.startsWith(segment);
  return matches ? segment.length : -1;
}

/**
 * The end of all segments but the last: the first must be at the start, the others match at their earliest occurrence.
 * −1 if one is missing.
 */
function beforeLast(segments: readonly string[], target: string): number {
  const head = segments[0] as string;
  if (!target.startsWith(head)) return -1;
  let at = head.length;
  for (let index = 1; index < segments.length - 1; index++) {
    const found = target.indexOf(segments[index] as string, at);
    if (found < 0) return -1;
    at = found + (segments[index] as string).length;
  }
  return at;
}

/**
 * A pattern with a wildcard may match anywhere; a pattern without a wildcard is a prefix. `$` means the end wherever it
 * occurs, so only stars and more `$` may follow it.
 */
function floating(
  { segments, isAnchored }: PatternForm,
  target: string,
  { text }: FactPattern,
  dollar: MatchingFacts['dollar'],
): number {
  if (segments.length === 1 && !isAnchored) return whole(segments[0] as string, target, false);
  if (isAnchored && dollar === 'anywhere' && !ONLY_WILDCARDS.test(text.slice(text.indexOf('$')))) return -1;
  return anyRun({ segments: ['', ...segments], isAnchored }, target);
}

const ONLY_WILDCARDS = /^[*$]+$/;

/**
 * A star extends to the next occurrence of the one character after it, and never backtracks. If only `$` remains of the
 * pattern, the target must end there; if only `*` remains, anything may follow.
 */
function nextCharacter(pattern: string, target: string): number {
  let at = 0;
  let next = 0;
  for (;;) {
    const left = pattern.length - next;
    if (left === 1 && pattern[next] === '$') return at === target.length ? at : -1;
    if (left === 1 && pattern[next] === '*') return target.length;
    if (at === target.length) return left === 0 ? at : -1;
    if (left === 0) return at;
    if (pattern[next] === '*') {
      if (target[at] === pattern[next + 1]) next += 2;
    } else if (target[at] === pattern[next]) next++;
    else return -1;
    at++;
  }
}

/** A star has an effect only if a character follows it. Everything after the first `$` is ignored. */
function textNeeded(form: PatternForm, target: string): number {
  const last = form.segments[form.segments.length - 1] as string;
  if (form.segments.length > 1 && last === '' && form.isAnchored) return -1;
  return anyRun(form, target);
}
