/** Tests the limits on the crawlers that are checked individually: their number, and the number of their rules. */
import { expect, it } from 'vitest';
import { firstChoices, type NamedCrawler } from './named-crawler.ts';

const crawlerOf = (rules: number) => ({ groups: [{ rules: { length: rules } }] }) as unknown as NamedCrawler;

it.each([
  [[50_000, 50_000], 2, 'as many rules as the limit'],
  [[50_000, 50_001], 1, 'one rule more'],
  [[100_001, 1], 1, 'the first crawler, however many rules it has'],
  [Array.from({ length: 500 }, () => 1), 500, 'as many crawlers as the limit'],
  [Array.from({ length: 501 }, () => 1), 500, 'one crawler more'],
])('of %j, the first %i are checked: %s', (rules, expected) => {
  expect(firstChoices(rules.map(crawlerOf))).toHaveLength(expected);
});
