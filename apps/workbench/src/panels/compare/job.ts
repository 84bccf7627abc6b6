/** Two versions of a file: for which URLs and crawlers the verdict changes. */
import { type DiffProgress, type DiffReport, diffInSteps } from 'robots-exclusion/diff';
import type { Crawler } from '../../engine/crawler.ts';
import { prepared } from '../../engine/drafts.ts';
import type { DraftQuestion, PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    compare: {
      question: DraftQuestion & { readonly before: string };
      part: DiffProgress;
      answer: DiffReport;
    };
    'compare.listed': { question: CompareQuestion; part: never; answer: Comparison };
  }
}

export interface CompareQuestion extends DraftQuestion {
  readonly before: string;
  readonly crawlers: readonly Crawler[];
  readonly urls: readonly string[];
}

/** A verdict that is another one now. */
export interface VerdictChange {
  readonly token: string;
  readonly url: string;
  readonly isAllowed: boolean;
}

export interface Comparison {
  readonly changes: readonly VerdictChange[];
  readonly count: number;
  /** Of them, those that are allowed now. */
  readonly opened: number;
  readonly compared: number;
}

/** Changes that are listed; all are counted. */
const MAX_CHANGES = 2000;

export function compare({ before, draft, crawlers, urls }: CompareQuestion): Comparison {
  const old = prepared(before);
  const now = prepared(draft);
  const changes: VerdictChange[] = [];
  let count = 0;
  let opened = 0;
  for (const crawler of crawlers) {
    const was = old.rulesFor(crawler);
    const is = now.rulesFor(crawler);
    for (const url of urls) {
      const [wasAllowed, isAllowed] = [allows(was, url), allows(is, url)];
      if (wasAllowed === isAllowed) continue;
      count++;
      if (isAllowed) opened++;
      if (changes.length < MAX_CHANGES)
        changes.push({ token: crawler.token, url, isAllowed: isAllowed === true });
    }
  }
  return { changes, count, opened, compared: crawlers.length * urls.length };
}

function allows(rules: { allows(url: string): boolean }, url: string): boolean | undefined {
  try {
    return rules.allows(url);
  } catch {
    return undefined;
  }
}

export const jobs: PanelJobs<'compare' | 'compare.listed'> = {
  compare: ({ before, draft }) => diffInSteps(before, draft),
  'compare.listed': compare,
};
