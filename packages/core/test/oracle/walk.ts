/**
 * Finds the smallest target on which two readings differ, without trying targets one by one. Both readings are stepped
 * together as lazily determinized automata, by targets in ascending length and then by octets, so the first difference
 * found is the smallest.
 *
 * The walk is exact for both forms: a target with an escape of a reserved octet is looked up in its folded and in its
 * plain form, as `allows` does; targets that no client can send (dot segments, octets that a URI cannot contain) are
 * not considered.
 */

import {
  afterToken,
  BEFORE_TARGET,
  escapeToken,
  mayEnd,
  rawToken,
  type Syntax,
  type Token,
} from '../../src/patterns/target-syntax.ts';
import { SetMachine, type SetSource } from './set-machine.ts';

/** One reading: compiled patterns, and how to interpret the greatest rank that matches. */
export interface Reading {
  readonly folded: SetSource;
  /** The patterns in their plain form, if that differs. */
  readonly plain?: SetSource;
  /** Maps a rank to the answer to compare: equal numbers are equal answers. The rank is −1 if nothing matches. */
  readonly answer: (rank: number) => number;
}

export type WalkResult =
  /** Both readings give the same answer for every target. */
  | { readonly kind: 'equal' }
  /** The smallest target on which the answers differ, and the greatest rank in each reading. */
  | { readonly kind: 'witness'; readonly target: string; readonly ranks: readonly [number, number] }
  /** The budget ran out before all states were examined. No difference had been found by then. */
  | { readonly kind: 'undecided' };

/** The default number of joint states to examine, which takes about a second. */
export const DEFAULT_WALK_BUDGET = 50_000;

/**
 * Compares the readings `a` and `b`, examining at most `budget` joint states. Targets in `except` are skipped.
 * Memory: about 1 KB per state.
 */
export function walk(
  a: Reading,
  b: Reading,
  budget: number = DEFAULT_WALK_BUDGET,
  except: readonly string[] = [],
): WalkResult {
  return new Walk(a, b, except).run(budget);
}

/** A joint state and the smallest target that leads there. */
interface Joint {
  readonly target: string;
  readonly syntax: Syntax;
  /** The states of four machines: `a` folded, `a` plain, `b` folded, `b` plain. */
  readonly states: readonly [number, number, number, number];
  /** Whether the two forms of the target differ. */
  readonly hasTwoForms: boolean;
}

class Walk {
  readonly #readings: readonly [Reading, Reading];
  readonly #machines: readonly [SetMachine, SetMachine, SetMachine, SetMachine];
  readonly #except: readonly string[];
  /** Joint states to examine, by the length of their targets. */
  readonly #byLength: Joint[][] = [];
  readonly #seen = new Set<string>();

