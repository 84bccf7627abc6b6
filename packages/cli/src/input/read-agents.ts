/** A file of crawlers for `--agents`. */
import { type AgentIndex, registryWith } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { readWhole } from './read-body.ts';

/** The registry with the crawlers of `file` before it; undefined without one. @throws {CommandError} */
export async function agentsOf(file: string | undefined): Promise<AgentIndex | undefined> {
  if (file === undefined) return undefined;
  const text = new TextDecoder().decode(await readWhole(file));
  try {
    return registryWith(JSON.parse(text));
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message.split('\n', 1)[0]}`, ExitCode.badInput);
  }
}
