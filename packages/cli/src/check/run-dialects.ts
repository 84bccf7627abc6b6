/** `robots check --dialect all`: every URL read by every dialect, from one robots.txt. */
import type { Verdict } from 'robots-exclusion';
import { type Interpretation, interpretations } from 'robots-exclusion/dialects';
import { withoutSecrets } from 'robots-exclusion/print';
import { CommandError } from '../command-error.ts';
import type { Crawler } from '../crawlers/crawlers.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import type { ListedUrl } from '../input/url-list.ts';
import { withScheme } from '../input/with-scheme.ts';
import { refusalOfTarget } from './rules-source.ts';
import { hostTeller } from './several-hosts.ts';

/** How all dialects read one URL for one crawler: the record of the JSON output. */
export interface DialectItem {
  url: string;
  agent: readonly string[];
  readings: readonly ShownReading[];
  /** Present if the file is longer than the limit: only its beginning was read. */
  isTruncated?: true;
}

/** One dialect's reading. */
export interface ShownReading {
  dialect: string;
  /** Absent where the original fails. */
  allowed?: boolean;
  because?: Verdict['because'];
  line?: number;
  rule?: string;
  /** What the original fails with. */
  error?: string;
  /** Known from its operator's documentation only. */
  basis?: 'documented';
  /** Only where the answer is not RFC 9309's. */
  differsBecause?: Interpretation['differsBecause'];
}

/** One run. */
export interface DialectRun {
  urls: readonly string[];
  list?: AsyncIterable<ListedUrl>;
  crawlers: readonly Crawler[];
  body: Uint8Array;
  /** What the body was read from. */
  title: string;
  maxBytes: number;
  write: (item: DialectItem) => Promise<void>;
  signal: AbortSignal;
}

/** The exit code is about RFC 9309's reading. @throws {CommandError} If a URL is none. */
export async function runDialects(run: DialectRun): Promise<ExitCode> {
  const codes = new Set<ExitCode>();
  const cut = run.body.length > run.maxBytes ? ({ isTruncated: true } as const) : {};
  const hosts = hostTeller(run.title);
  for await (const { url: text } of allUrls(run)) {
    const url = withScheme(text);
    hosts.see(url);
    const refusal = refusalOfTarget(url);
    if (refusal !== undefined) throw new CommandError(refusal);
    for (const { tokens } of run.crawlers) {
      run.signal.throwIfAborted();
      const readings = interpretations(run.body, tokens, url, { maxBytes: run.maxBytes }).map(shown);
      await run.write({ url: withoutSecrets(url, ''), agent: tokens, readings, ...cut });
      codes.add(readings[0]?.allowed === false ? ExitCode.disallowed : ExitCode.allowed);
    }
  }
  hosts.tell();
  if (codes.size === 0)
    throw new CommandError('Cannot check: there is not a URL, expected one as an argument or in --urls');
  return mostImportant(codes);
}

async function* allUrls({ urls, list }: DialectRun): AsyncGenerator<ListedUrl> {
  for (const url of urls) yield { url };
  if (list) yield* list;
}

function shown({ dialect, verdict, differsBecause }: Interpretation): ShownReading {
  if ('error' in verdict) return { dialect: dialect.name, error: verdict.error };
  const { allowed, because, rule, basis } = verdict;
  return {
    dialect: dialect.name,
    allowed,
    because,
    ...(rule && { line: rule.line, rule: rule.text }),
    ...(basis && { basis }),
    ...(differsBecause && { differsBecause }),
  };
}
