/**
 * Checks URLs through the client: the record of each origin is obtained once, then all of its URLs are answered from it.
 * That the answers are the client's own decisions is tested against `client.check`.
 */
import type { CheckMode, RobotsClient, RobotsRecord } from '@robots-exclusion/client';
import { failureOf, type RecordBasis, recordBasis } from '@robots-exclusion/operations/check';
import type { DecisionQuestion } from '../answers/decision-texts.ts';
import type { ServiceLimits } from '../limits.ts';
import type { Answerer } from '../pool/answerer.ts';
import { ProblemError, type ProblemName } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RecentRecords } from './recent-records.ts';
import { type Site, sitesOf } from './sites.ts';

/** What is asked. */
export interface CheckQuestions extends Omit<DecisionQuestion, keyof RecordBasis> {
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
 * The answers for each URL, as `decisionTexts` gives them. A URL whose answer is not there when the time
 * is over is answered by an error, so that the others are not lost.
 *
 * @throws {ProblemError} If the work costs too much.
 */
export async function checkUrls(
  questions: CheckQuestions,
  checker: Checker,
  facts: RequestFacts,
): Promise<string[]> {
  const sites = sitesOf(questions.urls);
  const [only] = sites;
  if (only !== undefined && sites.length === 1) return answersOf(questions, only, checker, facts);
  const texts = new Array<string>(questions.urls.length);
  let bytes = 0;
  async function work(): Promise<void> {
    for (let site = sites.pop(); site !== undefined; site = sites.pop()) {
      const urls = site.indexes.map((index) => questions.urls[index] as string);
      const answers = await answersOf({ ...questions, urls }, site, checker, facts).catch((error) => {
        if (!isProblem(error, 'overloaded', 'client-busy')) throw error;
        return urls.map((url) => failure(url, 'overloaded'));
      });
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
  facts: RequestFacts,
): Promise<string[]> {
  const { urls, mode } = questions;
  const [url] = urls as [string];
  if (!isUrl) return urls.map((bad) => failure(bad, 'invalid-url'));
  try {
    const recent = origin === undefined || mode !== 'default' ? undefined : checker.recentRecords.get(origin);
    const record = recent ?? (await recordOf(url, mode, checker, facts));
    return await answersFrom(aboutRecord(questions, record, checker), checker, facts);
  } catch (error) {
    if (!facts.deadline.isOver()) throw error;
    return urls.map((late) => failure(late, 'not-in-time'));
  }
}

/** A site decides what its rules cost, so it must not cost the answers of others: each URL has a budget of its own. */
async function answersFrom(
  asked: DecisionQuestion,
  { answerer }: Checker,
  facts: RequestFacts,
): Promise<string[]> {
  try {
    return await answerer.answer(asked, facts);
  } catch (error) {
    if (!isProblem(error, 'too-expensive')) throw error;
  }
  const texts: string[] = [];
  let ended = asked.urls.length === 1 ? MAX_ENDED : 0;
  for (const url of asked.urls) {
    try {
      if (ended >= MAX_ENDED) throw new ProblemError('too-expensive');
      texts.push(...(await answerer.answer({ ...asked, urls: [url] }, facts)));
    } catch (error) {
      if (!isProblem(error, 'too-expensive')) throw error;
      ended += 1;
      texts.push(failure(url, 'too-expensive'));
    }
  }
  return texts;
}

/** A site whose rules were too expensive for so many URLs of a request is asked about no more of them. */
const MAX_ENDED = 3;

function isProblem(error: unknown, ...names: ProblemName[]): error is ProblemError {
  return error instanceof ProblemError && names.includes(error.problem);
}

function failure(url: string, code: Parameters<typeof failureOf>[1]): string {
  return JSON.stringify(failureOf(url, code));
}

/** The record of an origin. One that was fetched a moment ago is not fetched anew, however often that is asked. */
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

/** The question with what its answers are made of. */
function aboutRecord(
  { mode: _, ...asked }: CheckQuestions,
  record: RobotsRecord,
  checker: Checker,
): DecisionQuestion {
  return { ...asked, ...(asked.isExplained ? basisOf(record, checker, true) : keptBasis(record, checker)) };
}

const bases = new WeakMap<RobotsRecord, RecordBasis>();

/** Made once for a record. So `now` is when it was obtained, which counts only where nothing is kept. */
function keptBasis(record: RobotsRecord, checker: Checker): RecordBasis {
  const known = bases.get(record);
  if (known !== undefined) return known;
  const basis = basisOf(record, checker, false);
  bases.set(record, basis);
  return basis;
}

function basisOf(record: RobotsRecord, { limits, now }: Checker, isExplained: boolean): RecordBasis {
  return recordBasis(record, { maxRobotsBytes: limits.maxRobotsBytes, now: now(), isExplained });
}
