/** What workers can do: synchronous work on strangers' files, by name. */
import { answerQuestions } from '../answers/answer-questions.ts';
import type { AuditQuestion } from '../answers/audit-log.ts';
import { diffRobots } from '../answers/diff-robots.ts';
import { interpretRobots } from '../answers/interpret-robots.ts';
import { lintRobots } from '../answers/lint-robots.ts';
import type { readRequestWithin } from '../body/read-request.ts';

/** Every task. Input and output are plain data. */
export const tasks = {
  answers: answerQuestions,
  lint: lintRobots,
  interpretations: interpretRobots,
  diff: diffRobots,
  /** Most workers never read a log. */
  audit: async (question: AuditQuestion) => (await import('../answers/audit-log.ts')).auditLog(question),
  /** Its schemas take a while to load, and few workers ever need them. */
  request: async (unread: Parameters<typeof readRequestWithin>[0]) =>
    (await import('../body/read-request.ts')).readRequestWithin(unread),
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;
/** What a task takes. */
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
/** What it gives. */
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;

/** What is sent to a worker. */
export interface TaskMessage {
  task: TaskName;
  input: unknown;
}

/** What it sends back. */
export type TaskAnswer = { output: unknown } | { error: { code?: string; message: string } };

/** Everything that a worker sends: that it has loaded what it needs, and answers. */
export type WorkerMessage = 'ready' | TaskAnswer;
