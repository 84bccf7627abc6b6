/** Checks every URL for every crawler, in order, with a bounded number under way. */
import { inOrder } from '@robots-exclusion/client/in-order';
import { CommandError } from '../command-error.ts';
import { type ExitCode, mostImportant } from '../exit-codes.ts';
import type { ListedUrl } from '../input/url-list.ts';
import { withScheme } from '../input/with-scheme.ts';
import { type CheckItem, exitCodeOf } from './check-result.ts';
import type { PageStatements } from './check-usage.ts';
import type { Crawler } from './crawlers.ts';
import type { RulesSource } from './rules-source.ts';

/** One run. */
export interface CheckRun {
  /** URLs of the command line: a bad one is a mistake of the caller, found before anything is asked. */
  urls: readonly string[];
  /** URLs of a list: a bad one is answered by an error, and the run goes on. */
  list?: AsyncIterable<ListedUrl>;
  crawlers: readonly Crawler[];
  source: RulesSource;
  /** Adds how the rules were obtained. */
  isExplained: boolean;
  /** Adds what is stated about the use of each URL, in robots.txt and in this; undefined adds nothing. */
  usage: PageStatements | undefined;
  /** Receives the items in order. */
  write: (item: CheckItem) => Promise<void>;
  signal: AbortSignal;
}

/** URLs under way at a time. */
const concurrency = 16;

/** @throws {CommandError} If a URL of the command line is none. */
export async function runCheck(run: CheckRun): Promise<ExitCode> {
  const { source, write, signal } = run;
  for (const url of run.urls) {
    const refusal = source.refusal(withScheme(url));
    if (refusal !== undefined) throw new CommandError(refusal);
  }
  const codes = new Set<ExitCode>();
  let count = 0;
  for await (const items of inOrder(allUrls(run), { items: concurrency }, (listed) =>
    checkUrl(listed, run),
  )) {
    signal.throwIfAborted();
    for (const item of items) {
      await write(item);
      codes.add(exitCodeOf(item));
      count++;
    }
  }
  if (count === 0)
    throw new CommandError('Cannot check: there is not a URL, expected one as an argument or in --urls');
  return mostImportant(codes);
}

async function* allUrls({ urls, list }: CheckRun): AsyncGenerator<ListedUrl> {
  for (const url of urls) yield { url };
  if (list) yield* list;
}

async function checkUrl(
  { url: text, line }: ListedUrl,
  { source, crawlers, isExplained, usage: page }: CheckRun,
): Promise<readonly CheckItem[]> {
  const url = withScheme(text);
  const refusal = source.refusal(url);
  if (refusal !== undefined) {
    return [{ url, line: line ?? 0, error: { code: 'invalid-url', message: refusal } }];
  }
  const results = await Promise.all(
    crawlers.map(async (crawler) => {
      const result = await source.check(url, crawler);
      const usage = page && (await source.usage(url, crawler, page));
      return usage ? { ...result, usage } : result;
    }),
  );
  if (!isExplained) return results;
  const evidence = await source.evidence(url);
  return results.map((result) => ({ ...result, evidence }));
}
