/** Fills a store in advance. */

import type { Outcome, RobotsClient, RobotsRecord } from '@robots-exclusion/client';
import { inOrder } from '@robots-exclusion/client/in-order';
import { parseUrl } from '@robots-exclusion/client/url';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { requireUrl } from '../input/require-url.ts';
import { type ListedUrl, readUrlList } from '../input/url-list.ts';
import { withScheme } from '../input/with-scheme.ts';
import { startProgress } from '../output/progress.ts';
import { tell } from '../output/stdout.ts';
import { type ListFormat, recordList } from '../record/record-list.ts';

export interface WarmRun {
  client: RobotsClient;
  urls: readonly string[];
  /** A file of URLs, or `-`. */
  list: string | undefined;
  signal: AbortSignal;
}

/** Number of origins requested concurrently. */
const concurrency = 32;

/** Outcomes of requests that leave nothing to store. */
const NOT_KEPT: ReadonlySet<Outcome> = new Set(['unreachable', 'unsupported', 'refused']);

/** Fetches robots.txt from the origin of every URL, unless it is stored; returns the exit codes. */
export async function warmRecords(run: WarmRun, format: ListFormat): Promise<ReadonlySet<ExitCode>> {
  const { client, urls, list, signal } = run;
  const asked = urls.map(requireUrl);
  if (urls.length === 0 && list === undefined) {
    throw new CommandError('Cannot warm the store without a URL: expected one as an argument or in --urls');
  }
  const codes = new Set<ExitCode>();
  const written = recordList(format);
  const progress = await startProgress('origins');
  const seen = new Set<string>();

  async function warm({ url: text, line }: ListedUrl): Promise<RobotsRecord | undefined> {
    const url = withScheme(text);
    const origin = parseUrl(url)?.origin;
    if (origin === undefined) {
      tell(`line ${line} of the list is not an absolute URL: ${JSON.stringify(url)}`);
      codes.add(ExitCode.badInput);
      return undefined;
    }
    if (origin !== 'null' && seen.has(origin)) return undefined;
    seen.add(origin);
    return client.robots(url, { signal });
  }

  try {
    for await (const record of inOrder(allUrls({ ...run, urls: asked }), { items: concurrency }, warm)) {
      signal.throwIfAborted();
      if (!record) continue;
      if (NOT_KEPT.has(record.outcome)) codes.add(ExitCode.undetermined);
      await written.write(record);
      progress.at(seen.size);
    }
    await written.end();
    return codes;
  } finally {
    progress.end();
  }
}

async function* allUrls({ urls, list }: WarmRun): AsyncGenerator<ListedUrl> {
  for (const url of urls) yield { url };
  if (list !== undefined) yield* readUrlList(list);
}
