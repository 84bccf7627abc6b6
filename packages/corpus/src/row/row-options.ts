/** The options of rows, validated and prepared once for all rows. */
import { type PresetName, presets } from '@robots-exclusion/client/stored-answer';
import { DEFAULT_MAX_BYTES, isAllowed } from 'robots-exclusion';
import {
  type AgentIndex,
  type AgentProfile,
  agents,
  comparedTokens,
  hasTokens,
  type ResolvedCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { columnNames, defaultColumns } from './columns.ts';
import type { ColumnName } from './corpus-row.ts';
import type { AskedCrawler, ReadyOptions } from './ready-options.ts';

/** Options for converting captures to rows. */
export interface RowOptions<Column extends ColumnName = ColumnName> {
  /**
   * Requested crawlers. Each is a product token, comma-separated tokens of one crawler, or a User-Agent header.
   *
   * @default {[]}
   */
  agents?: readonly string[];
  /** Paths or absolute URLs to check in each file for each crawler. @default {['/']} */
  targets?: readonly string[];
  /** The policy that maps HTTP outcomes to decisions. @default {'rfc9309'} */
  preset?: PresetName;
  /** Treat names as plain product tokens; ignore the crawler registry. @default {false} */
  literal?: boolean;
  /** The registry in which to look up crawler names. @default the registry of `robots-exclusion/agents` */
  registry?: AgentIndex;
  /** The number of octets of a robots.txt to read. @default {DEFAULT_MAX_BYTES} */
  maxBytes?: number;
  /** The name of the archive, for the column `warc`. */
  warc?: string;
  /**
   * The requested columns. Only these columns are computed, and they are always in the order of the row. @default all
   * but `robots` and `http`
   */
  columns?: readonly Column[];
}

/**
 * Validates and prepares options.
 *
 * @throws {TypeError} If a crawler names no product token, a target is not a URL or path, two crawlers have one name,
 * or crawlers are requested without the column `crawlers`.
 * @throws {RangeError} If the preset or a column is unknown.
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
  return {
    crawlers: crawlersOf(options),
    targets: [...new Set(targets)],
    alwaysOpen: new Set(targets.filter((target) => isAllowed(CLOSED, '*', target))),
    preset: found,
    maxBytes,
    warc,
    columns: columnsOf(options),
  };
}

/** A file that disallows everything that can be disallowed. */
const CLOSED = 'User-agent: *\nDisallow: /\n';

function columnsOf({ columns: wanted, agents: names = [] }: RowOptions): readonly ColumnName[] {
  if (wanted === undefined) return defaultColumns;
  const unknown = wanted.find((name) => !columnNames.includes(name));
  if (unknown !== undefined || wanted.length === 0) {
    const what = unknown === undefined ? 'an empty list of columns' : `the column ${JSON.stringify(unknown)}`;
    throw new RangeError(`Cannot use ${what}: expected some of ${columnNames.join(', ')}`);
  }
  const hasCrawlers = (wanted as readonly ColumnName[]).includes('crawlers');
  if (hasCrawlers === names.length > 0) return columnNames.filter((name) => wanted.includes(name));
  throw new TypeError(
    hasCrawlers
      ? 'Cannot fill the column "crawlers": expected at least one crawler in "agents"'
      : 'Cannot judge crawlers without the column "crawlers": expected it among the columns',
  );
}

function requireTarget(target: unknown): void {
  const isTarget = typeof target === 'string' && (target.startsWith('/') || URL.canParse(target));
  if (isTarget) return;
  throw new TypeError(
    `Cannot check the target ${JSON.stringify(target)}: expected an absolute URL or a path that begins with "/"`,
  );
}

function crawlersOf({ agents: names = [], literal = false, registry }: RowOptions): AskedCrawler[] {
  const byName = new Map<string, AskedCrawler>();
  for (const name of names) {
    const crawler = resolveCrawler(name, { literal: literal || name === '*' }, registry);
    if (!hasTokens(crawler)) {
      throw new TypeError(
        `Cannot check the crawler ${JSON.stringify(name)}: expected a product token such as "FooBot"`,
      );
    }
    const column = crawler.tokens.join(',');
    // Crawlers whose column names differ only in case share one column, because some programs ignore case.
    if (!byName.has(column.toLowerCase())) byName.set(column.toLowerCase(), askedCrawler(column, crawler));
  }
  return [...byName.values()];
}

function askedCrawler(name: string, { who }: ResolvedCrawler): AskedCrawler {
  const isProfile = typeof who === 'object' && 'token' in who;
  if (!isProfile) {
    return { name, tokens: comparedTokens([who].flat()), fallbackTokens: [], appliesStar: true };
  }
  return {
    name,
    tokens: comparedTokens([who.token]),
    fallbackTokens: comparedTokens(who.fallbackTokens),
    appliesStar: who.appliesStar,
  };
}

/**
 * Product tokens of the known crawlers that fetch for a purpose, such as `training` or `search`; `all` returns every
 * crawler.
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
