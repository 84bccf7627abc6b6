/** `robots check --dialect all`: reads one robots.txt in every dialect, for every URL. */
import type { Failure } from '@robots-exclusion/operations';
import { type ReadingsAnswer, readings } from '@robots-exclusion/operations/readings';
import { CommandError } from '../command-error.ts';
import type { Crawler } from '../crawlers/crawlers.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import type { ListedUrl } from '../input/url-list.ts';
import { withScheme } from '../input/with-scheme.ts';
import type { CheckFailure } from './check-result.ts';
import { refusalOfTarget } from './rules-source.ts';
import { hostTeller } from './several-hosts.ts';

/** The verdict of each dialect for a URL, or a failure if the URL is invalid. */
export type ReadingsItem = ReadingsAnswer | CheckFailure;

export interface DialectRun {
  urls: readonly string[];
  list?: AsyncIterable<ListedUrl>;
  crawlers: readonly Crawler[];
  body: Uint8Array;
  /** The name of the body's source. */
  title: string;
  maxBytes: number;
  /** The maximum number of matching rules listed beside the deciding one. */
  maxCandidates: number;
  write: (item: ReadingsItem) => Promise<void>;
  /** Called once, after all items, with the note on several hosts, if there is one. */
  end: (note: string | undefined) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Returns the exit code for the verdicts of RFC 9309. @throws {CommandError} If a URL on the command line is invalid.
 */
export async function runDialects(run: DialectRun): Promise<ExitCode> {
  const { body, title, crawlers, maxBytes, maxCandidates } = run;
  const codes = new Set<ExitCode>();
  const evidence = { source: title };
  const hosts = hostTeller(title);
  for (const url of run.urls) {
    const refusal = refusalOfTarget(withScheme(url));
    if (refusal !== undefined) throw new CommandError(refusal);
  }
  for await (const { url: text, line } of allUrls(run)) {
    run.signal.throwIfAborted();
    const url = withScheme(text);
    hosts.see(url);
    const asked = { robots: { body, maxBytes }, urls: [url], crawlers, maxCandidates };
    await readings.load?.(asked);
    for (const answer of readings.run(asked)) {
      const place = line === undefined ? {} : { line };
      await run.write('error' in answer ? { ...answer, ...place } : { ...answer, evidence });
      codes.add(exitCodeOf(answer));
    }
  }
  if (codes.size === 0)
    throw new CommandError('Cannot check without a URL: expected one as an argument or in --urls');
  await run.end(hosts.tell());
  return mostImportant(codes);
}

/** The exit code for the first verdict in the list, which is that of RFC 9309. */
function exitCodeOf(answer: ReadingsItem | Failure): ExitCode {
  if ('error' in answer) return ExitCode.badInput;
  const [first] = answer.readings;
  const isDisallowed = first !== undefined && 'allowed' in first.verdict && !first.verdict.allowed;
  return isDisallowed ? ExitCode.disallowed : ExitCode.allowed;
}

async function* allUrls({ urls, list }: DialectRun): AsyncGenerator<ListedUrl> {
  for (const url of urls) yield { url };
  if (list) yield* list;
}
