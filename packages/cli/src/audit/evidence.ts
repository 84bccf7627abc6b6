/** What identities are proven with: files, or the network. */
import { type Evidence, joinedRanges, type Ranges, readNames } from '@robots-exclusion/audit';
import { lookUpNames, systemResolver } from '@robots-exclusion/audit/node';
import { type AgentProfile, agents } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { readWhole } from '../input/read-body.ts';
import { registryOf } from '../input/read-registry.ts';
import { fetchRanges } from './fetch-ranges.ts';
import { namedFile, rangesIn } from './range-files.ts';

/** Options of commands that identify senders. */
export interface EvidenceOptions {
  /** Files, each with the crawler's token and `=` before it where the file does not say whose it is. */
  ranges?: readonly string[];
  rdns?: string;
  network?: boolean;
  registry?: string;
  trustClaims?: boolean;
}

/** Evidence, and what looks up the names of addresses for it. */
export interface OpenedEvidence {
  readonly evidence: Omit<Evidence, 'signatureAgent'>;
  readonly lookUp?: (addresses: readonly string[]) => Promise<void>;
  /** What DNS answered, as `--rdns` takes it; `undefined` where nobody was asked. */
  readonly rdns: () => unknown;
}

/**
 * A file stands in for the part of the network that it is about.
 *
 * @param profiles - Whose published lists are fetched with `network`. Default: of every known crawler.
 * @throws {CommandError} If a file cannot be read.
 */
export async function openEvidence(
  options: EvidenceOptions,
  signal: AbortSignal,
  profiles?: readonly AgentProfile[],
): Promise<OpenedEvidence> {
  const registry = await registryOf(options.registry);
  const profilesKnown = registry?.agents ?? agents;
  const ranges = await openRanges(options, profilesKnown, profiles ?? profilesKnown, signal);
  const { trustClaims } = options;
  const base = { ...(registry && { registry }), ...(ranges && { ranges }), trustClaims };
  if (options.rdns !== undefined) {
    const recorded = await fromFile(options.rdns, (value) => ({ value, namesOf: readNames(value) }));
    return { evidence: { ...base, namesOf: recorded.namesOf }, rdns: () => recorded.value };
  }
  if (!options.network) return { evidence: base, rdns: () => undefined };
  const names = lookUpNames(systemResolver());
  return {
    evidence: { ...base, namesOf: names.namesOf },
    lookUp: names.lookUp,
    rdns: () => names.answers(),
  };
}

async function openRanges(
  { ranges, network }: EvidenceOptions,
  known: readonly AgentProfile[],
  profiles: readonly AgentProfile[],
  signal: AbortSignal,
): Promise<Ranges | undefined> {
  if (ranges !== undefined) {
    const sources = await Promise.all(
      ranges.map((named) => {
        const { token, file } = namedFile(named);
        return fromFile(file, (value) => rangesIn(value, file, token, known));
      }),
    );
    return joinedRanges(sources);
  }
  return network ? fetchRanges(profiles, signal) : undefined;
}

async function fromFile<Value>(file: string, read: (value: unknown) => Value): Promise<Value> {
  const text = new TextDecoder().decode(await readWhole(file));
  try {
    return read(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message.split('\n', 1)[0]}`, ExitCode.badInput);
  }
}
