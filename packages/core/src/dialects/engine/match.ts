/**
 * Whether a pattern matches a target, in each of the ways that dialects know. Slow beside the pattern set, but as
 * bounded: no regular expression, no backtracking, at most characters of pattern × characters of target.
 */
import type { MatchingFacts } from './facts.ts';
import type { FactPattern, PatternForm } from './pattern.ts';

/** Characters of the target that the match covers; −1 where there is none. */
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

const MATCHERS: Readonly<Record<MatchingFacts['stars'], Matcher>> = {
  prefix: (form, target) => anyRun(form, target),
  'any-run': (form, target) => anyRun(form, target),
  floating,
  'first-fit': (form, target) => firstFit(form, target),
  'next-character': ({ segments, isAnchored }, target) =>
    nextCharacter(segments.join('*') + (isAnchored ? '$' : ''), target),
  'text-needed': (form, target) => textNeeded(form, target),
  'greedy-tail': (form, target) => greedyTail(form, target),
};

/** A star takes any run; each segment is taken at its earliest place, the last at the end where it must be. */
function anyRun({ segments, isAnchored }: PatternForm, target: string): number {
  const at = beforeLast(segments, target, 0);
  if (at < 0) return -1;
  const last = segments[segments.length - 1] as string;
  if (segments.length === 1) return whole(last, target, isAnchored);
  if (!isAnchored) {
    const found = target.indexOf(last, at);
    return found < 0 ? -1 : found + last.length;
  }
  return target.length - last.length >= at && target.endsWith(last) ? target.length : -1;
}

function whole(segment: string, target: string, isAnchored: boolean): number {
  const matches = isAnchored ? target === segment : target.startsWith(segment);
  return matches ? segment.length : -1;
}

/** Where the segments before the last end, each at its earliest place; the first at `start`, if there are several. */
function beforeLast(segments: readonly string[], target: string, start: number): number {
  if (segments.length === 1) return start;
  const head = segments[0] as string;
  if (!target.startsWith(head, start)) return -1;
  let at = start + head.length;
  for (let index = 1; index < segments.length - 1; index++) {
    const found = target.indexOf(segments[index] as string, at);
    if (found < 0) return -1;
    at = found + (segments[index] as string).length;
  }
  return at;
}

/**
 * A pattern with a wildcard is searched for anywhere; one without is a prefix. `$` means the end wherever it
 * stands, so that only stars and further `$` may follow it.
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

/** As `anyRun`, but the last segment too is taken where it first fits, and must end there what `$` asks to end. */
function firstFit({ segments, isAnchored }: PatternForm, target: string): number {
  const last = segments[segments.length - 1] as string;
  if (segments.length === 1) return whole(last, target, isAnchored);
  const at = beforeLast(segments, target, 0);
  if (at < 0) return -1;
  if (last === '') return target.length;
  const found = target.indexOf(last, at);
  if (found < 0 || (isAnchored && found + last.length !== target.length)) return -1;
  return found + last.length;
}

/**
 * A star runs to the next place of the one character after it and never goes back. What is left of a pattern as
 * `$`, `*` or `/` alone has a meaning of its own: the end, anything, a slash that must be there.
 */
function nextCharacter(pattern: string, target: string): number {
  let at = 0;
  let next = 0;
  for (;;) {
    const left = pattern.length - next;
    if (left === 1 && pattern[next] === '$') return at === target.length ? at : -1;
    if (left === 1 && pattern[next] === '*') return target.length;
    if (left === 1 && pattern[next] === '/') return target[at] === '/' ? at + 1 : -1;
    if (at === target.length) return left === 0 ? at : -1;
    if (left === 0) return at;
    if (pattern[next] === '*') {
      if (target[at] === pattern[next + 1]) next += 2;
    } else if (target[at] === pattern[next]) next++;
    else return -1;
    at++;
  }
}

/** A star needs a character after it to go on; what follows the first `$` is not read. */
function textNeeded(form: PatternForm, target: string): number {
  const last = form.segments[form.segments.length - 1] as string;
  if (form.segments.length > 1 && last === '' && form.isAnchored) return -1;
  return anyRun(form, target);
}

/** The last star reaches as far as it can, so the match ends with the last place of the last segment. */
function greedyTail({ segments, isAnchored }: PatternForm, target: string): number {
  const last = segments[segments.length - 1] as string;
  if (segments.length === 1) return whole(last, target, isAnchored);
  const at = beforeLast(segments, target, 0);
  if (at < 0) return -1;
  const found = isAnchored ? target.length - last.length : target.lastIndexOf(last);
  return found >= at && target.startsWith(last, found) ? found + last.length : -1;
}
