/** The registry of crawlers as the page needs it; only the workers carry the data. */
import { type AgentProfile, agents } from 'robots-exclusion/agents';
import { type Crawler, everybodyElse } from '../crawler.ts';

export function registry(): readonly Crawler[] {
  return [everybodyElse, ...agents.map(crawlerOf)];
}

function crawlerOf(profile: AgentProfile): Crawler {
  const { token, title, operator, purposes, fallbackTokens, appliesStar, obeys, fetches, dialect } = profile;
  const { note, source, asOf } = profile;
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
    asOf,
    ...(note !== undefined && { note }),
  };
}
