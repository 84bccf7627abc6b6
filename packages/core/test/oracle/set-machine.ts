/**
 * Steps through a compiled pattern set octet by octet, as a lazily determinized automaton. A state consists of the
 * places in the trie to which the octets so far lead, the stars reached, and the greatest rank matched.
 */

import { childrenAt } from '../../src/engine/set/children.ts';
import { type Label, labelAt, nodeEndAt, rootAt } from '../../src/engine/set/node.ts';
import { varintAt, varintLength } from '../../src/engine/set/pattern-set-form.ts';
import { segmentsAt } from '../../src/engine/set/pattern-texts.ts';
import { NO_MATCH } from '../../src/rules/rule.ts';

/** A compiled pattern set within the octets of `form`. */
export interface SetSource {
  readonly form: Uint8Array;
  readonly offset: number;
}

/** The properties of one place in the trie. */
interface Place {
  /** For each octet, the place to which it leads. */
  readonly next: ReadonlyMap<number, number>;
  /** The rank of a pattern that ends here, and the rank of a pattern that ends here if the target also ends here. */
  readonly accept: number;
  readonly end: number;
  /**
   * For a place that a star follows: the place where the segments after the star begin, and the greatest rank that can
   * be reached from there; −1 and `NO_MATCH` for other places.
   */
  readonly star: number;
  readonly greatest: number;
}

/** The label that contains a place: the label of a node, or a segment of a chain that another star follows. */
interface PlaceLabel extends Label {
  /** Octets of the pattern before the place. */
  readonly octets: number;
  /**
   * For a segment of a chain: the place after the star that follows the segment, and the greatest rank that can be
   * reached from that place.
   */
  readonly star: number;
  readonly greatest: number;
}

/** A state: sorted offsets, so that equal states have equal keys. */
interface State {
  readonly places: readonly number[];
  readonly stars: readonly number[];
  /** The greatest rank matched so far, regardless of what follows. */
  readonly best: number;
  /** The greatest rank if the target ends here. */
  readonly rank: number;
  readonly steps: Map<number, number>;
}

/**
 * Steps through one set. States are numbered in the order in which they are reached; equal states have equal numbers.
 */
export class SetMachine {
  readonly start: number;
  readonly #root: number;
  readonly #form: Uint8Array;
  readonly #width: number;
  readonly #places = new Map<number, Place>();
  readonly #labels = new Map<number, PlaceLabel>();
  readonly #greatest = new Map<number, number>();
  readonly #states: State[] = [];
  readonly #numbers = new Map<string, number>();

  constructor({ form, offset }: SetSource) {
    this.#form = form;
    this.#width = form[offset] as number;
    this.#root = this.#enterNode(rootAt(form, offset), 0);
    this.start = this.startAbove(NO_MATCH);
  }

  /**
   * The state in which a walk begins if only ranks above `floor` matter: patterns with other ranks are not followed.
   */
  startAbove(floor: number): number {
    return this.#stateOf([this.#root], [], floor);
  }

  /** The number of states reached so far. */
  get size(): number {
    return this.#states.length;
  }

  /** The greatest rank among patterns that match a target ending in `state`. */
  rank(state: number): number {
    return this.#state(state).rank;
  }

  /** The greatest rank among patterns that match every target continuing from `state`. */
  best(state: number): number {
    return this.#state(state).best;
  }

  /** The number of places in the trie that a step from `state` examines. */
  weight(state: number): number {
    const { places, stars } = this.#state(state);
    return places.length + stars.length;
  }

  /** Whether nothing that follows can change the rank. */
  isSettled(state: number): boolean {
    const { places, stars, rank, best } = this.#state(state);
    return places.length === 0 && stars.length === 0 && rank === best;
  }

