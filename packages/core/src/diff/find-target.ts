/**
 * The smallest target about which two given rules decide: one in the file before, one in the file after.
 *
 * Both patterns are stepped together with the automata of all rules that outrank them. A path on which one of those
 * matches is given up; the others are followed in the order of what they must come to at least, then of their octets
 * (A*, Hart, Nilsson and Raphael 1968), so that what is found first is the smallest, and where nothing outranks the
 * two, hardly anything else is looked at. If all paths end, there is no such target: that is a proof.
 *
 * It is exact, for both forms: a target with an escape of a reserved octet is looked up in its folded and in its
 * plain form, as `allows` does; what no client can send (dot segments, octets that no URI holds) is not looked at.
 */
import { PERCENT, SLASH } from '../bytes/octet.ts';
import { NO_MATCH } from '../patterns/pattern-set.ts';
import type { SetMachine } from '../patterns/set-machine.ts';
import {
  afterToken,
  BEFORE_TARGET,
  escapeToken,
  mayEnd,
  rawToken,
  type Syntax,
  type Token,
} from '../patterns/target-syntax.ts';
import type { ComparedRule } from './compared-rule.ts';
import { PatternSteps } from './pattern-steps.ts';
import type { RuleSide } from './rule-side.ts';
import { TargetQueue } from './target-queue.ts';
import type { WorkBudget } from './work-budget.ts';

/** Which rule is to decide on a side; `undefined` where none is to match. */
export interface Question {
  readonly before: RuleSide;
  readonly after: RuleSide;
  readonly decidesBefore: ComparedRule | undefined;
  readonly decidesAfter: ComparedRule | undefined;
}

export type Answer =
  | { readonly kind: 'found'; readonly target: string }
  /** There is none; the rules that outrank where the two meet, as far as any were met. */
  | { readonly kind: 'none'; readonly outrankedBy: readonly ComparedRule[] }
  /** More work than allowed. */
  | { readonly kind: 'undecided' };

/** A target so far, and where it leads. */
interface Path {
  readonly target: string;
  readonly state: string;
  /** The least length of a target that begins so and is what is looked for. */
  readonly least: number;
  readonly syntax: Syntax;
  /** States of the pattern before and of the pattern after, each folded and plain. */
  readonly patterns: readonly [number, number, number, number];
  /** States of the sets before and after, each folded and plain. */
  readonly sets: readonly [number, number, number, number];
  /** The two forms of the target differ. */
  readonly hasTwoForms: boolean;
}

/** The one target that every rule allows. */
const ROBOTS_TXT = '/robots.txt';

/** States that are looked at before others get their turn. */
const TURN = 2_000;

/** Looks for it, with its share of `budget`; yields now and then, and spends what was looked at. */
export function* findTarget(question: Question, budget: WorkBudget): Generator<undefined, Answer> {
  const search = new Search(question, budget.share);
  for (let before = search.workLeft; ; before = search.workLeft) {
    const answer = search.run(before - TURN);
    budget.spend(before - search.workLeft);
    if (answer) return answer;
    yield;
  }
}

class Search {
  workLeft: number;
  readonly #question: Question;
  readonly #steps: readonly (PatternSteps | undefined)[];
  readonly #machines: readonly SetMachine[];
  readonly #floors: readonly [number, number];
  readonly #queue = new TargetQueue<Path>();
  /** What goes on from a path is queued up to this length; how long the next is that was left for later. */
  #turn = Number.POSITIVE_INFINITY;
  /** Up to here it is queued already. */
  #earlier = 0;
  #later = Number.POSITIVE_INFINITY;
  readonly #outrankedBy = new Set<ComparedRule>();

  constructor(question: Question, work: number) {
    const { before, after, decidesBefore, decidesAfter } = question;
    this.#question = question;
    this.workLeft = work;
    this.#steps = [...stepsOf(decidesBefore), ...stepsOf(decidesAfter)];
    this.#machines = [...before.machines, ...after.machines];
    this.#floors = [decidesBefore?.order ?? NO_MATCH, decidesAfter?.order ?? NO_MATCH];
    this.#begin();
  }

