/** `check`: each URL is decided by its own site's robots.txt, which the port obtains once per origin. */
import type { CheckMode, RobotsRecord } from '@robots-exclusion/client';
import type { ErrorCode } from '../errors.ts';
import type { DecisionBasis, EvaluateAsked } from '../evaluate/decision.ts';
import { type DecisionInput, questionOf } from '../evaluate/run.ts';
import { decisionWords } from '../evaluate/words.ts';
import type { PortOperation } from '../operation.ts';
import type { Complete } from '../shared/same.ts';
import { type RecordBasis, recordBasis } from './basis.ts';
import { type Site, sitesOf } from './sites.ts';

/** The question about each URL. */
export type CheckAsked = Omit<DecisionBasis, keyof RecordBasis>;

/** The question about all of them. */
export interface CheckQuestion {
  readonly urls: readonly string[];
  readonly asked: CheckAsked;
}

/** The question. */
export interface CheckInput extends DecisionInput {
  readonly mode?: CheckMode | undefined;
  /** Include everything known about how robots.txt was obtained. */
  readonly evidence?: boolean | undefined;
}

/** Decides about URLs by their sites' robots.txt. */
export const check = {
  name: 'check',
  title: 'May these crawlers fetch these URLs?',
  about: 'Judges each URL by its own site’s robots.txt, kept or fetched.',
  shape: 'each',
  example: { urls: ['https://example.com/private/'], agents: ['FooBot'] },
  asked: (input, call) => ({ urls: input.urls, asked: questionOf(input, call) }),
  run: checkAll,
  words: decisionWords,
} as const satisfies PortOperation<CheckInput, CheckQuestion>;

/** What a check needs from the program around it. `Answer` is the type of a URL's answer. */
export interface CheckPort<Answer> {
  /** The record that applies to a URL, fetched if necessary. */
  robots(url: string): Promise<RobotsRecord>;
  /** Decides about URLs of one site, in this thread or in another. Gives one answer per URL. */
  decide(asked: EvaluateAsked): Promise<readonly Answer[]>;
  /** The answer for a URL without a decision. */
  failure(url: string, code: ErrorCode): Answer;
  /**
   * The answer for each URL of a site whose decisions failed with that error; undefined fails the whole question.
   *
   * @param isAlone The question is about no other site.
   */
  failed?(error: unknown, isAlone: boolean): ((url: string) => Answer) | undefined;
  /** Whether `decide` was stopped because it took too long; then each URL is tried separately. */
  isTooExpensive?(error: unknown): boolean;
  /** Called with the number of URLs that have answers. */
  progress?(done: number, total: number): void | Promise<void>;
  /** Octets of a robots.txt to read. */
  readonly maxRobotsBytes: number;
  /** Epoch milliseconds. */
  now(): number;
}

/**
 * Decides about many URLs: each site is asked once, and all of its URLs are decided together.
 *
 * @param sitesAtATime How many sites to process at a time.
 * @returns One answer per URL, in order.
 */
async function checkAll<Answer>(
  { urls, asked }: CheckQuestion,
  port: CheckPort<Answer>,
  sitesAtATime: number,
): Promise<readonly Answer[]> {
  const sites = sitesOf(urls);
  const [only] = sites;
  const isAlone = sites.length === 1;
  if (isAlone && only !== undefined && port.progress === undefined)
    return siteAnswers(urls, only, asked, port, isAlone);
  const answers = new Array<Answer>(urls.length);
  let done = 0;
  async function work(): Promise<void> {
    for (let site = sites.pop(); site !== undefined; site = sites.pop()) {
      const own = site.indexes.map((index) => urls[index] as string);
      const given = await siteAnswers(own, site, asked, port, isAlone);
      for (const [at, index] of site.indexes.entries()) answers[index] = given[at] as Answer;
      done += own.length;
      await port.progress?.(done, urls.length);
    }
  }
  const workers = Array.from({ length: Math.min(sitesAtATime, sites.length) }, work);
  try {
    await Promise.all(workers);
  } finally {
    // After a failure, the others start no more work.
    sites.length = 0;
  }
  return answers;
}

async function siteAnswers<Answer>(
  urls: readonly string[],
  { isUrl }: Pick<Site, 'isUrl'>,
  asked: CheckAsked,
  port: CheckPort<Answer>,
  isAlone: boolean,
): Promise<readonly Answer[]> {
  if (!isUrl) return urls.map((url) => port.failure(url, 'invalid-url'));
  try {
    const record = await port.robots(urls[0] as string);
    return await decided(askedBy(urls, record, asked, port), port);
  } catch (error) {
    const failed = port.failed?.(error, isAlone);
    if (failed === undefined) throw error;
    return urls.map(failed);
  }
}

/**
 * A site determines the cost of its rules, so it must not use up the budget of others: each URL has its own budget.
 */
async function decided<Answer>(asked: EvaluateAsked, port: CheckPort<Answer>): Promise<readonly Answer[]> {
  const { urls } = asked;
  try {
    return await port.decide(asked);
  } catch (error) {
    if (!port.isTooExpensive?.(error)) throw error;
  }
  const answers: Answer[] = [];
  let ended = urls.length === 1 ? MAX_ENDED : 0;
  for (const url of urls) {
    const answer = ended < MAX_ENDED ? await decidedAlone({ ...asked, urls: [url] }, port) : undefined;
    if (answer === undefined) ended += 1;
    answers.push(answer?.given ?? port.failure(url, 'too-expensive'));
  }
  return answers;
}

async function decidedAlone<Answer>(
  asked: EvaluateAsked,
  port: CheckPort<Answer>,
): Promise<{ readonly given: Answer } | undefined> {
  try {
    const [given] = await port.decide(asked);
    return { given: given as Answer };
  } catch (error) {
    if (!port.isTooExpensive?.(error)) throw error;
    return undefined;
  }
}

/** If a site's rules were too expensive for several URLs of a request, no more of its URLs are tried. */
const MAX_ENDED = 3;

type Reading = Pick<CheckPort<unknown>, 'maxRobotsBytes' | 'now'>;

/** The question with what its site says. */
function askedBy(
  urls: readonly string[],
  record: RobotsRecord,
  asked: CheckAsked,
  port: Reading,
): EvaluateAsked {
  const { dialect, crawlers, maxCandidates, usage, use, page, isExplained } = asked;
  const { robots, fetched, evidence } = isExplained ? basisOf(record, port, true) : keptBasis(record, port);
  // Named one by one, because a spread takes longer than the decision about a URL.
  const named: Complete<EvaluateAsked> = {
    urls,
    robots,
    dialect,
    crawlers,
    maxCandidates,
    usage,
    use,
    page,
    fetched,
    evidence,
    isExplained,
  };
  return named;
}

const bases = new WeakMap<RobotsRecord, RecordBasis>();

/** Computed once per record, so `now` is when it was obtained, which matters only if nothing is stored. */
function keptBasis(record: RobotsRecord, port: Reading): RecordBasis {
  const known = bases.get(record);
  if (known !== undefined) return known;
  const basis = basisOf(record, port, false);
  bases.set(record, basis);
  return basis;
}

function basisOf(record: RobotsRecord, { maxRobotsBytes, now }: Reading, isExplained: boolean): RecordBasis {
  return recordBasis(record, { maxRobotsBytes, now: now(), isExplained });
}
