/** `robots check --dialect all`: reads one robots.txt in every dialect, for every URL. */
import type { Failure } from '@robots-exclusion/operations';
import { type ReadingsAnswer, readings } from '@robots-exclusion/operations/readings';
import { CommandError } from '../command-error.ts';
import type { Crawler } from '../crawlers/crawlers.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import type { ListedUrl } from '../input/url-list.ts';
import { withScheme } from '../input/with-scheme.ts';
import { refusalOfTarget } from './rules-source.ts';
import { hostTeller } from './several-hosts.ts';

/** One run. */
export interface DialectRun {
  urls: readonly string[];
  list?: AsyncIterable<ListedUrl>;
  crawlers: readonly Crawler[];
  body: Uint8Array;
  /** The source of the body. */
  title: string;
  maxBytes: number;
  /** Rules listed beside the deciding one. */
  maxCandidates: number;
  write: (item: ReadingsAnswer) => Promise<void>;
  /** Called once with the notes about all of them. */
  end: (note: string | undefined) => Promise<void>;
  signal: AbortSignal;
}

/** The exit code is about RFC 9309's reading. @throws {CommandError} If a URL is invalid. */
export async function runDialects(run: DialectRun): Promise<ExitCode> {
  const { body, title, crawlers, maxBytes, maxCandidates } = run;
  const codes = new Set<ExitCode>();
  const evidence = { source: title };
  const hosts = hostTeller(title);
  for await (const { url: text } of allUrls(run)) {
    const url = withScheme(text);
    hosts.see(url);
    const refusal = refusalOfTarget(url);
    if (refusal !== undefined) throw new CommandError(refusal);
    for (const crawler of crawlers) {
      run.signal.throwIfAborted();
      const asked = { robots: { body, maxBytes }, urls: [url], crawlers: [crawler], maxCandidates };
      await readings.load?.(asked);
      for (const answer of readings.run(asked)) {
        if (isFailure(answer)) throw new CommandError(answer.error.message);
        await run.write({ ...answer, evidence });
        codes.add(isDisallowed(answer) ? ExitCode.disallowed : ExitCode.allowed);
      }
    }
  }
  if (codes.size === 0)
    throw new CommandError('Cannot check: there is not a URL, expected one as an argument or in --urls');
  await run.end(hosts.tell());
  return mostImportant(codes);
}

function isFailure(answer: ReadingsAnswer | Failure): answer is Failure {
  return 'error' in answer;
}

/** The first reading is RFC 9309's. */
function isDisallowed({ readings: [first] }: ReadingsAnswer): boolean {
  return first !== undefined && 'allowed' in first.verdict && !first.verdict.allowed;
}

async function* allUrls({ urls, list }: DialectRun): AsyncGenerator<ListedUrl> {
  for (const url of urls) yield { url };
  if (list) yield* list;
}
