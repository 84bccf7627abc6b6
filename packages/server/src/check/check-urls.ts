/**
 * Checks URLs through the client: the record of each origin is had once, then all of its URLs are answered from it.
 * That the answers are the client's own decisions is tested against `client.check`.
 */
import { type CheckMode, locate, type RobotsClient, type RobotsRecord } from '@robots-exclusion/client';
import type { Answerer } from '../answers/answerer.ts';
import type { FetchedFacts, Questions } from '../answers/questions.ts';
import type { Deadline } from '../deadline.ts';
import type { ServiceLimits } from '../limits.ts';
import { ProblemError } from '../problems.ts';
import type { RecentRecords } from './recent-records.ts';

/** What is asked. */
export interface CheckQuestions extends Omit<Questions, 'robots' | 'fetched'> {
  mode: CheckMode;
}

/** What is needed to answer. */
export interface Checker {
  client: RobotsClient;
  answerer: Answerer;
  limits: ServiceLimits;
  recentRecords: RecentRecords;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * The answers for each URL, as `answerQuestions` gives them. A URL whose answer is not there when the time
 * is over is answered by an error, so that the others are not lost.
 *
 * @throws {ProblemError} If the work costs too much.
 */
export async function checkUrls(
  questions: CheckQuestions,
  checker: Checker,
  deadline: Deadline,
): Promise<string[]> {
  const texts = new Array<string>(questions.urls.length);
  const origins = byOrigin(questions.urls);
  let bytes = 0;
  async function work(): Promise<void> {
    for (let next = origins.pop(); next !== undefined; next = origins.pop()) {
      const urls = next.map((index) => questions.urls[index] as string);
      const answers = await answersOf({ ...questions, urls }, checker, deadline);
      for (const [at, index] of next.entries()) texts[index] = answers[at] as string;
      bytes += answers.reduce((sum, { length }) => sum + length, 0);
      if (bytes > questions.maxAnswerBytes) throw new ProblemError('answer-too-large');
    }
  }
  const workers = Math.min(checker.limits.originsPerRequest, origins.length);
  await Promise.all(Array.from({ length: workers }, work));
  return texts;
}

/** Indexes of the URLs of each origin, the first origin last; those that are no URL together. */
function byOrigin(urls: readonly string[]): number[][] {
  const indexes = new Map<string, number[]>();
  for (const [index, url] of urls.entries()) {
    const origin = originOf(url);
    const found = indexes.get(origin);
    if (found) found.push(index);
    else indexes.set(origin, [index]);
  }
  return [...indexes.values()].reverse();
}

function originOf(url: string): string {
  if (!URL.canParse(url)) return 'not a URL';
  return locate(url)?.origin ?? 'no origin';
}

/** Answers for URLs of one origin. */
async function answersOf(questions: CheckQuestions, checker: Checker, deadline: Deadline): Promise<string[]> {
  const { urls, mode } = questions;
  const [url] = urls as [string];
  if (!URL.canParse(url)) return urls.map((bad) => failure(bad, 'invalid-url', 'Expected an absolute URL'));
  try {
    const record =
      recentRecord(url, mode, checker) ?? (await recordOf(url, mode, checker, deadline.signal()));
    return await checker.answerer.answer(withRecord(questions, record, checker), deadline);
  } catch (error) {
    if (!deadline.isOver()) throw error;
    return urls.map((late) =>
      failure(late, 'not-in-time', 'There was no answer within the time of one request'),
    );
  }
}

function failure(url: string, code: string, message: string): string {
  return JSON.stringify({ url, error: { code, message } });
}

function recentRecord(url: string, mode: CheckMode, { recentRecords }: Checker): RobotsRecord | undefined {
  const origin = mode === 'default' ? locate(url)?.origin : undefined;
  return origin === undefined ? undefined : recentRecords.get(origin);
}

/** The record of an origin. One that was fetched a moment ago is not fetched anew, however often that is asked. */
export async function recordOf(
  url: string,
  mode: CheckMode,
  { client, limits, recentRecords, now }: Omit<Checker, 'answerer'>,
  signal: AbortSignal,
): Promise<RobotsRecord> {
  if (mode === 'reload') {
    const kept = await client.robots(url, { mode: 'cache-only', signal });
    const endedAt = kept.evidence?.endedAt ?? Number.NEGATIVE_INFINITY;
    if (now() - endedAt < limits.minReloadSeconds * 1000) return kept;
  }
  const record = await client.robots(url, { mode, signal });
  if (record.origin !== undefined) recentRecords.keep(record.origin, record);
  return record;
}

function withRecord(questions: CheckQuestions, record: RobotsRecord, { limits, now }: Checker): Questions {
  const { mode: _, ...others } = questions;
  const { body, isTruncated = false, evidence } = record;
  const fetched = factsOf(record, now());
  if (body === undefined) return { ...others, fetched };
  const digest = evidence?.copy?.digest;
  const maxBytes = readable(body, isTruncated, limits.maxRobotsBytes);
  return { ...others, fetched, robots: { body, maxBytes, ...(digest !== undefined && { digest }) } };
}

/** A copy that was cut ends with an octet too many, so that the parser knows that its last line was cut. */
export function readable(body: Uint8Array, isTruncated: boolean, maxBytes: number): number {
  return isTruncated ? Math.max(1, Math.min(maxBytes, body.length - 1)) : maxBytes;
}

function factsOf(record: RobotsRecord, now: number): FetchedFacts {
  const { outcome, policyRow, robotsUrl, fetchedAt, expiresAt, retryAt } = record;
  return {
    outcome,
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(retryAt !== undefined && { retryAt }),
    policyRow,
    now,
  };
}