  /** Adds to `to` every octet that may lead to a state of its own. All octets not added lead to one common state. */
  addOctets(state: number, to: Set<number>): void {
    const { places, stars } = this.#state(state);
    for (const place of places) for (const octet of this.#place(place).next.keys()) to.add(octet);
    for (const star of stars) for (const octet of this.#place(star).next.keys()) to.add(octet);
  }

  step(state: number, octet: number): number {
    const from = this.#state(state);
    const known = from.steps.get(octet);
    if (known !== undefined) return known;
    const reached = [...from.places, ...from.stars].flatMap(
      (place) => this.#place(place).next.get(octet) ?? [],
    );
    const to = this.#stateOf(reached, from.stars, from.best);
    from.steps.set(octet, to);
    return to;
  }

  #state(state: number): State {
    return this.#states[state] as State;
  }

  #stateOf(reached: readonly number[], starsBefore: readonly number[], bestBefore: number): number {
    let best = bestBefore;
    let end = NO_MATCH;
    const stars = new Set(starsBefore);
    for (const at of reached) {
      const place = this.#place(at);
      best = Math.max(best, place.accept);
      end = Math.max(end, place.end);
      if (place.star >= 0) {
        stars.add(place.star);
        this.#greatest.set(place.star, place.greatest);
      }
    }
    const rank = Math.max(best, end);
    const alive = [...stars].filter((star) => (this.#greatest.get(star) as number) > best).sort(ascending);
    const places = [...new Set(reached)].filter((at) => this.#place(at).next.size > 0).sort(ascending);
    const key = `${places.join()}|${alive.join()}|${best}|${rank}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#states.push({ places, stars: alive, best, rank, steps: new Map() }) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** The place before the first octet of the label of the node at `at`. */
  #enterNode(at: number, octets: number): number {
    const label = labelAt(this.#form, at);
    this.#labels.set(label.start, { ...label, octets, star: -1, greatest: NO_MATCH });
    return label.start;
  }

  /** Places are numbered by the offset of the next octet of the label, or of what follows the label. */
  #place(at: number): Place {
    let place = this.#places.get(at);
    if (place === undefined) {
      place = this.#readPlace(at);
      this.#places.set(at, place);
    }
    return place;
  }

  #readPlace(at: number): Place {
    const label = this.#labels.get(at) as PlaceLabel;
    if (at < label.end) {
      this.#labels.set(at + 1, { ...label, octets: label.octets + 1 });
      const next = new Map([[this.#form[at] as number, at + 1]]);
      return { next, accept: NO_MATCH, end: NO_MATCH, star: -1, greatest: NO_MATCH };
    }
    if (label.star < 0) return this.#readEnd(at, label.octets, label.flags);
    return { next: new Map(), accept: NO_MATCH, end: NO_MATCH, star: label.star, greatest: label.greatest };
  }

  /** Returns the place where the segments begin that follow the star node at `at`. */
  #enterStar(at: number, octets: number, greatest: number): number {
    const { chain, node } = segmentsAt(this.#form, at);
    let before = octets;
    for (let index = 0; index < chain.length; index += 2) {
      before += (chain[index + 1] as number) - (chain[index] as number) + 1;
    }
    let star = this.#enterNode(node, before);
    for (let index = chain.length - 2; index >= 0; index -= 2) {
      const start = chain[index] as number;
      const end = chain[index + 1] as number;
      this.#labels.set(start, { octets: 0, start, end, flags: 0, star, greatest });
      star = start;
    }
    return star;
  }

  /** The parts after a node's label. */
  #readEnd(from: number, octets: number, flags: number): Place {
    const form = this.#form;
    const { rank, endRank, star, children } = nodeEndAt(form, from, flags, octets, this.#width);
    const greatest = star < 0 ? NO_MATCH : varintAt(form, star + varintLength(form, star));
    const next = new Map<number, number>();
    for (const [octet, node] of children < 0 ? [] : childrenAt(form, children, this.#width)) {
      next.set(octet, this.#enterNode(node, octets + 1));
    }
    const segments = star < 0 ? -1 : this.#enterStar(star, octets + 1, greatest);
    return { next, accept: rank, end: endRank, star: segments, greatest };
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}
