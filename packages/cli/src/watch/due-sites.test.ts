import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DueSite, DueSites } from './watch-sites.ts';

describe('DueSites', () => {
  it('gives the earliest first, whatever is added between', () => {
    const steps = fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { freq: 3 }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (list) => {
        const sites = new DueSites();
        const waiting: DueSite[] = [];
        for (const dueAt of list) {
          if (dueAt === null) {
            waiting.sort((a, b) => a.dueAt - b.dueAt);
            expect(sites.first?.dueAt).toBe(waiting[0]?.dueAt);
            expect(sites.take()?.dueAt).toBe(waiting.shift()?.dueAt);
          } else {
            const site = { origin: '', lookAt: dueAt, dueAt, failures: 0 };
            sites.add(site);
            waiting.push(site);
          }
          expect(sites.size).toBe(waiting.length);
        }
      }),
    );
  });
});
