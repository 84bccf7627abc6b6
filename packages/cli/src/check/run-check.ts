/** Checks every URL, in order and with limited concurrency. */
import { inOrder } from '@robots-exclusion/client/in-order';
import type { Failure } from '@robots-exclusion/operations';
import { CommandError } from '../command-error.ts';
import { type ExitCode, mostImportant } from '../exit-codes.ts';
import type { ListedUrl } from '../input/url-list.ts';
import { withScheme } from '../input/with-scheme.ts';
import type { CheckFailure } from './check-result.ts';
import type { RulesSource } from './rules-source.ts';
import { hostTeller } from './several-hosts.ts';

export interface CheckRun<Answer extends { readonly url: string }> {
  /** URLs on the command line. An invalid one is the caller's mistake, and is reported before anything is requested. */
  urls: readonly string[];
  /** URLs in a list. An invalid one is reported as an error, and the run continues. */
  list?: AsyncIterable<ListedUrl>;
  source: RulesSource<Answer | Failure>;
  write: (item: Answer | CheckFailure) => Promise<void>;
  exitCodeOf: (item: Answer | CheckFailure) => ExitCode;
  /** Called once, after all items, with the note on several hosts, if there is one. */
  end: (note: string | undefined) => Promise<void>;
  signal: AbortSignal;
}

const concurrency = 16;

/** @throws {CommandError} If a URL on the command line is invalid. */
export async function runCheck<Answer extends { readonly url: string }>(
  run: CheckRun<Answer>,
): Promise<ExitCode> {
  const { source, write, exitCodeOf, signal } = run;
  for (const url of run.urls) {
    const refusal = source.refusal(withScheme(url));
    if (refusal !== undefined) throw new CommandError(refusal);
  }
  const codes = new Set<ExitCode>();
  const hosts = hostTeller(source.title);
  let count = 0;
  for await (const items of inOrder(allUrls(run), { items: concurrency }, (listed) =>
    checkUrl(listed, run),
  )) {
    signal.throwIfAborted();
    for (const item of items) {
      await write(item);
      hosts.see(item.url);
      codes.add(exitCodeOf(item));
      count++;
    }
  }
  if (count === 0)
    throw new CommandError('Cannot check without a URL: expected one as an argument or in --urls');
  await run.end(hosts.tell());
  return mostImportant(codes);
}

async function* allUrls({ urls, list }: Pick<CheckRun<never>, 'urls' | 'list'>): AsyncGenerator<ListedUrl> {
  for (const url of urls) yield { url };
  if (list) yield* list;
}

async function checkUrl<Answer extends { readonly url: string }>(
  { url: text, line }: ListedUrl,
  { source }: CheckRun<Answer>,
): Promise<readonly (Answer | CheckFailure)[]> {
  const items = await source.check(withScheme(text));
  return line === undefined ? items : items.map((item) => ('error' in item ? { ...item, line } : item));
}