  #begin(): void {
    const sets = this.#machines.map((machine, index) =>
      machine.startAbove(this.#floors[index >> 1] as number),
    ) as unknown as Path['sets'];
    const start: Path = {
      target: '',
      state: '',
      least: 1,
      syntax: BEFORE_TARGET,
      patterns: [0, 0, 0, 0],
      sets,
      hasTwoForms: false,
    };
    this.#follow(start, rawToken(BEFORE_TARGET, SLASH));
  }

  /** Goes on until the answer is found, or less work than `pause` is left. */
  run(pause: number): Answer | undefined {
    while (this.workLeft > pause) {
      if (this.workLeft <= 0) return { kind: 'undecided' };
      const turn = this.#queue.pop();
      if (!turn) return { kind: 'none', outrankedBy: [...this.#outrankedBy] };
      if (this.#isFound(turn.path)) return { kind: 'found', target: turn.path.target };
      this.#turn = turn.least;
      this.#earlier = turn.least > turn.path.least ? turn.least - 1 : 0;
      this.#later = Number.POSITIVE_INFINITY;
      this.#expand(turn.path);
      if (this.#later < Number.POSITIVE_INFINITY) this.#queue.again(turn.path, this.#later);
    }
    return undefined;
  }

  /** Half of one for each path, more where it is long or many stars wait. */
  #push(path: Path): void {
    if (!this.#queue.push(path)) return;
    let weight = path.target.length >> 3;
    this.#machines.forEach((machine, index) => {
      weight += machine.weight(path.sets[index] as number);
    });
    this.workLeft -= weight < 16 && this.#onlyOctet(path.patterns) >= 0 ? 0 : 0.5 + (weight >> 4);
  }

  #isFound({ target, syntax, patterns, sets, hasTwoForms }: Path): boolean {
    if (!mayEnd(syntax) || target === ROBOTS_TXT) return false;
    for (const side of [0, 1]) {
      const floor = this.#floors[side] as number;
      const folded = 2 * side;
      const isMatch = (index: number): boolean =>
        this.#steps[index]?.isMatch(patterns[index] as number) ?? true;
      if (!isMatch(folded) && !(hasTwoForms && isMatch(folded + 1))) return false;
      for (const index of hasTwoForms ? [folded, folded + 1] : [folded]) {
        const rank = (this.#machines[index] as SetMachine).rank(sets[index] as number);
        if (rank <= floor) continue;
        this.#note(side, rank);
        return false;
      }
    }
    return true;
  }

  /** Queues what goes on from a path, up to the length whose turn it is. */
  #expand(path: Path): void {
    const only = this.#onlyOctet(path.patterns);
    if (only >= 0) {
      this.#follow(path, rawToken(path.syntax, only));
      this.#follow(path, escapeToken(path.syntax, only));
      this.workLeft -= WORK_IN_HEAD;
      return;
    }
    this.workLeft--;
    const octets = new Set<number>(SYNTAX_OCTETS);
    if (path.syntax.percent > 0) for (const digit of HEX_DIGITS) octets.add(digit);
    this.#steps.forEach((steps, index) => {
      steps?.addOctets(path.patterns[index] as number, octets);
    });
    this.#machines.forEach((machine, index) => {
      machine.addOctets(path.sets[index] as number, octets);
    });
    if (path.target !== ROBOTS_TXT && ROBOTS_TXT.startsWith(path.target)) {
      octets.add(ROBOTS_TXT.charCodeAt(path.target.length));
    }
    for (const octet of octets) this.#follow(path, rawToken(path.syntax, octet));
    for (let octet = 0x21, hasOther = false; octet < 0x7f; octet++) {
      this.#follow(path, escapeToken(path.syntax, octet));
      if (hasOther || octets.has(octet)) continue;
      // All octets that nobody tells apart lead to the same place: the smallest stands for them.
      const other = rawToken(path.syntax, octet);
      if (!other) continue;
      hasOther = true;
      this.#follow(path, other);
    }
  }

  /** The octet that must follow, in both forms, if one of the patterns says so; else −1. */
  #onlyOctet(patterns: Path['patterns']): number {
    for (const index of [0, 2] as const) {
      const steps = this.#steps[index];
      if (!steps || steps !== this.#steps[index + 1] || patterns[index] !== patterns[(index + 1) as 1 | 3]) {
        continue;
      }
      const only = steps.onlyOctet(patterns[index]);
      if (only >= 0 && only !== PERCENT) return only;
    }
    return -1;
  }

  #follow(path: Path, token: Token | undefined): void {
    if (!token) return;
    const patterns = this.#step(this.#steps, path.patterns, token);
    const distance = Math.max(this.#distance(patterns, 0), this.#distance(patterns, 2));
    if (distance === Number.POSITIVE_INFINITY) return;
    const least = path.target.length + token.text.length + distance;
    if (least <= this.#earlier) return;
    if (least > this.#turn) {
      this.#later = Math.min(this.#later, least);
      return;
    }
    const hasTwoForms = path.hasTwoForms || token.plain.length !== token.folded.length;
    const sets = this.#step(this.#machines, path.sets, token);
    if (this.#isOutranked(sets, hasTwoForms)) return;
    const target = path.target + token.text;
    const syntax = afterToken(path.syntax, token);
    const begun = ROBOTS_TXT.startsWith(target) ? target.length : 0;
    const { isInQuery, dots, percent } = syntax;
    const flags = (hasTwoForms ? 1 : 0) + (isInQuery ? 2 : 0) + 4 * dots + 16 * begun + 256 * percent;
    const state = `${patterns[0]},${patterns[1]},${patterns[2]},${patterns[3]},${sets[0]},${sets[1]},${sets[2]},${sets[3]},${flags}`;
    this.#push({ target, state, least, syntax, patterns, sets, hasTwoForms });
  }

  /** Where the token leads in four automata, folded and plain by turns. */
  #step(
    machines: readonly (Stepping | undefined)[],
    [a, b, c, d]: Path['sets'],
    { folded, plain }: Token,
  ): Path['sets'] {
    const [first, second, third, fourth] = machines;
    return [
      stepAll(first, a, folded),
      stepAll(second, b, plain),
      stepAll(third, c, folded),
      stepAll(fourth, d, plain),
    ];
  }

  #distance(patterns: Path['patterns'], folded: 0 | 2): number {
    const steps = this.#steps[folded];
    const plain = this.#steps[folded + 1];
    if (!steps || !plain) return 0;
    return Math.min(steps.distance(patterns[folded]), plain.distance(patterns[(folded + 1) as 1 | 3]));
  }

  /** A rule that outranks one of the two matches whatever follows. */
  #isOutranked(sets: Path['sets'], hasTwoForms: boolean): boolean {
    for (let index = 0; index < sets.length; index++) {
      if (index % 2 === 1 && !hasTwoForms) continue;
      const best = (this.#machines[index] as SetMachine).best(sets[index] as number);
      if (best <= (this.#floors[index >> 1] as number)) continue;
      this.#note(index >> 1, best);
      return true;
    }
    return false;
  }

  #note(side: number, order: number): void {
    const { before, after } = this.#question;
    const rule = (side === 0 ? before : after).rules[order];
    if (rule) this.#outrankedBy.add(rule);
  }
}

function stepsOf(rule: ComparedRule | undefined): [PatternSteps | undefined, PatternSteps | undefined] {
  if (!rule) return [undefined, undefined];
  const { folded, plain, isAnchored } = rule.pattern;
  const steps = new PatternSteps(folded, isAnchored);
  return [steps, plain === folded ? steps : new PatternSteps(plain, isAnchored)];
}

interface Stepping {
  step(state: number, octet: number): number;
}

function stepAll(machine: Stepping | undefined, from: number, octets: readonly number[]): number {
  if (!machine) return 0;
  let state = from;
  for (const octet of octets) state = machine.step(state, octet);
  return state;
}

/** What it takes to follow the beginning of a pattern by an octet. */
const WORK_IN_HEAD = 1 / 8;

/** Octets that decide which targets there are; after a `%` hexadecimal digits do, too. */
const SYNTAX_OCTETS: readonly number[] = [...'/.?'].map((octet) => octet.charCodeAt(0)).concat(PERCENT);
const HEX_DIGITS: readonly number[] = [...'0123456789abcdefABCDEF'].map((octet) => octet.charCodeAt(0));
