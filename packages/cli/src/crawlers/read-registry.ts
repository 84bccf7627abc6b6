/** Reads the file of crawler profiles that `--registry` names. */
import { type GivenPurposeToken, type UseWord, useWords } from '@robots-exclusion/operations/shared';
import { type AgentIndex, isFeed, openFeed, registryWith } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { jsonValue } from '../input/json-text.ts';
import { readWhole } from '../input/read-body.ts';

/** Reads the values of `--purpose-token`. @throws {CommandError} */
export function purposeTokensOf(values: readonly string[] = []): readonly GivenPurposeToken[] {
  return values.map((value) => {
    const [, token, purpose] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    const wrong = (expected: string) =>
      new CommandError(`Cannot use --purpose-token ${quoted(value)}: expected ${expected}`);
    if (token === undefined || purpose === undefined)
      throw wrong('NAME=PURPOSE, such as Foo-Training=ai-training');
    if (!Object.hasOwn(useWords, purpose)) throw wrong(`the purpose ${Object.keys(useWords).join(', ')}`);
    return { token, purpose: purpose as UseWord };
  });
}

/** The registry with the profiles of `file` added; undefined without a file. @throws {CommandError} */
export async function registryOf(file: string | undefined): Promise<AgentIndex | undefined> {
  return file === undefined ? undefined : registryWithProfiles(file, await readProfiles(file));
}

/**
 * The registry of a service; with `--strict-agents`, it rejects requests about unknown crawlers. @throws {CommandError}
 */
export async function servedRegistry({
  registry,
  strictAgents = false,
}: {
  readonly registry?: string | undefined;
  readonly strictAgents?: boolean | undefined;
}): Promise<AgentIndex | undefined> {
  const found = await registryOf(registry);
  return strictAgents ? { ...(found ?? registryWith([])), isClosed: true } : found;
}

/** The word that stands for the crawlers of public lists. A file of that name is `./listed`. */
const LISTED = 'listed';

/**
 * The unvalidated profiles of public lists, in a file, or in a feed that is named with its key as `ed25519:KEY[:SERIAL]=FILE`.
 *
 * @throws {CommandError} If the file is not JSON, or a feed that is not signed with the key, or is too old.
 */
export async function readProfiles(named: string): Promise<unknown> {
  if (named === LISTED) return (await import('./listed-agents.ts')).listedAgents();
  const { file, key, serial } = trustedFeed(named);
  const text = new TextDecoder().decode(await readWhole(file));
  try {
    const value = jsonValue(text);
    if (key !== undefined)
      return (await openFeed(value, { key, ...(serial !== undefined && { serial }) })).agents;
    if (isFeed(value)) throw new TypeError(`a feed is used with its key, as in ed25519:KEY=${file}`);
    return value;
  } catch (error) {
    throw unusable(file, error);
  }
}

/** @throws {CommandError} If a profile is invalid. */
export function registryWithProfiles(file: string, profiles: unknown): AgentIndex {
  try {
    return registryWith(profiles);
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Splits `ed25519:KEY[:SERIAL]=FILE`. */
export function trustedFeed(named: string): { file: string; key?: string; serial?: number } {
  const [, key, serial, file] = /^ed25519:([\w-]{43})(?::(\d{1,15}))?=(.+)$/s.exec(named) ?? [];
  if (key === undefined || file === undefined) return { file: named };
  return { file, key, ...(serial !== undefined && { serial: Number(serial) }) };
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}

function unusable(file: string, error: unknown): CommandError {
  return new CommandError(`${file}: ${(error as Error).message.split('\n', 1)[0]}`, ExitCode.badInput);
}
