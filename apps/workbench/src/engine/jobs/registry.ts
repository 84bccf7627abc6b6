/** Converts the registry of crawlers to the form that the page needs. Only the workers load the registry's data. */
import {
  type AgentProfile,
  agents,
  crawlerNames,
  hasTokens,
  namesPurpose,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { type Crawler, everybodyElse, shownMembers } from '../crawler.ts';

export function registry(): readonly Crawler[] {
  return [everybodyElse, ...agents.map(crawlerOf)];
}

function crawlerOf(profile: AgentProfile): Crawler {
  const members = shownMembers.filter((name) => profile[name] !== undefined);
  return Object.fromEntries(members.map((name) => [name, profile[name]])) as unknown as Crawler;
}

export type CrawlerName = { readonly token: string } | { readonly problem: string };

/** Limit on the length of a header. Servers also refuse longer headers. */
const MAX_LENGTH = 8192;

/** The crawler that a product token or a User-Agent header names. */
export function crawlerName({ text }: { readonly text: string }): CrawlerName {
  const name = text.trim();
  if (name === '' || name === '*' || name === everybodyElse.title) return { token: '*' };
  if (name.length > MAX_LENGTH)
    return { problem: `A User-Agent header may have at most ${MAX_LENGTH.toLocaleString('en')} characters` };
  if (namesPurpose(name)) return { problem: severalOf(name) };
  const crawler = resolveCrawler(name);
  const { known, tokens } = crawler;
  if (known) return { token: known.token };
  const [token = ''] = tokens;
  if (!hasTokens(crawler) || token === '')
    return {
      problem:
        'This is not the name of a crawler. Type a product token such as GPTBot, or paste a User-Agent header',
    };
  if (tokens.length > 1)
    return {
      problem: `This names several crawlers (${tokens.slice(0, 5).join(', ')}). Choose one of them`,
    };
  return { token };
}

function severalOf(name: string): string {
  try {
    const crawlers = crawlerNames([name]);
    return `This stands for ${crawlers.length} crawlers. Choose one of them, such as ${crawlers[0]}`;
  } catch (error) {
    return (error as Error).message;
  }
}
