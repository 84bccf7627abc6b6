/** The input and output settings of a run, prepared once by the main thread or by each worker. */
import type { Dialect } from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';
import type { BatchFormat } from '../formats.ts';
import type { FurtherParts } from '../judge/answers.ts';
import { createAskedJudge } from '../judge/judge-asked.ts';
import { askedByPurpose, asksPurpose } from '../judge/judge-purpose.ts';
import { createJudge } from '../judge/judge-questions.ts';
import type { PartsOfAnswer } from '../judge/judge-target.ts';
import { unknownCrawlers } from '../judge/unknown-crawlers.ts';
import type { AskedOfAll, Question } from '../read/question.ts';
import type { AnswerOptions } from './answer-line.ts';
import { answerForms, questionForms } from './line-forms.ts';

/** How to read and evaluate records, as plain data that can be sent to a thread. */
export interface BatchTask extends FurtherParts {
  readonly format: BatchFormat;
  readonly output: BatchFormat;
  /** Whether the output has fixed columns, which must be the same for every record. */
  readonly hasColumns: boolean;
  readonly asked: AskedOfAll;
  readonly isLiteral: boolean;
  /** The registry that resolves crawler names; undefined for the built-in registry. */
  readonly registry: AgentIndex | undefined;
  /** The parser's limit on the size of a robots.txt file; undefined for its default. */
  readonly maxBytes: number | undefined;
  readonly maxLineBytes: number;
  /** Whether an unknown crawler makes a record invalid. */
  readonly isStrict: boolean;
}

/** @param dialect The dialect of records that do not name one. */
export async function answering(task: BatchTask, dialect: Dialect): Promise<AnswerOptions> {
  const { asked, isLiteral, maxBytes, maxLineBytes, registry } = task;
  const input = questionForms[task.format];
  const output = answerForms[task.output];
  const parts = await furtherParts(task);
  const unknown = unknownCrawlers(task.isStrict, registry);
  return {
    input,
    output,
    asked,
    isLiteral,
    dialect,
    dialects: undefined,
    maxLineBytes,
    takeNotes: unknown.take,
    answer: withPurposes(answerer()),
  };

  /** Evaluates records whose crawler is a purpose. Caches the resolved crawlers of the last purpose. */
  function withPurposes(one: (id: string, question: Question) => string): typeof one {
    let last = '';
    let ask = one;
    return (id, question) => {
      if (!asksPurpose(question)) return one(id, question);
      if (question.agent !== last) {
        const ofPurpose = askedByPurpose(question, asked, registry, !task.hasColumns);
        const judge = createAskedJudge(ofPurpose, parts, maxBytes, registry, unknown);
        ask = (each, about) => output.asked(each, judge(about), ofPurpose);
        last = question.agent as string;
      }
      return ask(id, question);
    };
  }

  function answerer(): (id: string, question: Question) => string {
    if (asked.crawlers === undefined && asked.targets === undefined) {
      const judge = createJudge(maxBytes, registry, parts, unknown);
      return (id, question) => output.answer(id, judge(question));
    }
    const judge = createAskedJudge(asked, parts, maxBytes, registry, unknown);
    return (id, question) => output.asked(id, judge(question), asked);
  }
}

async function furtherParts({ explain, usage }: FurtherParts): Promise<PartsOfAnswer> {
  if (!usage) return { explain };
  const { usagePreferences } = await import('robots-exclusion/usage');
  return { explain, usagePreferences };
}
