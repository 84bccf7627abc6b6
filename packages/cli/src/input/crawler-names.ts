/** Reads the crawler names in `--agent` and `--agents`. */
import { type AgentIndex, crawlerNames, findAgent, findAgentIn, namesPurpose } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { listedLines } from './listed-lines.ts';
import { readWhole, statOrNone } from './read-body.ts';

export interface NamedCrawlers {
  readonly agent?: readonly string[];
  readonly agents?: readonly string[];
}

/**
 * One name for each crawler, in the order of the options, with `registry:PURPOSE` replaced by the known crawlers with
 * that purpose.
 *
 * @throws {CommandError} If a file cannot be read, a list is empty, or no crawler has a requested purpose.
 */
export async function readCrawlerNames(
  { agent = [], agents = [] }: NamedCrawlers,
  registry: AgentIndex | undefined,
): Promise<readonly string[]> {
  const names = [...agent];
  for (const list of agents) names.push(...(await namesOfList(list, registry)));
  try {
    return crawlerNames(names, registry);
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(error.message);
    throw error;
  }
}

export function namesFile(list: string): boolean {
  return partsOf(list).some((part) => isFile(part, undefined));
}

async function namesOfList(list: string, registry: AgentIndex | undefined): Promise<readonly string[]> {
  const names: string[] = [];
  for (const part of partsOf(list)) {
    names.push(...(isFile(part, registry) ? await namesInFile(part) : [part]));
  }
  if (names.length > 0) return names;
  throw new CommandError(
    `Cannot use --agents ${JSON.stringify(list)}: it names no crawler, expected comma-separated names, a file with one per line, or registry:PURPOSE`,
  );
}

function partsOf(list: string): string[] {
  // Commas in a header do not separate names.
  const parts = list.includes('(') ? [list] : list.split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Whether a value names a file rather than a crawler: it is written like a path, or a file with this name exists. */
function isFile(part: string, registry: AgentIndex | undefined): boolean {
  if (namesPurpose(part) || isToken(part, registry)) return false;
  if (/^\.{0,2}[/\\]|\.(txt|json|list|csv)$/i.test(part)) return true;
  return statOrNone(part)?.isFile() === true;
}

function isToken(part: string, registry: AgentIndex | undefined): boolean {
  const known = registry === undefined ? findAgent(part) : findAgentIn(registry, part);
  return known?.token.toLowerCase() === part.toLowerCase();
}

async function namesInFile(file: string): Promise<readonly string[]> {
  const text = new TextDecoder().decode(await readWhole(file));
  if (/^\s*[[{]/.test(text)) {
    throw new CommandError(
      `Cannot use --agents ${JSON.stringify(file)}: it contains JSON, expected one crawler per line; to add crawler profiles, use --registry ${file}`,
    );
  }
  const names = listedLines(text);
  if (names.length > 0) return names;
  throw new CommandError(
    `Cannot use --agents ${JSON.stringify(file)}: the file names no crawler, expected one per line`,
  );
}
