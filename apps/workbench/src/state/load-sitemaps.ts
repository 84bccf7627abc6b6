/**
 * Replaces the list of URLs with the URLs of the file's sitemaps, fetched through the service. Supports index files and
 * compressed files.
 */

import { createServiceClient, type Problem } from '@robots-exclusion/server/client';
import { countOf } from '../engine/words.ts';
import { NO_RESPONSE } from '../service/no-response.ts';
import { session } from './session.ts';
import { takeListTurn } from './turn.ts';

const MAX_URLS = 50_000;
const MAX_FILES = 1000;

let running: AbortController | undefined;

/** Stops loading, but keeps the results so far. */
export function stopSitemaps(): void {
  running?.abort();
}

/**
 * Reads all sitemaps. Drops the result if the site or the list of URLs has changed, or if another run has started. An
 * edit of the draft does not matter.
 */
export async function loadSitemaps(): Promise<void> {
  const { robotsUrl, facts, url } = session.get();
  const isStill = takeListTurn();
  const stopper = new AbortController();
  running?.abort();
  running = stopper;
  const isCut = (facts?.sitemapsOmitted ?? 0) > 0;
  const found: Found = { urls: new Set(), problems: [], files: 0, isCut };
  await readAll([...(facts?.sitemaps ?? [])], found, stopper.signal);
  if (running !== stopper) return;
  running = undefined;
  session.set({ urlProgress: '' });
  if (!isStill() || session.get().robotsUrl !== robotsUrl) return;
  // The asked URL stays a row, whether or not a sitemap lists it.
  const urls = [...new Set([...(url === '' ? [] : [url]), ...found.urls])];
  if (found.urls.size > 0 || found.problems.length === 0)
    session.set({ urls, urlsFrom: 'person', weights: undefined, lineFilter: 0 });
  session.set({ notice: noticeFor(found, stopper.signal.aborted) });
}

interface Found {
  readonly urls: Set<string>;
  readonly problems: string[];
  files: number;
  /** Whether there were more URLs or files than the limits allow. */
  isCut: boolean;
}

async function readAll(waiting: string[], found: Found, signal: AbortSignal): Promise<void> {
  const seen = new Set(waiting);
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    if (signal.aborted) return;
    const all = seen.size.toLocaleString('en');
    session.set({
      urlProgress: `Reading sitemap ${++found.files} of ${all}: ${countOf(found.urls.size, 'URL')} so far`,
    });
    const answer = await read(place, signal);
    if (answer instanceof Error) {
      if (!signal.aborted) found.problems.push(answer.message);
      continue;
    }
    if (!answer.isComplete) found.isCut = true;
    for (const location of answer.locations) {
      if (answer.kind === 'index') {
        if (seen.has(location)) continue;
        if (seen.size >= MAX_FILES) found.isCut = true;
        else waiting.push(location);
        seen.add(location);
      } else if (found.urls.size < MAX_URLS) found.urls.add(location);
      else found.isCut = true;
    }
    if (found.urls.size >= MAX_URLS && waiting.length > 0) {
      found.isCut = true;
      return;
    }
  }
}

async function read(url: string, signal: AbortSignal) {
  const service = createServiceClient(location.origin, {
    fetch: (input, init) => fetch(input, { ...init, signal }),
  });
  try {
    const response = await service.v1.sitemap.$get({ query: { url } });
    if (response.ok) return await response.json();
    const { title, detail, errors = [] } = (await response.json()) as Partial<Problem>;
    return new Error(detail ?? errors[0]?.message ?? title ?? `The service answered ${response.status}`);
  } catch {
    return new Error(`${url}: ${NO_RESPONSE}`);
  }
}

function noticeFor({ urls, problems, files, isCut }: Found, isStopped: boolean) {
  const parts = [`${countOf(urls.size, 'URL')} from ${countOf(files, 'sitemap')}.`];
  if (isStopped) parts.push('Stopped.');
  if (isCut) parts.push('There are more URLs: at most 50,000 URLs from 1,000 sitemaps are listed.');
  parts.push(...problems.slice(0, 3));
  if (problems.length > 3) parts.push(`${countOf(problems.length - 3, 'more sitemap')} could not be read.`);
  return {
    kind: problems.length > 0 || isCut ? ('warning' as const) : ('info' as const),
    text: parts.join(' '),
  };
}
