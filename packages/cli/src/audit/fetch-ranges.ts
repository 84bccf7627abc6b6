/** Fetches published lists of crawlers' addresses. */
import { type Ranges, readPublishedList } from '@robots-exclusion/audit';
import type { RobotsRecord } from '@robots-exclusion/client';
import type { AgentProfile } from 'robots-exclusion/agents';
import { warn } from '../output/stdout.ts';

/** Ranges by crawler. A list that cannot be fetched or read neither proves nor refutes an identity. */
export async function fetchRanges(profiles: readonly AgentProfile[], signal: AbortSignal): Promise<Ranges> {
  const { fetchFile, whyNotFetched } = await import('../network/fetch-file.ts');
  const options = { preset: 'rfc9309', store: 'memory', timeout: 10_000, hasProgress: true } as const;
  const fetched = new Map<string, Promise<RobotsRecord>>();
  const recordOf = (url: string): Promise<RobotsRecord> => {
    const known = fetched.get(url) ?? fetchFile(url, options, signal);
    fetched.set(url, known);
    return known;
  };
  for (const { url } of profiles.flatMap(listsOf)) recordOf(url).catch(() => {});
  const ranges = new Map<string, ReturnType<typeof readPublishedList>[]>();
  const failures = new Map<string, string[]>();
  for (const profile of profiles) {
    const { token } = profile;
    try {
      const lists = await Promise.all(
        listsOf(profile).map(async ({ url, format }) => {
          const record = await recordOf(url);
          if (record.body === undefined) throw new Error(`Cannot fetch ${url}: ${whyNotFetched(record)}`);
          return readPublishedList(new TextDecoder().decode(record.body), format, token, Date.now());
        }),
      );
      // If one of a crawler's lists could not be read, an address may be in that list, so the crawler gets no ranges.
      if (lists.length > 0 && lists.length === publishedBy(profile)) ranges.set(token.toLowerCase(), lists);
    } catch (error) {
      signal.throwIfAborted();
      const { message } = error as Error;
      failures.set(message, [...(failures.get(message) ?? []), token]);
    }
  }
  // Many crawlers share a list, so a failure is reported once per list.
  for (const [message, tokens] of failures) warn(`no ranges of ${tokens.join(', ')}: ${message}`);
  return ranges;
}

function listsOf({ verification }: AgentProfile) {
  return verification.flatMap((way) =>
    way.kind === 'ip-ranges' && way.format !== 'page' && way.format !== 'json' ? [way] : [],
  );
}

function publishedBy({ verification }: AgentProfile): number {
  return verification.filter(({ kind }) => kind === 'ip-ranges').length;
}
