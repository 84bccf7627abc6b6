/** What a run asks and how it writes, made ready once: by the one thread, or by each of several. */
import type { Dialect } from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';
import type { AnswerOptions } from './answer.ts';
import type { PartsOfAnswer } from './answer-of.ts';
import type { FurtherParts } from './answered.ts';
import type { BatchFormat } from './formats.ts';
import { createAskedJudge } from './judge-asked.ts';
import { createJudge } from './judge-questions.ts';
import { answerForms, questionForms } from './line-forms.ts';
import type { AskedOfAll, Question } from './question.ts';

/** How records are read and answered: plain data, as it can be sent to a thread. */
export interface BatchTask extends FurtherParts {
  readonly format: BatchFormat;
  /** The form of the lines that are written. */
  readonly output: BatchFormat;
  readonly asked: AskedOfAll;
  readonly isLiteral: boolean;
  /** Where names of crawlers are looked up; undefined for the known ones. */
  readonly registry: AgentIndex | undefined;
  /** The limit under which robots.txt files are parsed; the parser's default when undefined. */
  readonly maxBytes: number | undefined;
  readonly maxLineBytes: number;
}

/** @param dialect How files are read where a record does not say. */
export async function answering(task: BatchTask, dialect: Dialect): Promise<AnswerOptions> {
  const { asked, isLiteral, maxBytes, maxLineBytes, registry } = task;
  const input = questionForms[task.format];
  const output = answerForms[task.output];
  const parts = await furtherParts(task);
  return { input, output, asked, isLiteral, dialect, dialects: undefined, maxLineBytes, answer: answerer() };

  function answerer(): (id: string, question: Question) => string {
    if (asked.crawlers === undefined && asked.targets === undefined) {
      const judge = createJudge(maxBytes, registry, parts);
      return (id, question) => output.answer(id, judge(question));
    }
    const judge = createAskedJudge(asked, parts, maxBytes, registry);
    return (id, question) => output.asked(id, judge(question), asked);
  }
}

async function furtherParts({ explain, usage }: FurtherParts): Promise<PartsOfAnswer> {
  if (!usage) return { explain };
  const { usagePreferences } = await import('robots-exclusion/usage');
  return { explain, usagePreferences };
}
