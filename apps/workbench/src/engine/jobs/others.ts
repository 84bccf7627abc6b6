/** Judges one URL for many crawlers. */
import { prepared } from '../drafts.ts';
import type { OthersQuestion, OtherVerdict } from '../protocol.ts';

/** Empty if `url` is not a URL. */
export function others({ draft, crawlers, url, reading }: OthersQuestion): readonly OtherVerdict[] {
  const { rulesFor } = prepared(draft);
  try {
    return crawlers.map((crawler) => ({
      token: crawler.token,
      isAllowed: rulesFor(crawler, reading).allows(url),
    }));
  } catch {
    return [];
  }
}
