/** Two versions of a file: for which URLs and crawlers the verdict changes. */
import { prepared } from '../drafts.ts';
import type { CompareQuestion, Comparison, VerdictChange } from '../protocol.ts';

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
