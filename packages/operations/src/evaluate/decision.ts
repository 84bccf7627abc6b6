/** A decision: what to do about one URL, and why. `evaluate`, `check` and `explain` all return this object. */
import type { Outcome, Refusal } from '@robots-exclusion/client';
import { type NextStep, nextStep } from '@robots-exclusion/client/next-step';
import { compile, explainer, parse } from 'robots-exclusion';
import { describeCrawler, type ResolvedCrawler } from 'robots-exclusion/agents';
import { withoutUserInformation } from 'robots-exclusion/print';
import type { Failure } from '../errors.ts';
import type { DocumentFacts, EvidenceAnswer } from '../shared/evidence.ts';
import { failureOf } from '../shared/failures.ts';
import { type ReadFile, type ReadRules, readFile } from '../shared/kept-files.ts';
import type { RobotsBody } from '../shared/robots-body.ts';
import { isoTime } from '../shared/time.ts';
import { type PageStatements, usageAnswer } from '../shared/usage.ts';
import { type GivenPurposeToken, type UseWord, useWords } from '../shared/uses.ts';
import { shortened } from '../shared/verdict.ts';
import type { DecisionAnswer } from './schema.ts';

/** The outcome of fetching, the same for every URL of an origin. Times are epoch milliseconds. */
export interface FetchedFacts {
  readonly outcome: Outcome;
  readonly policyRow: string;
  readonly robotsUrl?: string | undefined;
  readonly refusal?: Refusal | undefined;
  /** What answered in place of robots.txt, if a challenge, a login or a refusal did. */
  readonly notRobotsTxt?: string | undefined;
  readonly expiresAt?: number | undefined;
  readonly retryAt?: number | undefined;
  /** The time of the query. */
  readonly now: number;
}

/** The inputs of decisions. Plain data, so it can be sent to a thread. */
export interface DecisionBasis {
  /** The file; absent if there are no rules to read. */
  readonly robots?: RobotsBody | undefined;
  readonly dialect: string;
  readonly crawlers: readonly ResolvedCrawler[];
  /** Limit on the matching rules that a verdict lists as candidates. */
  readonly maxCandidates: number;
  /** Whether to include all statements about use. */
  readonly usage?: boolean | undefined;
  /** The intended use. Content whose use the site disallows is skipped. */
  readonly use?: UseWord | undefined;
  /** Purpose tokens besides the known ones. */
  readonly purposeTokens?: readonly GivenPurposeToken[] | undefined;
  /** Sources of statements about use, other than the file. */
  readonly page?: PageStatements | undefined;
  /** Present only for URLs whose robots.txt was fetched. */
  readonly fetched?: FetchedFacts | undefined;
  readonly evidence?: EvidenceAnswer | undefined;
  /** Whether the evidence includes the document that was read. */
  readonly isExplained?: boolean | undefined;
}

/** The prepared query for many URLs, which any thread can answer. */
export interface EvaluateAsked extends DecisionBasis {
  readonly urls: readonly string[];
}

/** Decides about one URL for each crawler, in order; or returns a failure if the text is not a URL. */
export type Decide = (url: string) => readonly (DecisionAnswer | Failure)[];

/** Prepares the decisions by reading their inputs once for all URLs. */
export function decider(basis: DecisionBasis): Decide {
  const decide = basis.robots === undefined ? withoutRules(basis) : byRules(basis, basis.robots);
  return (url) => {
    try {
      return decide(url);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return [failureOf(url, 'invalid-url', { message: error.message })];
    }
  };
}

function byRules(basis: DecisionBasis, robots: RobotsBody): (url: string) => readonly DecisionAnswer[] {
  const { fetched, maxCandidates } = basis;
  const file = readFile(robots, basis.dialect);
  const evidence = basis.isExplained ? { ...basis.evidence, document: documentFacts(file) } : basis.evidence;
  const where = fetchFacts(fetched);
  const last = evidence && { evidence };
  // Each crawler's rules are compiled once per query.
  const rules = basis.crawlers.map((crawler) => file.forCrawler(crawler));
  const { notRobotsTxt = file.facts.notRobotsTxt } = where;
  const noted = notRobotsTxt !== undefined && { notRobotsTxt };
  const about = rules.map(({ delay }) => ({ ...delay, ...file.facts, ...noted }));
  const speaksOfUse = basis.usage === true || basis.use !== undefined;
  return (url) =>
    rules.map((one, at) => {
      const verdict = one.verdictOn(url);
      const step = stepBy(fetched, verdict.allowed);
      const said = speaksOfUse ? useFacts(url, one, file, basis, step) : undefined;
      return {
        url: withoutUserInformation(url),
        crawler: one.answer,
        ...stepAnswer(said?.step ?? step),
        ...where,
        ...(step.retryAt !== undefined && { retryAt: isoTime(step.retryAt) }),
        ...about[at],
        verdict: shortened(verdict, maxCandidates),
        ...said?.answer,
        ...last,
      };
    });
}

