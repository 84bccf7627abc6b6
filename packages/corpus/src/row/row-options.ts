/** What a row is asked to say, checked and made ready once for all rows. */
import { type Preset, type PresetName, presets } from '@robots-exclusion/client/stored-answer';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import {
  type AgentIndex,
  type AgentProfile,
  agents,
  hasTokens,
  type ResolvedCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';

/** How captures become rows. */
export interface RowOptions {
  /**
   * Crawlers that are asked about, each by a product token, several of one crawler with commas, or a User-Agent header.
   *
   * @default {[]}
   */
  agents?: readonly string[];
  /** Paths or absolute URLs that each file is asked about for each crawler. @default {['/']} */
  targets?: readonly string[];
  /** Whose reading of outcomes holds. @default {'rfc9309'} */
  preset?: PresetName;
  /** Take product tokens as written, whatever the registry knows of the crawlers. @default {false} */
  literal?: boolean;
  /** Where names of crawlers are looked up. @default the registry of `robots-exclusion/agents` */
  registry?: AgentIndex;
  /** Octets of a robots.txt that are read. @default {512_000} */
  maxBytes?: number;
  /** The name of the archive, for the column `warc`. */
  warc?: string;
}

/** A crawler that is asked about. */
export interface AskedCrawler {
  /** The name of its column: its tokens with commas. */
  readonly name: string;
  readonly crawler: ResolvedCrawler;
}

/** Options made ready. */
export interface ReadyOptions {
  readonly crawlers: readonly AskedCrawler[];
  readonly targets: readonly string[];
  readonly preset: Preset;
  readonly maxBytes: number;
  readonly warc: string | null;
}

/**
 * Makes options ready.
 *
 * @throws {TypeError} If a crawler names no product token, a target is not a URL or path, or two crawlers have one name.
 * @throws {RangeError} If the preset is not known.
 */
export function readyOptions(options: RowOptions): ReadyOptions {
  const { preset = 'rfc9309', targets = ['/'], maxBytes = DEFAULT_MAX_BYTES, warc = null } = options;
  const found = presets.get(preset);
  if (!found) {
    throw new RangeError(
      `Cannot use the preset ${JSON.stringify(preset)}: expected one of ${[...presets.keys()].join(', ')}`,
    );
  }
  for (const target of targets) requireTarget(target);
  return { crawlers: crawlersOf(options), targets: [...new Set(targets)], preset: found, maxBytes, warc };
}

function requireTarget(target: unknown): void {
  const isTarget = typeof target === 'string' && (target.startsWith('/') || URL.canParse(target));
  if (isTarget) return;
  throw new TypeError(
    `Cannot ask about ${JSON.stringify(target)}: expected an absolute URL or a path that begins with "/"`,
  );
}

function crawlersOf({ agents: names = [], literal = false, registry }: RowOptions): AskedCrawler[] {
  const byName = new Map<string, AskedCrawler>();
  for (const name of names) {
    const crawler = resolveCrawler(name, { literal: literal || name === '*' }, registry);
    if (!hasTokens(crawler)) {
      throw new TypeError(
        `Cannot ask about the crawler ${JSON.stringify(name)}: expected a product token such as "FooBot"`,
      );
    }
    const column = crawler.tokens.join(',');
    // Names of columns differ in more than case, for programs that do not tell case.
    if (!byName.has(column.toLowerCase())) byName.set(column.toLowerCase(), { name: column, crawler });
  }
  return [...byName.values()];
}

/**
 * Product tokens of known crawlers that fetch for a purpose, such as `training` or `search`; `all` for every one.
 *
 * @throws {RangeError} If no crawler has that purpose.
 * @example
 * ```ts
 * import { agentsFor } from '@robots-exclusion/corpus';
 *
 * agentsFor('training').includes('GPTBot'); // true
 * ```
 */
export function agentsFor(purpose: string, known: readonly AgentProfile[] = agents): string[] {
  const chosen =
    purpose === 'all'
      ? known
      : known.filter(({ purposes }) => (purposes as readonly string[]).includes(purpose));
  if (chosen.length > 0) return chosen.map(({ token }) => token);
  const purposes = [...new Set(known.flatMap((agent) => agent.purposes))].sort();
  throw new RangeError(
    `Cannot find crawlers for ${JSON.stringify(purpose)}: expected all or one of ${purposes.join(', ')}`,
  );
}
