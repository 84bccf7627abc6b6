/** `check`: decides about each URL based on its site's robots.txt, which the port obtains once per origin. */
import type { RobotsRecord } from '@robots-exclusion/client';
import type { ErrorCode } from '../errors.ts';
import type { DecisionBasis, EvaluateAsked } from '../evaluate/decision.ts';
import { questionOf } from '../evaluate/run.ts';
import type { CheckInput } from '../evaluate/schema.ts';
import { decisionWords } from '../evaluate/words.ts';
import type { PortOperation } from '../operation.ts';
import { inPlaceNote } from '../record/in-place-note.ts';
import type { Complete } from '../shared/same.ts';
import { type RecordBasis, recordBasis } from './basis.ts';
import { type Site, sitesOf } from './sites.ts';

/** The query for each URL, without the parts that come from a record. */
export type CheckAsked = Omit<DecisionBasis, keyof RecordBasis>;

/** The query for all URLs. */
export interface CheckQuestion {
  readonly urls: readonly string[];
  readonly asked: CheckAsked;
}

/** Decides about URLs based on the robots.txt of their sites. */
export const check = {
  name: 'check',
  title: 'May these crawlers fetch these URLs?',
  about: 'Judges each URL by the robots.txt of its site, which is read from the store or fetched.',
  shape: 'each',
  example: { urls: ['https://example.com/private/'], agents: ['FooBot'] },
  asked: (input, call) => ({ urls: input.urls, asked: questionOf(input, call) }),
  run: checkAll,
  words: decisionWords,
} as const satisfies PortOperation<CheckInput, CheckQuestion>;

/** The functions that a check needs from its caller. `Answer` is the type of a URL's answer. */
export interface CheckPort<Answer> {
  /** Returns the record that applies to a URL, and fetches it if necessary. */
  robots(url: string): Promise<RobotsRecord>;
  /** Decides about the URLs of one site, in this or another thread. Returns one answer per URL. */
  decide(asked: EvaluateAsked): Promise<readonly Answer[]>;
  /** The answer for a URL without a decision. */
  failure(url: string, code: ErrorCode): Answer;
  /**
   * Returns a function that creates the answer for each URL of a site whose decisions failed with `error`. If `failed`
   * returns `undefined`, the whole query fails.
   *
   * @param isAlone Whether the query is about this site only.
   */
  failed?(error: unknown, isAlone: boolean): ((url: string) => Answer) | undefined;
  /** Whether the error means that `decide` was stopped because it took too long. Each URL is then tried separately. */
  isTooExpensive?(error: unknown): boolean;
  /** Called with the number of URLs that have answers. */
  progress?(done: number, total: number): void | Promise<void>;
  /** Limit on the octets read from a robots.txt. */
  readonly maxRobotsBytes: number;
  /** The current time in epoch milliseconds. */
  now(): number;
}

/**
 * Decides about many URLs. Each site's robots.txt is requested once, and all URLs of a site are decided together.
 *
 * @param sitesAtATime Number of sites to process at the same time.
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
    // After a failure, the other workers start no more work.
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
    const notRobotsTxt = await inPlaceNote(record);
    const question = askedBy(urls, record, asked, port);
    const { fetched } = question;
    const noted = notRobotsTxt === undefined || !fetched ? fetched : { ...fetched, notRobotsTxt };
    return await decided({ ...question, fetched: noted }, port);
  } catch (error) {
    const failed = port.failed?.(error, isAlone);
    if (failed === undefined) throw error;
    return urls.map(failed);
  }
}

/**
 * Decides about the URLs of one site together or, if that is too expensive, one by one with a budget for each URL. The
 * site determines the cost of its rules, and must not use up the budget of other sites.
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

/**
 * The number of URLs that may fail because a site's rules are too expensive. After that, the site's other URLs are not
 * tried.
 */
const MAX_ENDED = 3;

type Reading = Pick<CheckPort<unknown>, 'maxRobotsBytes' | 'now'>;

/** The query for a site's URLs, with the data from the site's record. */
function askedBy(
  urls: readonly string[],
  record: RobotsRecord,
  asked: CheckAsked,
  port: Reading,
): EvaluateAsked {
  const { dialect, crawlers, maxCandidates, usage, use, purposeTokens, page, isExplained } = asked;
  const { robots, fetched, evidence } = isExplained ? basisOf(record, port, true) : keptBasis(record, port);
  // The members are listed individually, because a spread takes longer than the decision about a URL.
  const named: Complete<EvaluateAsked> = {
    urls,
    robots,
    dialect,
    crawlers,
    maxCandidates,
    usage,
    use,
    purposeTokens,
    page,
    fetched,
    evidence,
    isExplained,
  };
  return named;
}

const bases = new WeakMap<RobotsRecord, RecordBasis>();

/**
 * The basis, computed once per record. Its `now` is therefore the time at which the record was obtained; `now` is used
 * only for outcomes that are not stored.
 */
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
