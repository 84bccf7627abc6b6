/** What identities are proven with: files, or the network. */
import {
  type Evidence,
  type Ranges,
  readNames,
  readPublishedList,
  readRanges,
} from '@robots-exclusion/audit';
import { lookUpNames, systemResolver } from '@robots-exclusion/audit/node';
import { type AgentIndex, type AgentProfile, agents } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { agentsOf } from '../input/read-agents.ts';
import { readWhole } from '../input/read-body.ts';
import { printable } from '../output/printable.ts';

/** Options of commands that identify senders. */
export interface EvidenceOptions {
  ranges?: string;
  rdns?: string;
  network?: boolean;
  agents?: string;
  trustClaims?: boolean;
}

/** Evidence, and what looks up the names of addresses for it. */
export interface OpenedEvidence {
  readonly evidence: Omit<Evidence, 'signatureAgent'>;
  readonly lookUp?: (addresses: readonly string[]) => Promise<void>;
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
  const registry = await agentsOf(options.agents);
  const ranges = await openRanges(options, registry, profiles, signal);
  const { trustClaims } = options;
  const base = { ...(registry && { registry }), ...(ranges && { ranges }), trustClaims };
  if (options.rdns !== undefined)
    return { evidence: { ...base, namesOf: await fromFile(options.rdns, readNames) } };
  if (!options.network) return { evidence: base };
  const names = lookUpNames(systemResolver());
  return { evidence: { ...base, namesOf: names.namesOf }, lookUp: names.lookUp };
}

async function openRanges(
  { ranges, network }: EvidenceOptions,
  registry: AgentIndex | undefined,
  profiles: readonly AgentProfile[] = registry?.agents ?? agents,
  signal: AbortSignal,
): Promise<Ranges | undefined> {
  if (ranges !== undefined) return fromFile(ranges, readRanges);
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

/** A list that cannot be fetched, or read, proves nothing and refutes nothing. */
async function fetchRanges(profiles: readonly AgentProfile[], signal: AbortSignal): Promise<Ranges> {
  const { fetchFile } = await import('../network/fetch-file.ts');
  const options = { preset: 'rfc9309', store: 'memory', timeout: 10_000, hasProgress: true } as const;
  const lists = profiles.flatMap(({ token, verification }) =>
    verification.flatMap((way) =>
      way.kind === 'ip-ranges' && way.format !== 'page' && way.format !== 'json' ? [{ token, ...way }] : [],
    ),
  );
  const fetched = new Map<string, Promise<Uint8Array | undefined>>();
  const bodyOf = (url: string): Promise<Uint8Array | undefined> => {
    const known = fetched.get(url) ?? fetchFile(url, options, signal).then(({ body }) => body);
    fetched.set(url, known);
    return known;
  };
  const ranges = new Map<string, ReturnType<typeof readPublishedList>>();
  for (const { url } of lists) bodyOf(url).catch(() => {});
  for (const { token, url, format } of lists) {
    try {
      const body = await bodyOf(url);
      if (body === undefined) throw new Error('it cannot be fetched');
      const list = readPublishedList(new TextDecoder().decode(body), format, token);
      if (list.length > 0) ranges.set(token.toLowerCase(), list);
    } catch (error) {
      signal.throwIfAborted();
      console.error(
        `robots: warning: no ranges of ${token} from ${url}: ${printable((error as Error).message)}`,
      );
    }
  }
  return ranges;
}
