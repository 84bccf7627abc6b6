/** The crawlers and targets that `robots warc` asks about. */
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { unreadable } from '../input/read-body.ts';

/** Names of crawlers, and profiles of those that the registry does not know. */
export interface AskedCrawlers {
  readonly agents: readonly string[];
  /** As `spec/schema/agents.json` describes them; undefined without any. */
  readonly profiles: unknown;
}

const REGISTRY = 'registry:';

/** @throws {CommandError} If `list` names no purpose, or no file that can be read. */
export async function askedCrawlers(
  names: readonly string[],
  list: string | undefined,
): Promise<AskedCrawlers> {
  if (list === undefined) return { agents: names, profiles: undefined };
  if (list.startsWith(REGISTRY))
    return { agents: [...names, ...(await ofPurpose(list))], profiles: undefined };
  const text = await readText(list).catch(({ message }: Error) => {
    throw new CommandError(
      `${message}: --agents takes a file or registry:PURPOSE; one crawler is --agent TOKEN`,
    );
  });
  if (!/^\s*[[{]/.test(text)) return { agents: [...names, ...linesOf(text)], profiles: undefined };
  const profiles = readJson(list, text);
  const tokens = (Array.isArray(profiles) ? profiles : []).map((profile) => String(profile?.token));
  return { agents: [...names, ...tokens], profiles };
}

/** Targets with commas between them, or in the lines of a file that is named with `@` before it. */
export async function askedTargets(list: string | undefined): Promise<readonly string[]> {
  if (list === undefined) return ['/'];
  const targets = list.startsWith('@')
    ? linesOf(await readText(list.slice(1)))
    : list.split(',').filter(Boolean);
  if (targets.length > 0) return targets;
  throw new CommandError(`Cannot use --targets ${JSON.stringify(list)}: expected paths such as "/,/about"`);
}

async function ofPurpose(list: string): Promise<readonly string[]> {
  const { agentsFor } = await import('@robots-exclusion/corpus');
  try {
    return agentsFor(list.slice(REGISTRY.length));
  } catch (error) {
    throw new CommandError(`Cannot use --agents ${JSON.stringify(list)}: ${(error as Error).message}`);
  }
}

async function readText(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error);
  });
}

/** Without blank lines and comments. */
function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function readJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`, ExitCode.badInput);
  }
}
