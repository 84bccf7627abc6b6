/** Fetches the files of the other sites in the list, so that their URLs get verdicts. */
import { textOfBody } from '../engine/body-text.ts';
import { countOf } from '../engine/words.ts';
import { fetchSite } from '../service/fetch-site.ts';
import { session } from './session.ts';
import { takeListTurn } from './turn.ts';

/** Limit on the sites of one request, because each may take a minute to fail. */
export const MAX_SITES = 20;

/**
 * Fetches the robots.txt of each origin in turn. The URLs of a site whose file cannot be read stay unknown, and the
 * notice says why. Ends early if another list of URLs is chosen.
 */
export async function fetchOtherSites(origins: readonly string[]): Promise<void> {
  const isStill = takeListTurn();
  const problems: string[] = [];
  for (const origin of origins.slice(0, MAX_SITES)) {
    const record = await fetchSite(origin, 'default').catch((error: Error) => error);
    if (!isStill()) return;
    if (record instanceof Error) problems.push(`${origin}: ${record.message}`);
    else if (record.isFailure) problems.push(record.report ?? origin);
    else {
      const { text } = textOfBody(record.body ?? new Uint8Array());
      const { fetchedAt } = record;
      const file = { text, ...(fetchedAt && { fetchedAt: new Date(fetchedAt).toISOString() }) };
      session.set({ otherFiles: new Map([...session.get().otherFiles, [origin, file]]) });
    }
  }
  const left = Math.max(0, origins.length - MAX_SITES);
  const more = left > 0 ? [`Not fetched yet: ${countOf(left, 'more site')}.`] : [];
  const text = [...problems, ...more].join(' ');
  session.set({ notice: text === '' ? undefined : { kind: 'warning', text } });
}
