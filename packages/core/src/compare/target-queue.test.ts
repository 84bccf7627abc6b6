import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Queued, TargetQueue } from './target-queue.ts';

const path = (target: string, least = target.length, state = target): Queued => ({ target, least, state });

function emptied(queue: TargetQueue<Queued>): string[] {
  const order: string[] = [];
  for (let turn = queue.pop(); turn; turn = queue.pop()) order.push(`${turn.least} ${turn.path.target}`);
  return order;
}

describe('the queue of paths', () => {
  it('gives the path of the shortest targets first, ties by octets', () => {
    const paths = fc.uniqueArray(fc.tuple(fc.nat(3), fc.stringMatching(/^[ab]{0,3}$/)), {
      selector: String,
      maxLength: 12,
    });
    fc.assert(
      fc.property(paths, (some) => {
        const queue = new TargetQueue<Queued>();
        for (const [least, target] of some) queue.push(path(target, least, `${least} ${target}`));
        const sorted = [...some].sort(([a, one], [b, other]) => a - b || (one < other ? -1 : 1));
        expect(emptied(queue)).toEqual(sorted.map(([least, target]) => `${least} ${target}`));
      }),
    );
  });

  it('has each state once, by the target that comes first', () => {
    const queue = new TargetQueue<Queued>();
    expect(queue.push(path('/b', 2, 'one'))).toBe(true);
    expect(queue.push(path('/b', 2, 'one'))).toBe(false);
    expect(queue.push(path('/c', 2, 'one'))).toBe(false);
    expect(queue.push(path('/aa', 3, 'one'))).toBe(false);
    expect(queue.push(path('/a', 2, 'one'))).toBe(true);
    expect(queue.push(path('/d', 2, 'other'))).toBe(true);
    expect(emptied(queue)).toEqual(['2 /a', '2 /d']);
  });

  it('gives a path again at the length for which it is queued again', () => {
    const queue = new TargetQueue<Queued>();
    const long = path('/a');
    queue.push(long);
    queue.push(path('/bb'));
    expect(queue.pop()).toEqual({ path: long, least: 2 });
    queue.again(long, 4);
    expect(emptied(queue)).toEqual(['3 /bb', '4 /a']);
  });
});
