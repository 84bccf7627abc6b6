/**
 * Reads files for `--ranges` and `--signature-keys`. A file contains either our own JSON, keyed by crawler or URL,
 * or what an operator publishes.
 */
import { type Ranges, rangeKey, readRangeFile, readRangeList } from '@robots-exclusion/audit';
import type { AgentIndex } from 'robots-exclusion/agents';

/** Splits `TOKEN=FILE` or `FILE`. */
export function namedFile(named: string): { token?: string; file: string } {
  const [, token, file] = /^ *([A-Za-z][\w. -]*(?:\/[\w.]*)?\*?)=(.+)$/s.exec(named) ?? [];
  return token !== undefined && file !== undefined ? { token, file } : { file: named };
}

/**
 * The ranges in a file. A published list belongs to the crawler named by `token`, or else to the crawler that publishes
 * a list under this file name.
 *
 * @throws {TypeError} If a list's crawler cannot be determined, or the file has an unknown format.
 */
export function rangesIn(
  value: unknown,
  file: string,
  token: string | undefined,
  registry: AgentIndex | undefined,
): Ranges {
  if (token !== undefined) return new Map([[rangeKey(token), [readRangeList(value, token)]]]);
  const ranges = readRangeFile(value, file, registry);
  if (ranges) return ranges;
  throw new TypeError(
    `Cannot tell whose ranges these are: expected the crawler's product token before the file name, such as --ranges GPTBot=${file}`,
  );
}

/** Splits `URL=FILE` or `FILE`. */
export function keySetFile(named: string): { url?: string; file: string } {
  const [, url, file] = /^(https?:\/\/[^=\s]+)=(.+)$/s.exec(named) ?? [];
  return url !== undefined && file !== undefined ? { url, file } : { file: named };
}

/**
 * The key sets in a file, by URL.
 *
 * @throws {TypeError} If the file is a single key set whose URL is unknown.
 */
export function keySetsIn(
  value: unknown,
  file: string,
  url: string | undefined,
): Readonly<Record<string, unknown>> {
  if (url !== undefined) return { [url]: value };
  const isOne = typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
  if (!isOne) return value as Readonly<Record<string, unknown>>;
  throw new TypeError(
    `Cannot tell whose keys these are: expected the URL of the key set, or its origin, before the file name, such as --signature-keys https://bot.example=${file}`,
  );
}
