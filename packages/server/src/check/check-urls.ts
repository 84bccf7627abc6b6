/**
 * Checks URLs with the client's records. Each origin's record is obtained once and used for all URLs of that origin.
 * Tests ensure that the answers equal those of `client.check`.
 */
import { type CheckMode, locate, type RobotsClient, type RobotsRecord } from '@robots-exclusion/client';
import { type CheckPort, type CheckQuestion, check, failureOf } from '@robots-exclusion/operations/check';
import type { ServiceLimits } from '../limits.ts';
import type { Answerer } from '../pool/answerer.ts';
import { ProblemError, type ProblemName } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RecentRecords } from './recent-records.ts';

export interface Checker {
  client: RobotsClient;
  answerer: Answerer;
  limits: ServiceLimits;
  recentRecords: RecentRecords;
  /** The current time in epoch milliseconds. */
  now: () => number;
}

/**
 * The answers for each URL, in the form of `answerTexts`. A URL that has no answer at the deadline gets an error, so
 * that the answers for the other URLs are not lost.
 *
 * @throws {ProblemError} If the work is too expensive.
 */
export function checkUrls(
  question: CheckQuestion,
  mode: CheckMode,
  checker: Checker,
  facts: RequestFacts,
): Promise<readonly string[]> {
  const { limits, now } = checker;
  const { maxAnswerBytes } = limits;
  let bytes = 0;
  const port: CheckPort<string> = {
    robots: (url) => recentOr(url, mode, checker, facts),
    async decide(own) {
      const answers = await checker.answerer('evaluate', own, facts);
      bytes += answers.reduce((sum, { length }) => sum + length, 0);
      if (bytes > maxAnswerBytes) throw new ProblemError('answer-too-large');
      return answers;
    },
    failure,
    isTooExpensive: (error) => isProblem(error, 'too-expensive'),
    failed(error, isAlone) {
      if (facts.deadline.isOver()) return (url) => failure(url, 'not-in-time');
      if (isAlone || !isProblem(error, 'overloaded', 'client-busy')) return undefined;
      return (url) => failure(url, 'overloaded');
    },
    maxRobotsBytes: limits.maxRobotsBytes,
    now,
  };
  return check.run(question, port, limits.originsPerRequest);
}

async function recentOr(
  url: string,
  mode: CheckMode,
  checker: Checker,
  facts: RequestFacts,
): Promise<RobotsRecord> {
  const origin = mode === 'default' ? locate(url)?.origin : undefined;
  const recent = origin === undefined ? undefined : checker.recentRecords.get(origin);
  return recent ?? recordOf(url, mode, checker, facts);
}

function isProblem(error: unknown, ...names: ProblemName[]): error is ProblemError {
  return error instanceof ProblemError && names.includes(error.problem);
}

function failure(url: string, code: Parameters<typeof failureOf>[1]): string {
  return JSON.stringify(failureOf(url, code));
}

/**
 * Gets the record of an origin. Even if a reload is requested, a record that is younger than `minReloadSeconds` is not
 * fetched again.
 */
export async function recordOf(
  url: string,
  mode: CheckMode,
  { client, limits, recentRecords, now }: Omit<Checker, 'answerer'>,
  { deadline, share }: RequestFacts,
): Promise<RobotsRecord> {
  const signal = deadline.signal();
  if (mode === 'reload') {
    const kept = await client.robots(url, { mode: 'cache-only', signal });
    const endedAt = kept.evidence?.endedAt ?? Number.NEGATIVE_INFINITY;
    if (now() - endedAt < limits.minReloadSeconds * 1000) return kept;
  }
  const record = await client.robots(url, { mode, signal, beforeFetch: () => share.takeFetch(signal) });
  if (record.origin !== undefined) recentRecords.keep(record.origin, record);
  return record;
}
