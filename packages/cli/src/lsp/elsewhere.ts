/**
 * Computes, on a separate thread, how dialects read single lines of the open documents, and caches the results until
 * the text changes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from './desk.ts';
import type { RobotsText } from './robots-text.ts';
import { isLarge } from './text-size.ts';
import type { ShownDivergence } from './work.ts';

/**
 * Milliseconds that a hover over a large text waits for the result. If the result takes longer, a later hover shows it.
 */
const PATIENCE_MS = 30;

/** A large text is analyzed after this many milliseconds without a change, rather than at each keystroke. */
const REST_MS = 300;

/** The delays. Tests replace them. */
export interface Waits {
  /** Resolves when a hover should stop waiting for the result. */
  patience(): Promise<unknown>;
  /** Resolves when a large text has not changed for a while. */
  rest(signal: AbortSignal): Promise<unknown>;
}

const byTimers: Waits = {
  patience: () => pause(PATIENCE_MS),
  rest: (signal) => pause(REST_MS, undefined, { signal }),
};

type Readings = readonly ShownDivergence[];

interface Known {
  readonly version: number;
  readonly lines: Map<number, Readings>;
  readonly asked: Map<number, Promise<void>>;
  readonly stop: AbortController;
}

export class Elsewhere {
  readonly #desk: Desk<'divergences'>;
  readonly #waits: Waits;
  readonly #known = new Map<string, Known>();

  constructor(desk: Desk<'divergences'>, waits: Waits = byTimers) {
    this.#desk = desk;
    this.#waits = waits;
  }

  /** How dialects read the record on a line; `not yet` while the result is being computed. Lines are counted from 1. */
  async at({ source }: RobotsText, line: number): Promise<Readings | 'not yet'> {
    const known = this.#knownOf(source);
    const found = known.lines.get(line);
    if (found) return found;
    const asked = known.asked.get(line) ?? this.#ask(source, line, known);
    known.asked.set(line, asked);
    await (isLarge(source) ? Promise.race([asked, this.#waits.patience()]) : asked);
    return known.lines.get(line) ?? 'not yet';
  }

  /** Discards the results and pending requests for a text that was changed or closed. */
  forget(uri: string): void {
    this.#known.get(uri)?.stop.abort();
    this.#known.delete(uri);
    this.#desk.dropAll((subject) => subject.startsWith(`${uri} `));
  }

  #knownOf({ uri, version }: RobotsText['source']): Known {
    const kept = this.#known.get(uri);
    if (kept?.version === version) return kept;
    const fresh = { version, lines: new Map(), asked: new Map(), stop: new AbortController() };
    this.#known.set(uri, fresh);
    return fresh;
  }

  async #ask(source: RobotsText['source'], line: number, { lines, stop }: Known): Promise<void> {
    if (isLarge(source)) await this.#waits.rest(stop.signal).catch(() => {});
    if (stop.signal.aborted) return;
    const question = { kind: 'divergences', text: source.getText(), line } as const;
    const found = await this.#desk.ask(`${source.uri} ${line}`, question);
    if (found) lines.set(line, found);
  }
}
