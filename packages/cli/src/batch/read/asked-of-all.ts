/** The crawlers and targets that a batch evaluates for every file. */
import type { AgentIndex } from 'robots-exclusion/agents';
import { CommandError } from '../../command-error.ts';
import type { CrawlerOptions } from '../../crawlers/crawler-options.ts';
import { readCrawlers } from '../../crawlers/read-crawlers.ts';
import { askedTargets } from '../../input/asked-targets.ts';
import type { AskedOfAll } from './question.ts';

export interface AskedOptions extends CrawlerOptions {
  readonly targets?: string;
}

/** The query for every file, and the registry that resolves crawler names. */
export interface AskedAndRegistry {
  readonly asked: AskedOfAll;
  /** Undefined for the built-in registry. */
  readonly registry: AgentIndex | undefined;
  /** The names of the crawlers' columns. */
  readonly names: readonly string[];
}

/** @throws {CommandError} If a list cannot be read, a crawler has no product token, or a target is not a URL or a path. */
export async function readAsked({ targets, ...options }: AskedOptions): Promise<AskedAndRegistry> {
  const { crawlers, registry } = await readCrawlers(options);
  const byColumn = new Map<string, (typeof crawlers)[number]>();
  for (const crawler of crawlers) {
    const column = crawler.name.toLowerCase();
    if (!byColumn.has(column)) byColumn.set(column, crawler);
  }
  const asked = {
    crawlers: crawlers.length > 0 ? [...byColumn.values()].map(({ given }) => given) : undefined,
    targets: targets === undefined ? undefined : [...new Set(await askedTargets(targets))].map(checked),
  };
  return { asked, registry, names: [...byColumn.values()].map(({ name }) => name) };
}

function checked(target: string): string {
  if (target.startsWith('/') || URL.canParse(target)) return target;
  throw new CommandError(
    `Cannot check ${JSON.stringify(target)}: expected an absolute URL or a path that begins with "/"`,
  );
}