function documentFacts({ document }: ReadFile): DocumentFacts {
  const { octets, records, groups, dialect } = document;
  return { bytes: octets.length, records: records.length, groups: groups.length, dialect: dialect.name };
}

function stepBy(fetched: FetchedFacts | undefined, allowed: boolean): NextStep {
  if (fetched) return nextStep({ outcome: fetched.outcome, allowed, retryAt: fetched.retryAt });
  return allowed ? { allowed, action: 'fetch' } : { allowed, action: 'skip' };
}

function stepAnswer({ allowed, action }: NextStep): Pick<DecisionAnswer, 'allowed' | 'action'> {
  return { allowed, action };
}

function fetchFacts(
  fetched: FetchedFacts | undefined,
): Pick<DecisionAnswer, 'outcome' | 'policyRow' | 'robotsUrl' | 'refusal' | 'notRobotsTxt'> {
  if (fetched === undefined) return { outcome: 'handed-in' };
  const { outcome, policyRow, robotsUrl, refusal, notRobotsTxt } = fetched;
  return {
    ...{ outcome, policyRow },
    ...(robotsUrl !== undefined && { robotsUrl: withoutUserInformation(robotsUrl) }),
    ...(refusal && { refusal }),
    ...(notRobotsTxt !== undefined && { notRobotsTxt }),
  };
}

const noRules = explainer(compile(parse(''), []));

/**
 * Makes the same decisions as the client when there are no rules to read. In that case, only `/robots.txt` itself has a
 * verdict.
 */
function withoutRules(basis: DecisionBasis): (url: string) => readonly DecisionAnswer[] {
  const { crawlers, evidence, fetched, maxCandidates } = basis;
  if (fetched === undefined)
    throw new RangeError('Cannot decide without rules: expected the result of fetching robots.txt');
  const where = fetchFacts(fetched);
  const file = fetched.outcome === 'no-rules' ? readFile(EMPTY, basis.dialect) : undefined;
  const speaksOfUse = basis.usage === true || basis.use !== undefined;
  return (url) => {
    // If robots.txt was not requested, the URL may have no authority, and `noRules` would throw.
    const verdict = isAsked(fetched) ? noRules(url) : undefined;
    const isItself = verdict?.because === 'robots-txt-itself';
    const step = nextStep({ ...fetched, allowed: isItself ? verdict.allowed : undefined });
    return crawlers.map((crawler) => {
      const said =
        file && speaksOfUse ? useFacts(url, file.forCrawler(crawler), file, basis, step) : undefined;
      return {
        url: withoutUserInformation(url),
        crawler: describeCrawler(undefined, crawler),
        ...stepAnswer(said?.step ?? step),
        ...where,
        ...(step.retryAt !== undefined && { retryAt: isoTime(step.retryAt) }),
        ...(isItself && { verdict: shortened(verdict, maxCandidates) }),
        ...said?.answer,
        ...(evidence && { evidence }),
      };
    });
  };
}

/**
 * Whether robots.txt was requested. It is not requested if no robots.txt can exist for the URL, or if this program's
 * policy refuses the request.
 */
function isAsked({ outcome }: FetchedFacts): boolean {
  return outcome !== 'unsupported' && outcome !== 'refused';
}

const EMPTY: RobotsBody = { body: '', maxBytes: 1 };

/** The next step after the site's statements about use, and the members of the answer that report these statements. */
interface UseFacts {
  readonly step: NextStep;
  readonly answer: Pick<DecisionAnswer, 'use' | 'usage'>;
}

/**
 * Applies the statement about the requested use. A disallowed use is a reason to skip the URL, like a Disallow rule.
 * A missing statement is not a reason to skip it.
 */
function useFacts(
  url: string,
  { crawler }: ReadRules,
  { document }: ReadFile,
  { use: word, usage, page, purposeTokens }: DecisionBasis,
  step: NextStep,
): UseFacts {
  const said = usageAnswer(document, crawler.who, url, { ...page, purposeTokens });
  const use = word === undefined ? undefined : useWords[word];
  const answer = {
    ...(use && { use: { name: use, ...said.uses[use] } }),
    ...(usage && { usage: said }),
  };
  const isSkipped = use && step.action === 'fetch' && said.uses[use].preference === 'disallow';
  return { step: isSkipped ? { ...step, allowed: false, action: 'skip' } : step, answer };
}
