/** The crawlers that a file names, each with its groups. */
import type { Group } from '../parse/groups.ts';
import type { DocumentRecord } from '../parse/records.ts';

export interface NamedCrawler {
  /** The token as first spelled in the file; `*` for every crawler. */
  readonly token: string;
  readonly groups: readonly Group[];
  /** For each group in `groups`, its first user-agent record that names the crawler. */
  readonly userAgents: readonly DocumentRecord[];
  /** An identifier of the groups. Crawlers with the same groups have the same key. */
  readonly key: string;
}

/** The maximum number of checked crawlers that have groups of their own. Real files have fewer. */
const MOST_CRAWLERS = 500;

/** Limit on the total number of rules of the checked crawlers. A rule counts once per crawler. */
const MOST_RULES = 100_000;

/** Every product token of the groups, in order of first appearance. Values without a token are skipped. */
export function namedCrawlers(groups: readonly Group[]): readonly NamedCrawler[] {
  const crawlers = new Map<string, { token: string; records: Map<number, DocumentRecord> }>();
  groups.forEach(({ productTokens, userAgents }, number) => {
    productTokens.forEach((token, index) => {
      if (token === '') return;
      const crawler = crawlers.get(token.toLowerCase()) ?? { token, records: new Map() };
      crawlers.set(token.toLowerCase(), crawler);
      if (!crawler.records.has(number)) crawler.records.set(number, userAgents[index] as DocumentRecord);
    });
  });
  return [...crawlers.values()].map(({ token, records }) => ({
    token,
    groups: [...records.keys()].map((number) => groups[number] as Group),
    userAgents: [...records.values()],
    key: [...records.keys()].join(),
  }));
}

/** The first crawler for each selection of groups. */
export function distinctChoices(crawlers: readonly NamedCrawler[]): readonly NamedCrawler[] {
  const first = new Map<string, NamedCrawler>();
  for (const crawler of crawlers) if (!first.has(crawler.key)) first.set(crawler.key, crawler);
  return [...first.values()];
}

/**
 * The leading part of `choices` that stays within both limits, `MOST_CRAWLERS` and `MOST_RULES`. It contains at least
 * one crawler, unless `choices` is empty.
 */
export function firstChoices(choices: readonly NamedCrawler[]): readonly NamedCrawler[] {
  let rules = 0;
  const end = choices.findIndex(({ groups }, index) => {
    rules += groups.reduce((sum, group) => sum + group.rules.length, 0);
    return index > 0 && (index >= MOST_CRAWLERS || rules > MOST_RULES);
  });
  return end < 0 ? choices : choices.slice(0, end);
}
