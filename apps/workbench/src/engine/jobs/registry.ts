/** Converts the registry of crawlers to the form that the page needs. Only the workers load the registry's data. */
import { type AgentProfile, agents } from 'robots-exclusion/agents';
import { type Crawler, everybodyElse } from '../crawler.ts';

export function registry(): readonly Crawler[] {
  return [everybodyElse, ...agents.map(crawlerOf)];
}

function crawlerOf(profile: AgentProfile): Crawler {
  const { token, title, operator, purposes, fallbackTokens, appliesStar, obeys, fetches, dialect } = profile;
  const { note, source, sourceKind, asOf } = profile;
  return {
    token,
    title,
    operator,
    purposes,
    fallbackTokens,
    appliesStar,
    obeys,
    fetches,
    dialect,
    source,
    sourceKind,
    asOf,
    ...(note !== undefined && { note }),
  };
}
