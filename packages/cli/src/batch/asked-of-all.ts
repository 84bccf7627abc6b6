/** The crawlers and targets that a batch asks every file about. */
import { type AgentIndex, hasTokens, resolveCrawler } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { askedCrawlers, askedTargets } from '../corpus/asked-crawlers.ts';
import { agentsOf } from '../input/read-agents.ts';
import type { AskedOfAll } from './question.ts';

/** Options as the command has them. */
export interface AskedOptions {
  readonly agent?: readonly string[];
  readonly agents?: string;
  readonly targets?: string;
}

/** What is asked of every file, and where names are looked up. */
export interface AskedAndRegistry {
  readonly asked: AskedOfAll;
  /** Undefined for the known crawlers. */
  readonly registry: AgentIndex | undefined;
  /** The crawlers' columns. */
  readonly names: readonly string[];
}

/** @throws {CommandError} If a list cannot be read, a crawler has no product token, or a target is not a URL or a path. */
export async function readAsked({ agent = [], agents, targets }: AskedOptions): Promise<AskedAndRegistry> {
  const { agents: listed, profiles } = await askedCrawlers(agent, agents);
  // Profiles are looked up; whom records ask about is theirs to say.
  const crawlers = profiles === undefined ? listed : agent;
  const registry = profiles === undefined ? undefined : await agentsOf(agents);
  const byName = new Map<string, readonly [column: string, name: string]>();
  for (const name of crawlers) {
    const column = columnOf(name, registry);
    if (!byName.has(column.toLowerCase())) byName.set(column.toLowerCase(), [column, name]);
  }
  const asked = {
    crawlers: crawlers.length > 0 ? [...byName.values()].map(([, name]) => name) : undefined,
    targets: targets === undefined ? undefined : [...new Set(await askedTargets(targets))].map(checked),
  };
  return { asked, registry, names: [...byName.values()].map(([column]) => column) };
}

function columnOf(name: string, registry: AgentIndex | undefined): string {
  const crawler = resolveCrawler(name, {}, registry);
  if (hasTokens(crawler)) return crawler.tokens.join(',');
  throw new CommandError(
    `Cannot ask about the crawler ${JSON.stringify(name)}: expected a product token such as "FooBot"`,
  );
}

function checked(target: string): string {
  if (target.startsWith('/') || URL.canParse(target)) return target;
  throw new CommandError(
    `Cannot ask about ${JSON.stringify(target)}: expected an absolute URL or a path that begins with "/"`,
  );
}
