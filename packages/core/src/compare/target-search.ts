/**
 * The smallest target that matches every pattern of one list and none of another.
 *
 * All patterns are stepped together. A path is abandoned when a pattern to avoid matches regardless of what follows;
 * the other paths are followed in order of their minimum total length, then of their octets (A*, Hart, Nilsson and
 * Raphael 1968), so the first target found is the smallest. If every path ends without a result, this proves that no
 * such target exists.
 *
 * The search is exact for both forms: as in `allows`, a target with an escape of a reserved octet is looked up in its
 * folded and in its plain form. Targets that no client can send (dot segments, octets that a URI cannot contain) are
 * not considered.
 */
import { PERCENT, SLASH } from '../bytes/octet.ts';
import type { Pattern } from '../patterns/pattern.ts';
import { BEFORE_TARGET, escapeToken, type Syntax, type Token } from '../patterns/target-syntax.ts';
import { type FormSteps, stepsOf } from './pattern-steps.ts';
import { TargetQueue } from './target-queue.ts';
import { clientTargets, type TargetSpace } from './target-space.ts';

/**
 * The target to find: it must match every pattern of `matching` and none of `except`. Neither list need be sorted.
 */
export interface TargetQuestion {
  readonly matching: readonly Pattern[];
  readonly except: readonly Pattern[];
}

/**
 * The result of a search: the target, proof that no target exists, or `undecided` if the allowed work was not enough.
 */
export type TargetAnswer =
  | { readonly kind: 'found'; readonly target: string }
  /** No such target exists; `hindrances` are the indexes of the patterns of `except` that the search met. */
  | { readonly kind: 'none'; readonly hindrances: ReadonlySet<number> }
  | { readonly kind: 'undecided' };

interface Path {
  readonly target: string;
  readonly state: string;
  /** The minimum length of a target that begins with this prefix and solves the search. */
  readonly least: number;
  readonly syntax: Syntax;
  /** The state of each pattern in the folded and in the plain form. The patterns that must match come first. */
  readonly states: readonly number[];
  /** Whether the two forms of the target differ. */
  readonly hasTwoForms: boolean;
}

/** One search. Memory: about 1 KB for each unit of work. */
export class TargetSearch {
  workLeft: number;
  readonly #space: TargetSpace;
  readonly #steps: readonly FormSteps[];
  /** The number of patterns that must match; they come first. */
  readonly #matching: number;
  /** Whether to follow escapes as well. */
  readonly #hasEscapes: boolean;
  /** Work per path: the cost of stepping all patterns. */
  readonly #weight: number;
  readonly #queue = new TargetQueue<Path>();
  /**
   * The maximum length of the continuations to queue in this turn of the path. Longer continuations are postponed to a
   * later turn.
   */
  #turn = Number.POSITIVE_INFINITY;
  /** Continuations up to this length were queued in earlier turns of the path. */
  #earlier = 0;
  /** The minimum length of the continuations that this turn postponed. */
  #later = Number.POSITIVE_INFINITY;
  readonly #hindrances = new Set<number>();

