/** The questions for all integrations, and the library's answers. */
import { arbitrarySheet } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { compile, explain, parse } from 'robots-exclusion';
import { agents, resolveCrawler } from 'robots-exclusion/agents';

/** One question. All members are text. */
export interface SampleQuestion {
  readonly id: number;
  readonly robots: string;
  readonly agent: string;
  readonly url: string;
}

const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);

/** Generates `count` questions, the same in every run. One in fifty has an invalid URL. */
export function sampleQuestions(count: number): SampleQuestion[] {
  const questions: SampleQuestion[] = [];
  for (let round = 0; questions.length < count; round++) {
    for (const { robots, agents: names, paths } of fc.sample(arbitrarySheet(agents), {
      seed: SEED + round,
      numRuns: 100,
    })) {
      for (const path of paths) {
        for (const name of names) {
          const id = questions.length;
          const url = id % 50 === 7 ? path.slice(1) : id % 2 === 0 ? path : `https://example.com${path}`;
          questions.push({ id, robots, agent: [name].flat().join(','), url });
        }
      }
    }
  }
  return questions.slice(0, count);
}

/**
 * The library's columns, one line per question: id, allow, and the deciding line. The last two are empty if there is no
 * verdict.
 */
export function libraryColumns(questions: readonly SampleQuestion[]): string {
  return questions.map((question) => columnsRow(question.id, ...answerOf(question))).join('');
}

export function columnsRow(id: number, allow: boolean | null, line: number | null): string {
  return `${id}\t${allow ?? ''}\t${line ?? ''}\n`;
}

function answerOf({ robots, agent, url }: SampleQuestion): [boolean | null, number | null] {
  try {
    const { allowed, rule } = explain(compile(parse(robots), resolveCrawler(agent).who), url);
    return [allowed, rule?.line ?? null];
  } catch (error) {
    if (error instanceof TypeError) return [null, null];
    throw error;
  }
}
