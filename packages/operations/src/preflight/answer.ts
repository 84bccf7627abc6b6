/** The output of `preflight`: one object, derived from the client's report. */
import type { Decision, Outcome, Refusal } from '@robots-exclusion/client';
import type { PreflightProbe, PreflightReport } from '@robots-exclusion/client/preflight';
import type { Judgement } from 'robots-exclusion';
import {
  type AgentIndex,
  type CrawlerDescription,
  describeCrawler,
  type ResolvedCrawler,
} from 'robots-exclusion/agents';
import { withoutUserInformation } from 'robots-exclusion/print';
import { isoTime } from '../shared/time.ts';
import { type StatedUsage, statedUsage } from '../shared/usage.ts';

/** The responses that a crawler would actually get for a page. */
export interface PreflightAnswer {
  /** The URL as requested. */
  readonly url: string;
  readonly crawler: CrawlerDescription;
  readonly outcome: PreflightReport['outcome'];
  /** Whether the crawler gets what robots.txt allows, as a check. */
  readonly checked: PreflightReport['checked'];
  /** The decision for the crawler, based on robots.txt. */
  readonly decision: PreflightDecision;
  readonly asCrawler: PreflightProbe;
  /** The result of the request under the program's own name. */
  readonly asClient: PreflightProbe;
  /** Statements of the page and its site about uses, restrictions first. */
  readonly states: PreflightReport['states'];
  /** The number of statements that are not listed. */
  readonly statesOmitted?: number;
  /**
   * All statements of the page and its site in full, grouped by use; absent if robots.txt disallows the request or the
   * request gets no response.
   */
  readonly usage?: StatedUsage;
  /** The sources that were searched for statements. */
  readonly sources: PreflightReport['sources'];
  /** The number of requests for the page, including redirects. */
  readonly requests: number;
  /** When robots.txt was fetched and when the record expires. */
  readonly evidence?: { readonly fetchedAt?: string; readonly expiresAt?: string };
}

/** A decision about the page, without the list of candidate rules. */
export interface PreflightDecision {
  readonly allowed: boolean;
  readonly action: Decision['action'];
  readonly outcome: Outcome;
  readonly policyRow: string;
  readonly robotsUrl?: string;
  readonly refusal?: Refusal;
  readonly retryAt?: string;
  readonly crawlDelaySeconds?: number;
  readonly verdict?: Judgement;
}

/** Converts a report to an answer. */
export function preflightAnswer(
  report: PreflightReport,
  crawler: ResolvedCrawler,
  registry?: AgentIndex,
): PreflightAnswer {
  const { url, outcome, checked, policy, asCrawler, asClient, states, statesOmitted } = report;
  const { usage, sources, requests } = report;
  const { fetchedAt, expiresAt } = policy;
  const evidence = {
    ...(fetchedAt !== undefined && { fetchedAt: isoTime(fetchedAt) }),
    ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
  };
  return {
    url: withoutUserInformation(url),
    crawler: describeCrawler(undefined, crawler, registry),
    outcome,
    checked,
    decision: decisionOf(policy),
    asCrawler: probeOf(asCrawler),
    asClient: probeOf(asClient),
    states,
    ...(statesOmitted !== undefined && { statesOmitted }),
    ...(usage && { usage: statedUsage(usage) }),
    sources,
    requests,
    ...(Object.keys(evidence).length > 0 && { evidence }),
  };
}

function decisionOf(decision: Decision): PreflightDecision {
  const { allowed, action, outcome, policyRow, robotsUrl, refusal, retryAt } = decision;
  const { crawlDelaySeconds, verdict } = decision;
  return {
    ...{ allowed, action, outcome, policyRow },
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(refusal && { refusal }),
    ...(retryAt !== undefined && { retryAt: isoTime(retryAt) }),
    ...(crawlDelaySeconds !== undefined && { crawlDelaySeconds }),
    ...(verdict && { verdict: judgementOf(verdict) }),
  };
}

function judgementOf({ candidates: _, ...judgement }: NonNullable<Decision['verdict']>): Judgement {
  return judgement;
}

function probeOf({
  shape,
  userAgent,
  finalUrl,
  status,
  evidence,
  usageHeaders,
}: PreflightProbe): PreflightProbe {
  return {
    ...{ shape, userAgent, finalUrl },
    ...(status !== undefined && { status }),
    ...{ evidence, usageHeaders },
  };
}
