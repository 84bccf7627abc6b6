/** The output of `preflight`: one object, derived from the client's report. */
import type { Decision } from '@robots-exclusion/client';
import type { PreflightProbe, PreflightReport } from '@robots-exclusion/client/preflight';
import type { Judgement } from 'robots-exclusion';
import { type AgentIndex, describeCrawler, type ResolvedCrawler } from 'robots-exclusion/agents';
import { withoutUserInformation } from 'robots-exclusion/print';
import { isoTime } from '../shared/time.ts';
import { statedUsage } from '../shared/usage.ts';
import type { PreflightAnswer, PreflightDecision } from './schema.ts';

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
    ...{ shape, userAgent, finalUrl: withoutUserInformation(finalUrl) },
    ...(status !== undefined && { status }),
    ...{ evidence, usageHeaders },
  };
}
