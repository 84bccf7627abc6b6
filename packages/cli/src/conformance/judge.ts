import type { Reply } from './ask-program.ts';
import { type Divergence, LEVELS, type Level, type Question, type Vector } from './vectors.ts';

export interface VectorResult {
  readonly id: string;
  readonly clause: string;
  readonly level: Level;
  readonly result: 'passed' | 'failed' | 'skipped';
  /** For vectors that did not pass: the expected verdict, the actual one, and the reason for the expectation. */
  readonly expected?: boolean;
  readonly actual?: boolean;
  readonly message?: string;
  readonly why?: string;
}

export interface LevelCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A dialect, and how often the program gives the same verdict. */
export interface Likeness {
  readonly dialect: string;
  readonly same: number;
  readonly asked: number;
}

export interface ConformanceReport {
  readonly vectorsVersion: string;
  /** Whether the program passes every MUST vector and skips none. */
  readonly conforms: boolean;
  readonly levels: Readonly<Record<Level, LevelCounts>>;
  /** Dialects by similarity, the most similar first. */
  readonly readsLike: readonly Likeness[];
  readonly results: readonly VectorResult[];
}

/** Whether a vector has several product tokens. Such vectors are skipped for programs that accept only one token. */
export function isForSeveralTokens({ agent }: Question): boolean {
  return typeof agent !== 'string';
}

export function judgeVectors(
  vectors: readonly Vector[],
  replies: ReadonlyMap<string, Reply>,
): VectorResult[] {
  return vectors.map(({ id, clause, level, allow, why }) => {
    const head = { id, clause, level };
    const reply = replies.get(id) ?? { kind: 'skip', message: 'the program accepts only one product token' };
    if (reply.kind === 'skip') return { ...head, result: 'skipped', message: reply.message, why };
    if (reply.kind === 'error')
      return { ...head, result: 'failed', expected: allow, message: reply.message, why };
    if (reply.allow === allow) return { ...head, result: 'passed' };
    return { ...head, result: 'failed', expected: allow, actual: reply.allow, why };
  });
}

export function countLevels(results: readonly VectorResult[]): Record<Level, LevelCounts> {
  const counts = LEVELS.map((level) => {
    const ofLevel = results.filter((result) => result.level === level);
    const count = (wanted: VectorResult['result']): number =>
      ofLevel.filter(({ result }) => result === wanted).length;
    return [level, { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }];
  });
  return Object.fromEntries(counts);
}

/** Whether every MUST vector passes and none is skipped. */
export function conforms({ MUST }: Readonly<Record<Level, LevelCounts>>): boolean {
  return MUST.failed === 0 && MUST.skipped === 0;
}

/**
 * How often the program's verdicts equal those of each dialect. Counts only queries that the program did not skip and
 * for which the dialect's verdict is known.
 */
export function likenesses(
  questions: readonly Divergence[],
  replies: ReadonlyMap<string, Reply>,
): Likeness[] {
  const dialects = new Set(questions.flatMap(({ verdicts }) => Object.keys(verdicts)));
  return [...dialects]
    .map((dialect) => {
      const known = questions.filter(({ id, verdicts }) => dialect in verdicts && isAnswer(replies.get(id)));
      const same = known.filter(({ id, verdicts }) => verdicts[dialect] === answerOf(replies.get(id)));
      return { dialect, same: same.length, asked: known.length };
    })
    .filter(({ asked }) => asked > 0)
    .sort((a, b) => b.same / b.asked - a.same / a.asked || a.dialect.localeCompare(b.dialect));
}

function isAnswer(reply: Reply | undefined): boolean {
  return reply !== undefined && reply.kind !== 'skip';
}

function answerOf(reply: Reply | undefined): boolean | 'error' {
  return reply?.kind === 'verdict' ? reply.allow : 'error';
}
