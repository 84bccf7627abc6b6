/**
 * Tests the page, editors, and `lint` with the profile `portable`. They show where parsers disagree on a file, with one
 * example for each disagreement. `readings` must confirm every example, and all three must name the same lines.
 */

import { greatestLimits } from '@robots-exclusion/operations';
import { lint } from '@robots-exclusion/operations/lint';
import { oneAnswer } from '@robots-exclusion/operations/one-answer';
import { type ReadingsAnswer, readings } from '@robots-exclusion/operations/readings';
import { arbitraryAuthored, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { dialects } from 'robots-exclusion/dialects';
import { expect, it } from 'vitest';
import { portability } from '../../../apps/workbench/src/panels/readings/job.ts';
import { workOut } from '../../cli/src/lsp/work.ts';

const FILES = runs(60, 4);
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);

/** One example of a disagreement, in the form that all views share. */
interface Example {
  readonly line: number;
  readonly dialect: string;
  readonly who: string;
  readonly target: string;
  readonly allowed: boolean;
  readonly sentence: string;
}

function onPage(draft: string): readonly Example[] {
  const steps = portability({ draft });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.findings.flatMap(({ line, witnesses }) =>
    witnesses.map(({ dialect: title, isAllowed, reason, ...one }) => {
      const { name } = dialects.find((known) => known.title === title) as { name: string };
      return { ...one, line, dialect: name, allowed: isAllowed, sentence: reason };
    }),
  );
}

async function inEditor(text: string, line: number): Promise<readonly Example[]> {
  const found = await workOut({ kind: 'divergences', text, line });
  return found.flatMap(({ names, ...one }) => names.map((dialect) => ({ ...one, line, dialect })));
}

/** The lines that the linter names. */
async function linted(robots: string): Promise<readonly number[]> {
  const asked = lint.asked({ robots, profile: 'portable' }, { limits: greatestLimits });
  const { findings } = await oneAnswer(lint, asked);
  return findings.filter(({ code }) => code === 'read-differently').map(({ line }) => line);
}

async function readingOf(robots: string, { dialect, who, target }: Example) {
  const input = { robots, urls: [target], agents: [who], dialects: [dialect] };
  const asked = readings.asked(input, { limits: greatestLimits });
  await readings.load?.(asked);
  const [answer] = [...readings.run(asked)] as [ReadingsAnswer];
  return answer.readings[0];
}

it(`every example of a departure is an answer of readings, for ${FILES} files`, async () => {
  let examples = 0;
  const authored = fc.sample(arbitraryAuthored, { seed: SEED, numRuns: FILES });
  for (const robots of ['User-agent: *\nDisallow: /*.pdf$\n', ...authored]) {
    const shown = onPage(robots);
    const lines = [...new Set(shown.map(({ line }) => line))];
    expect([...new Set(await linted(robots))], robots).toEqual(lines);
    const hovered = await Promise.all(lines.map((line) => inEditor(robots, line)));
    for (const example of [...shown, ...hovered.flat()]) {
      expect(await readingOf(robots, example), `${robots}\n${JSON.stringify(example)}`).toMatchObject({
        dialect: example.dialect,
        verdict: { allowed: example.allowed },
        // The search has a budget: where it is used up, the page is silent, and `readings` must not know more.
        differsBecause: { sentence: example.sentence || 'Differs; no single cause found.' },
      });
      examples++;
    }
  }
  expect(examples).toBeGreaterThan(0);
});