  constructor({ matching, except }: TargetQuestion, work: number, space: TargetSpace = clientTargets) {
    this.workLeft = work;
    this.#space = space;
    this.#matching = matching.length;
    this.#steps = [...matching, ...except].map(stepsOf);
    this.#hasEscapes = space.hasForms && this.#steps.some(({ seesEscapes }) => seesEscapes);
    this.#weight = WORK_OF_PATH + WORK_OF_PATTERN * this.#steps.length;
    const states = new Array<number>(2 * this.#steps.length).fill(0);
    const start = { target: '', state: '', least: 1, syntax: BEFORE_TARGET, states, hasTwoForms: false };
    this.#follow(start, space.rawToken(BEFORE_TARGET, SLASH));
  }

  /** Continues until the result is known or at most `pause` units of work are left. */
  run(pause: number): TargetAnswer | undefined {
    while (this.workLeft > pause) {
      if (this.workLeft <= 0) return { kind: 'undecided' };
      const turn = this.#queue.pop();
      if (!turn) return { kind: 'none', hindrances: this.#hindrances };
      if (this.#isFound(turn.path)) return { kind: 'found', target: turn.path.target };
      this.#turn = turn.least;
      this.#earlier = turn.least - 1;
      this.#later = Number.POSITIVE_INFINITY;
      this.#expand(turn.path);
      if (this.#later < Number.POSITIVE_INFINITY) this.#queue.again(turn.path, this.#later);
    }
    return undefined;
  }

  #isFound({ target, syntax, states, hasTwoForms }: Path): boolean {
    if (!this.#space.mayEnd(syntax) || target === this.#space.exempt) return false;
    return this.#steps.every(({ folded, plain }, index) => {
      const isMatch =
        folded.isMatch(states[2 * index] as number) ||
        (hasTwoForms && plain.isMatch(states[2 * index + 1] as number));
      if (index < this.#matching) return isMatch;
      if (isMatch) this.#hindrances.add(index - this.#matching);
      return !isMatch;
    });
  }

  /** Queues the continuations of a path that are not longer than the current turn permits. */
  #expand(path: Path): void {
    const only = this.#onlyOctet(path.states);
    if (only >= 0) {
      this.#follow(path, this.#space.rawToken(path.syntax, only));
      if (this.#hasEscapes) this.#follow(path, this.#space.escapeToken(path.syntax, only));
      return;
    }
    this.workLeft -= this.#weight;
    const octets = this.#octetsToFollow(path);
    for (const octet of octets) this.#follow(path, this.#space.rawToken(path.syntax, octet));
    for (const octet of this.#hasEscapes ? ESCAPED : [])
      this.#follow(path, this.#space.escapeToken(path.syntax, octet));
    for (let octet = FIRST_OCTET; octet < END_OF_OCTETS; octet++) {
      const other = octets.has(octet) ? undefined : this.#space.rawToken(path.syntax, octet);
      if (!other) continue;
      // All octets that no pattern distinguishes lead to the same state, so only the smallest of them is followed.
      this.#follow(path, other);
      break;
    }
  }

  /** Octets to follow separately, because a pattern or the syntax of targets distinguishes them from other octets. */
  #octetsToFollow({ target, syntax, states }: Path): Set<number> {
    const octets = new Set<number>(this.#space.syntaxOctets);
    if (this.#hasEscapes) octets.add(PERCENT);
    if (syntax.percent > 0) for (const digit of HEX_DIGITS) octets.add(digit);
    this.#steps.forEach(({ folded, plain }, index) => {
      folded.addOctets(states[2 * index] as number, octets);
      if (plain !== folded || states[2 * index] !== states[2 * index + 1]) {
        plain.addOctets(states[2 * index + 1] as number, octets);
      }
    });
    const { exempt } = this.#space;
    if (target !== exempt && exempt.startsWith(target)) octets.add(exempt.charCodeAt(target.length));
    return octets;
  }

  /** The octet that must follow, in both forms, if a pattern that must match requires one; otherwise −1. */
  #onlyOctet(states: Path['states']): number {
    for (let index = 0; index < this.#matching; index++) {
      const { folded, plain } = this.#steps[index] as FormSteps;
      const state = states[2 * index] as number;
      if (folded !== plain || state !== states[2 * index + 1]) continue;
      const only = folded.onlyOctet(state);
      if (only >= 0 && only !== PERCENT) return only;
    }
    return -1;
  }

  #follow(path: Path, token: Token | undefined): void {
    if (!token) return;
    const hasTwoForms = path.hasTwoForms || token.plain.length !== token.folded.length;
    const states = new Array<number>(path.states.length);
    const distance = this.#stepMatching(path.states, states, token);
    if (distance === Number.POSITIVE_INFINITY) return;
    const least = path.target.length + token.text.length + distance;
    if (least <= this.#earlier) return;
    if (least > this.#turn) {
      this.#later = Math.min(this.#later, least);
      return;
    }
    if (!this.#stepOthers(path.states, states, token, hasTwoForms)) return;
    const target = path.target + token.text;
    const syntax = this.#space.afterToken(path.syntax, token);
    const begun = this.#space.exempt.startsWith(target) ? target.length : 0;
    const { isInQuery, dots, percent } = syntax;
    const flags = (hasTwoForms ? 1 : 0) + (isInQuery ? 2 : 0) + 4 * dots + 16 * begun + 256 * percent;
    const state = `${states.join()},${flags}`;
    if (!this.#queue.push({ target, state, least, syntax, states, hasTwoForms })) return;
    this.workLeft -= this.#weight + target.length / OCTETS_A_UNIT;
  }

  /** Steps the patterns that must match; returns the minimum number of octets that a match still needs. */
  #stepMatching(from: readonly number[], to: number[], token: Token): number {
    let distance = 0;
    for (let index = 0; index < this.#matching; index++) {
      const { folded, plain } = this.#steps[index] as FormSteps;
      this.#stepOne(index, from, to, token);
      const nearest = Math.min(
        folded.distance(to[2 * index] as number),
        plain.distance(to[2 * index + 1] as number),
      );
      distance = Math.max(distance, nearest);
    }
    return distance;
  }

  /** Steps the patterns to avoid; returns false if one of them matches regardless of what follows. */
  #stepOthers(from: readonly number[], to: number[], token: Token, hasTwoForms: boolean): boolean {
    for (let index = this.#matching; index < this.#steps.length; index++) {
      const { folded, plain } = this.#steps[index] as FormSteps;
      this.#stepOne(index, from, to, token);
      const isHindered =
        folded.staysMatch(to[2 * index] as number) ||
        (hasTwoForms && plain.staysMatch(to[2 * index + 1] as number));
      if (!isHindered) continue;
      this.#hindrances.add(index - this.#matching);
      return false;
    }
    return true;
  }

  #stepOne(index: number, from: readonly number[], to: number[], token: Token): void {
    const { folded, plain } = this.#steps[index] as FormSteps;
    const [inFolded, inPlain] = [from[2 * index] as number, from[2 * index + 1] as number];
    const state = folded.stepAll(inFolded, token.folded);
    const isSame = plain === folded && inPlain === inFolded && token.plain.length === token.folded.length;
    to[2 * index] = state;
    to[2 * index + 1] = isSame ? state : plain.stepAll(inPlain, token.plain);
  }
}

/** The base cost of a path. Each pattern, and the length of the path's text, adds to it. */
const WORK_OF_PATH = 1 / 4;
const WORK_OF_PATTERN = 1 / 16;
const OCTETS_A_UNIT = 64;

/** The range of the octets that a URI may contain. */
const FIRST_OCTET = 0x21;
const END_OF_OCTETS = 0x7f;

/** Octets that can complete an escape after a `%`. */
const HEX_DIGITS: readonly number[] = [...'0123456789abcdefABCDEF'].map((octet) => octet.charCodeAt(0));

/** Octets whose escape and raw form may differ in meaning, either in the path or in the query. */
const ESCAPED: readonly number[] = Array.from(
  { length: END_OF_OCTETS - FIRST_OCTET },
  (_, at) => FIRST_OCTET + at,
).filter((octet) =>
  [false, true].some((isInQuery) => escapeToken({ isInQuery, dots: 0, percent: 1 }, octet) !== undefined),
);