  constructor(a: Reading, b: Reading, except: readonly string[]) {
    this.#readings = [a, b];
    this.#except = except;
    const machines = new Map<Uint8Array, SetMachine>();
    const machineOf = (source: SetSource): SetMachine => {
      const machine = machines.get(source.form) ?? new SetMachine(source);
      machines.set(source.form, machine);
      return machine;
    };
    this.#machines = [
      machineOf(a.folded),
      machineOf(a.plain ?? a.folded),
      machineOf(b.folded),
      machineOf(b.plain ?? b.folded),
    ];
  }

  run(budget: number): WalkResult {
    const [aFolded, aPlain, bFolded, bPlain] = this.#machines;
    const states = [aFolded.start, aPlain.start, bFolded.start, bPlain.start] as const;
    this.#follow(
      { target: '', syntax: BEFORE_TARGET, states, hasTwoForms: false },
      rawToken(BEFORE_TARGET, 0x2f),
    );
    for (let length = 1; length < this.#byLength.length; length++) {
      const joints = this.#byLength[length] ?? [];
      delete this.#byLength[length];
      for (const joint of joints.sort((x, y) => (x.target < y.target ? -1 : 1))) {
        const key = this.#keyOf(joint);
        if (this.#seen.has(key)) continue;
        if (this.#seen.size >= budget) return { kind: 'undecided' };
        this.#seen.add(key);
        const found = this.#witness(joint);
        if (found) return found;
        this.#expand(joint);
      }
    }
    return { kind: 'equal' };
  }

  #keyOf({ target, syntax, states, hasTwoForms }: Joint): string {
    const begun = this.#except
      .filter((text) => text.startsWith(target))
      .map((text) => `${text.length}:${target}`);
    return [...states, hasTwoForms, syntax.isInQuery, syntax.dots, syntax.percent, ...begun].join();
  }

  #witness({ target, syntax, states, hasTwoForms }: Joint): WalkResult | undefined {
    if (!mayEnd(syntax) || this.#except.includes(target)) return undefined;
    const [a, b] = this.#readings;
    const rankOf = (folded: number, plain: number): number => {
      const rank = (this.#machines[folded] as SetMachine).rank(states[folded] as number);
      if (!hasTwoForms) return rank;
      return Math.max(rank, (this.#machines[plain] as SetMachine).rank(states[plain] as number));
    };
    const ranks = [rankOf(0, 1), rankOf(2, 3)] as const;
    return a.answer(ranks[0]) === b.answer(ranks[1]) ? undefined : { kind: 'witness', target, ranks };
  }

  /** Whether no continuation can change a rank or add a match that only the plain form has. */
  #isSettled({ states, hasTwoForms }: Joint): boolean {
    const machineAt = (index: number): SetMachine => this.#machines[index] as SetMachine;
    const rankAt = (index: number): number => machineAt(index).rank(states[index] as number);
    return (
      states.every((state, index) => machineAt(index).isSettled(state)) &&
      (hasTwoForms || (rankAt(1) <= rankAt(0) && rankAt(3) <= rankAt(2)))
    );
  }

  /** Follows one token to each next joint state: the smallest token that leads there. */
  #expand(joint: Joint): void {
    // No continuation changes an answer, and the answers here were equal, unless a skipped target hid a difference.
    if (this.#isSettled(joint) && !this.#except.some((text) => text.startsWith(joint.target))) return;
    const octets = new Set<number>(SYNTAX_OCTETS);
    for (const [index, machine] of this.#machines.entries())
      machine.addOctets(joint.states[index] as number, octets);
    for (const text of this.#except) {
      if (text.startsWith(joint.target) && text !== joint.target)
        octets.add(text.charCodeAt(joint.target.length));
    }
    for (const octet of octets) this.#follow(joint, rawToken(joint.syntax, octet));
    for (let octet = 0x21; octet < 0x7f; octet++) {
      this.#follow(joint, escapeToken(joint.syntax, octet));
      if (octets.has(octet) || octets.has(OTHER)) continue;
      const other = rawToken(joint.syntax, octet);
      if (other) octets.add(OTHER);
      this.#follow(joint, other);
    }
  }

  #follow(joint: Joint, token: Token | undefined): void {
    if (!token) return;
    const step = (index: number, octets: readonly number[]): number => {
      const machine = this.#machines[index] as SetMachine;
      return octets.reduce((state, octet) => machine.step(state, octet), joint.states[index] as number);
    };
    const target = joint.target + token.text;
    const states = [
      step(0, token.folded),
      step(1, token.plain),
      step(2, token.folded),
      step(3, token.plain),
    ] as const;
    const hasTwoForms = joint.hasTwoForms || token.plain.length !== token.folded.length;
    while (this.#byLength.length <= target.length) this.#byLength.push([]);
    this.#byLength[target.length]?.push({
      target,
      syntax: afterToken(joint.syntax, token),
      states,
      hasTwoForms,
    });
  }
}

/** Marks that one octet already represents all octets that lead to the common next state. */
const OTHER = -1;

/** Octets that affect which octets may follow, regardless of the patterns. */
const SYNTAX_OCTETS: readonly number[] = [...'/.?%0123456789abcdefABCDEF'].map((octet) =>
  octet.charCodeAt(0),
);
