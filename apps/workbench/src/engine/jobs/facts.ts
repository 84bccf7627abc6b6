/** Facts about the whole file, and the answer to one question. */

import type { Failure } from '@robots-exclusion/operations';
import { type DecisionAnswer, decider } from '@robots-exclusion/operations/evaluate';
import { crawlDelay, sitemaps } from 'robots-exclusion/records';
import type { Crawler } from '../crawler.ts';
import {
  dialectOf,
  draftQuestion,
  findDialect,
  type PreparedDraft,
  precedenceOf,
  prepared,
  resolved,
} from '../drafts.ts';
import type { DraftFacts, DraftQuestion, ExplainQuestion, Explanation } from '../protocol.ts';

const MAX_TOKENS = 200;
const MAX_SITEMAPS = 1000;

export function facts({ draft }: DraftQuestion): DraftFacts {
  const { document } = prepared(draft);
  const tokens = new Map<string, string>();
  let rules = 0;
  for (const group of document.groups) {
    rules += group.rules.length;
    for (const token of group.productTokens) {
      const key = token.toLowerCase();
      if (token !== '' && token !== '*' && !tokens.has(key)) tokens.set(key, token);
    }
  }
  const named = sitemaps(document);
  return {
    octets: document.octets.length,
    isTruncated: document.isTruncated,
    rules,
    productTokens: [...tokens.values()].slice(0, MAX_TOKENS),
    productTokensOmitted: Math.max(0, tokens.size - MAX_TOKENS),
    sitemaps: named.slice(0, MAX_SITEMAPS).map(({ url }) => url),
    sitemapsOmitted: Math.max(0, named.length - MAX_SITEMAPS),
  };
}

export function explain({ draft, crawler, url, reading }: ExplainQuestion): Explanation | Failure {
  const [decision] = decider(draftQuestion(draft, crawler, reading))(url) as [DecisionAnswer | Failure];
  if ('error' in decision) return decision;
  return {
    decision: decision as Explanation['decision'],
    ...readAs(crawler, reading),
    ...delay(prepared(draft), crawler),
  };
}

function readAs(crawler: Crawler, reading: string): Pick<Explanation, 'readAs'> {
  const dialect = findDialect(dialectOf(crawler, reading));
  if (dialect === undefined || dialect.name === 'rfc9309') return {};
  return { readAs: { title: dialect.title, precedence: precedenceOf(dialect) } };
}

function delay(source: PreparedDraft, crawler: Crawler): Pick<Explanation, 'crawlDelay'> {
  const found = crawlDelay(source.document, resolved(crawler).who);
  return found ? { crawlDelay: { seconds: found.seconds, line: found.record.line } } : {};
}
