import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { type AgentIndex, type AgentsFeed, openFeed } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { jsonFile } from '../input/json-file.ts';
import { makeFeed } from './make-feed.ts';

export interface FeedOptions {
  readonly feed: string;
  readonly key?: string;
  readonly previous?: string;
  /** Days until the feed expires. @default 30 */
  readonly days?: number;
}

/** Writes the feed, and says how it is used. @throws {CommandError} If a file cannot be read or written. */
export async function writeFeed(registry: AgentIndex, options: FeedOptions): Promise<string[]> {
  const { feed: file, key: keyFile, previous, days = 30 } = options;
  if (keyFile === undefined)
    throw new CommandError(
      'Cannot write a feed: expected --key FILE, a key that "robots sign --make-key" makes',
    );
  const jwk = (await jsonFile(keyFile)) as { x?: string };
  const now = Date.now();
  try {
    const before = previous === undefined ? undefined : await openPrevious(previous, jwk.x ?? '');
    const feed = makeFeed(registry.agents, jwk, { previous: before, now, days });
    const text = `${JSON.stringify(feed)}\n`;
    await writeFile(file, text);
    const { added, changed, removed } = feed.changes;
    return [
      `${file}: feed ${feed.serial}, ${feed.agents.length} crawlers, ${gzipSync(text).length} octets with gzip, expires ${feed.expires}`,
      `  ${added.length} added, ${changed.length} changed, ${removed.length} removed`,
      `  use it with --registry ed25519:${jwk.x}:${feed.serial}=${file}`,
    ];
  } catch (error) {
    throw new CommandError(`Cannot write a feed: ${(error as Error).message}`, ExitCode.badInput);
  }
}

/** The feed before may have expired meanwhile. */
async function openPrevious(file: string, key: string): Promise<AgentsFeed> {
  const value = await jsonFile(file);
  const { issued } = value as { issued?: string };
  return openFeed(value, { key, now: Date.parse(String(issued)) });
}
