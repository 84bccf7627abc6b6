/** The rows of redirect targets are read in the order of the archives, and copied in the order of their redirects. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Answers, gatherAnswers } from '../src/join/answers.ts';
import { blockOf, MOST_BLOCKS } from '../src/join/blocks.ts';
import type { Resolution, RowPlace } from '../src/join/follow.ts';

const ROWS_A_UNIT = 4;
const OTHERS = 1000;

/** A row of a unit. Rows differ in length. */
const rowAt = (unit: number, row: number): string =>
  `${JSON.stringify({ unit, row, filled: 'x'.repeat((unit * row) % 90) })}\n`;

/**
 * A unit has a file of rows and a file of other targets. Rows in the second file are numbered as if they were in the
 * unit with the index `unit + OTHERS`.
 */
function placeOf(unit: number, row: number, isTarget: boolean): RowPlace {
  const from = isTarget ? unit + OTHERS : unit;
  const before = Array.from({ length: row }, (_, index) => rowAt(from, index)).join('');
  return { unit, isTarget, offset: before.length, length: rowAt(from, row).length };
}

const redirect = (units: number) =>
  fc.record({
    unit: fc.nat(units - 1),
    row: fc.nat(ROWS_A_UNIT - 1),
    target: fc.option(fc.tuple(fc.nat(units - 1), fc.nat(ROWS_A_UNIT - 1), fc.boolean()), {
      freq: 5,
      nil: undefined,
    }),
    isKept: fc.boolean(),
  });

it.each([3, 300])('are those of the redirects that are kept, read once over %i units', async (units) => {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  for (let unit = 0; unit < units; unit++) {
    for (const from of [unit, unit + OTHERS]) {
      const rows = Array.from({ length: ROWS_A_UNIT }, (_, row) => rowAt(from, row));
      writeFileSync(join(folder, `unit-${from}`), rows.join(''));
    }
  }
  const redirects = fc.uniqueArray(redirect(units), {
    selector: ({ unit, row }) => `${unit} ${row}`,
    maxLength: 40,
  });
  const property = fc.asyncProperty(redirects, async (all) => {
    const resolutions = all.map(({ unit, row, target }): Resolution => {
      const ended = { unit, row, hops: 1, finalUrl: 'https://a.example/robots.txt', rank: 1 } as const;
      return target ? { ...ended, place: placeOf(...target) } : ended;
    });
    const reads: RowPlace[] = [];
    const answers = join(folder, 'answers');
    const input = {
      resolutionsIn: (block: number) => resolutions.filter(({ unit }) => blockOf(unit, units) === block),
      units,
      fileOf: (place: RowPlace) => {
        reads.push(place);
        return join(folder, `unit-${place.isTarget ? place.unit + OTHERS : place.unit}`);
      },
      isKept: (unit: number, row: number) =>
        all.some((one) => one.unit === unit && one.row === row && one.isKept),
      folder: join(folder, 'work'),
      answers,
    };
    await gatherAnswers(input, async () => undefined);
    const found = new Answers(answers, units);
    for (const { unit, row, target, isKept } of all) {
      if (isKept && target) {
        const [there, at, isOther] = target;
        expect(found.get(unit, row).toString()).toBe(rowAt(isOther ? there + OTHERS : there, at));
      } else expect(() => found.get(unit, row)).toThrow(`The answer to row ${row} of unit ${unit}`);
    }
    found.close();
    const ordered = [...reads].sort(
      (a, b) => a.unit - b.unit || Number(a.isTarget) - Number(b.isTarget) || a.offset - b.offset,
    );
    expect(reads).toEqual(ordered);
  });
  await fc.assert(property, { numRuns: units > MOST_BLOCKS ? 10 : 60 });
});
