/**
 * Checks URLs through the client: the record of each origin is had once, then all of its URLs are answered from it.
 * That the answers are the client's own decisions is tested against `client.check`.
 */
import type { CheckMode, RobotsClient, RobotsRecord } from '@robots-exclusion/client';
import type { Answerer } from '../answers/answerer.ts';
import type { FetchedFacts, Questions, RobotsBody } from '../answers/questions.ts';
import type { Deadline } from '../deadline.ts';
import type { ServiceLimits } from '../limits.ts';
import { ProblemError } from '../problems.ts';
import type { RecentRecords } from './recent-records.ts';
import { type Site, sitesOf } from './sites.ts';

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
  const sites = sitesOf(questions.urls);
  const [only] = sites;
  if (only !== undefined && sites.length === 1) return answersOf(questions, only, checker, deadline);
  const texts = new Array<string>(questions.urls.length);
  let bytes = 0;
  async function work(): Promise<void> {
    for (let site = sites.pop(); site !== undefined; site = sites.pop()) {
      const urls = site.indexes.map((index) => questions.urls[index] as string);
      const answers = await answersOf({ ...questions, urls }, site, checker, deadline);
      for (const [at, index] of site.indexes.entries()) texts[index] = answers[at] as string;
      bytes += answers.reduce((sum, { length }) => sum + length, 0);
      if (bytes > questions.maxAnswerBytes) throw new ProblemError('answer-too-large');
    }
  }
  const workers = Math.min(checker.limits.originsPerRequest, sites.length);
  await Promise.all(Array.from({ length: workers }, work));
  return texts;
}

/** Answers for URLs of one origin. */
async function answersOf(
  questions: CheckQuestions,
  { origin, isUrl }: Site,
  checker: Checker,
  deadline: Deadline,
): Promise<string[]> {
  const { urls, mode } = questions;
  const [url] = urls as [string];
  if (!isUrl) return urls.map((bad) => failure(bad, 'invalid-url', 'Expected an absolute URL'));
  try {
    const recent = origin === undefined || mode !== 'default' ? undefined : checker.recentRecords.get(origin);
    const record = recent ?? (await recordOf(url, mode, checker, deadline.signal()));
    return await checker.answerer.answer(aboutRecord(questions, record, checker), deadline);
  } catch (error) {
    if (!deadline.isOver()) throw error;
    const message = 'There was no answer within the time of one request';
    return urls.map((late) => failure(late, 'not-in-time', message));
  }
}

function failure(url: string, code: string, message: string): string {
  return JSON.stringify({ url, error: { code, message } });
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

/** The questions with what their answers are made of. */
function aboutRecord(questions: CheckQuestions, record: RobotsRecord, checker: Checker): Questions {
  const { urls, crawlers, dialect, usage, maxCandidates, maxAnswerBytes } = questions;
  const { fetched, robots } = basisOf(record, checker);
  return { robots, urls, crawlers, dialect, usage, maxCandidates, maxAnswerBytes, fetched };
}

/** What of a record all its answers are made of. */
interface Basis {
  fetched: FetchedFacts;
  robots?: RobotsBody;
}

const bases = new WeakMap<RobotsRecord, Basis>();

/** Made once for a record. So `now` is when it was had, which counts only where nothing is kept. */
function basisOf(record: RobotsRecord, checker: Checker): Basis {
  const known = bases.get(record);
  if (known !== undefined) return known;
  const robots = bodyOf(record, checker.limits.maxRobotsBytes);
  const basis = { fetched: factsOf(record, checker.now()), ...(robots && { robots }) };
  bases.set(record, basis);
  return basis;
}

function bodyOf(
  { body, isTruncated = false, evidence }: RobotsRecord,
  limit: number,
): RobotsBody | undefined {
  if (body === undefined) return undefined;
  const digest = evidence?.copy?.digest;
  return { body, maxBytes: readable(body, isTruncated, limit), ...(digest !== undefined && { digest }) };
}

/** A copy that was cut ends with an octet too many, so that the parser knows that its last line was cut. */
function readable(body: Uint8Array, isTruncated: boolean, maxBytes: number): number {
  return isTruncated ? Math.max(1, Math.min(maxBytes, body.length - 1)) : maxBytes;
}

function factsOf(record: RobotsRecord, now: number): FetchedFacts {
  const { outcome, policyRow, robotsUrl, fetchedAt, expiresAt, retryAt } = record;
  const members = JSON.stringify({ outcome, robotsUrl, fetchedAt, expiresAt, policyRow });
  return {
    outcome,
    text: members.slice(1, -1),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(retryAt !== undefined && { retryAt }),
    now,
  };
}
