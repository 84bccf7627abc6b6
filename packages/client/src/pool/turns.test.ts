/** Compares turns with a slow model of who has a turn, who waits, and who is next. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairTurns, type EndTurn } from './turns.ts';

/** Lets callbacks of settled promises run. */
const heard = (): Promise<unknown> => new Promise(setImmediate);

interface Waiting {
  readonly id: number;
  readonly client: string;
}

/**
 * The model's rule: among the waiting clients that may have another turn, the one whose last turn was longest ago is
 * next.
 */
class Model {
  readonly running: Waiting[] = [];
  readonly rotation: string[] = [];
  waiting: Waiting[] = [];
  readonly #limits: { total: number; perClient: number };

  constructor(limits: { total: number; perClient: number }) {
    this.#limits = limits;
  }

  mayBegin(client: string): boolean {
    const own = this.running.filter((one) => one.client === client).length;
    return this.running.length < this.#limits.total && own < this.#limits.perClient;
  }

  join(one: Waiting): void {
    if (this.mayBegin(one.client)) this.running.push(one);
    else {
      this.waiting.push(one);
      if (!this.rotation.includes(one.client)) this.rotation.push(one.client);
    }
  }

  leave(id: number): void {
    this.waiting = this.waiting.filter((one) => one.id !== id);
    this.#forget();
  }

  end(id: number): void {
    this.running.splice(
      this.running.findIndex((one) => one.id === id),
      1,
    );
    const client = this.rotation.find((name) => this.mayBegin(name));
    const next = this.waiting.find((one) => one.client === client);
    if (next === undefined) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.running.push(next);
    this.rotation.splice(this.rotation.indexOf(next.client), 1);
    this.rotation.push(next.client);
    this.#forget();
  }

  #forget(): void {
    for (const name of [...this.rotation])
      if (!this.waiting.some(({ client }) => client === name))
        this.rotation.splice(this.rotation.indexOf(name), 1);
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), client: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constant('end' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('abort' as const), which: fc.nat(20) }),
);

describe('fair turns', () => {
  it('are those of the model, whoever comes, ends and goes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 2 }),
        fc.array(step, { maxLength: 30 }),
        async (total, perClient, steps) => {
          const turns = createFairTurns({ total, perClient });
          const model = new Model({ total, perClient });
          const ends = new Map<number, EndTurn>();
          const aborts = new Map<number, AbortController>();
          for (const [id, one] of steps.entries()) {
            if (one.kind === 'take') {
              const abort = new AbortController();
              aborts.set(id, abort);
              turns.take(one.client, abort.signal).then(
                (end) => ends.set(id, end),
                () => {},
              );
              model.join({ id, client: one.client });
            } else if (one.kind === 'end' && model.running.length > 0) {
              const { id: ended } = model.running[one.which % model.running.length] as Waiting;
              const end = ends.get(ended) as EndTurn;
              end();
              // Ending a turn twice has no effect.
              end();
              ends.delete(ended);
              model.end(ended);
            } else if (one.kind === 'abort' && model.waiting.length > 0) {
              const { id: gone } = model.waiting[one.which % model.waiting.length] as Waiting;
              aborts.get(gone)?.abort();
              model.leave(gone);
            }
            await heard();
            expect([...ends.keys()].sort()).toEqual(model.running.map((running) => running.id).sort());
            expect(turns.waiting()).toBe(model.waiting.length);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('refuse who comes when as many wait as may, in all or of one client', async () => {
    const turns = createFairTurns({ total: 1, perClient: 1, maxWaiting: 3, maxWaitingPerClient: 2 });
    const end = await turns.take('a');
    const waiting = [turns.take('a'), turns.take('a')];
    await expect(turns.take('a')).rejects.toMatchObject({ limit: 'client' });
    waiting.push(turns.take('b'));
    await expect(turns.take('c')).rejects.toMatchObject({ limit: 'service' });
    end();
    (await (waiting[0] as Promise<EndTurn>))();
    turns.close(new Error('closed'));
    await expect(turns.take('d')).rejects.toThrow('closed');
    const ended = await Promise.allSettled(waiting);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
