/** The evidence for senders' identities, from files or the network. */
import {
  joinedRanges,
  type Ranges,
  type RunEvidence,
  rangeKey,
  readNames,
  readRangeFile,
  readRangeList,
  unknownRangeNotes,
} from '@robots-exclusion/audit';
import {
  lookUpNames,
  type NameLookUp,
  readSignatureKeys,
  systemResolver,
  verifyWith,
} from '@robots-exclusion/audit/node';
import { type AgentIndex, type AgentProfile, agents, findAgent } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { MOST_NOTES } from '../crawlers/crawler-notes.ts';
import { registryOf } from '../crawlers/read-registry.ts';
import { ExitCode } from '../exit-codes.ts';
import { jsonValue } from '../input/json-text.ts';
import { readWhole } from '../input/read-body.ts';
import { counted } from '../output/counted.ts';
import { fetchKeys, type KeySets } from './fetch-keys.ts';
import { fetchRanges } from './fetch-ranges.ts';

export interface EvidenceOptions {
  /** Files of ranges, each prefixed by the crawler's token and `=` if the file does not contain the token. */
  ranges?: readonly string[];
  rdns?: string;
  /**
   * Files of keys, each prefixed by the URL of the key set, or its origin, and `=` if the file does not contain it.
   */
  signatureKeys?: readonly string[];
  network?: boolean;
  registry?: string;
  trustClaims?: boolean;
  strictAgents?: boolean;
}

/** The evidence, and the function that looks up host names for addresses. */
export interface OpenedEvidence {
  readonly evidence: RunEvidence;
  readonly lookUp?: (addresses: readonly string[]) => Promise<void>;
  /** DNS answers in the format of `--rdns`; `undefined` if there were no queries. */
  readonly rdns: () => unknown;
  /** Key sets by URL, in the format of `--signature-keys`; `undefined` if there are none. */
  readonly keySets: KeySets | undefined;
  /** What must be said of the look-ups, after they were made. */
  readonly remarks: () => readonly string[];
}

/**
 * Opens the evidence. Evidence for which a file is given is not fetched from the network.
 *
 * @param profiles - The crawlers whose published lists are fetched with `network`. Default: every known crawler.
 * @throws {CommandError} If a file cannot be read.
 */
export async function openEvidence(
  options: EvidenceOptions,
  signal: AbortSignal,
  profiles?: readonly AgentProfile[],
): Promise<OpenedEvidence> {
  const registry = await registryOf(options.registry);
  const profilesKnown = registry?.agents ?? agents;
  const ranges = await openRanges(options, registry, profiles ?? profilesKnown, signal);
  if (options.strictAgents && ranges) requireKnownOwners(ranges, registry);
  const { trustClaims } = options;
  const keySets = await openKeySets(options, profiles ?? profilesKnown, signal);
  const keys = keySets && { verifySignature: verifyWith(readSignatureKeys(keySets)) };
  const base = { ...(registry && { registry }), ...(ranges && { ranges }), ...keys, trustClaims };
  if (options.rdns !== undefined) {
    const recorded = await fromFile(options.rdns, (value) => ({ value, namesOf: readNames(value) }));
    return {
      evidence: { ...base, namesOf: recorded.namesOf },
      rdns: () => recorded.value,
      keySets,
      remarks: none,
    };
  }
  if (!options.network) return { evidence: base, rdns: () => undefined, keySets, remarks: none };
  const names = lookUpNames(systemResolver());
  return {
    evidence: { ...base, namesOf: names.namesOf },
    lookUp: names.lookUp,
    rdns: () => names.answers(),
    keySets,
    remarks: () => remarksOn(names),
  };
}

const none = (): readonly string[] => [];

function remarksOn({ disbelieved, leftOut }: NameLookUp): readonly string[] {
  const wrong = `DNS does not answer questions whose answers are known, such as the name of 8.8.8.8, so its answers were ignored, and ${counted(disbelieved, 'sender')} not checked by name.`;
  const left = `Not looked up in DNS, because there are more than it may be asked about: ${counted(leftOut, 'sender')}.`;
  return [...(disbelieved > 0 ? [wrong] : []), ...(leftOut > 0 ? [left] : [])];
}

function firstOf(notes: readonly string[]): string {
  const left = notes.length - MOST_NOTES;
  return [...notes.slice(0, MOST_NOTES), ...(left > 0 ? [`${left} more are not known`] : [])].join(' ');
}

/** @throws {CommandError} If ranges are given for an unknown crawler. */
function requireKnownOwners(ranges: Ranges, registry: AgentIndex | undefined): void {
  const isKnown = (token: string): boolean =>
    registry ? registry.byToken.has(token.toLowerCase()) : findAgent(token) !== undefined;
  const notes = unknownRangeNotes(ranges, { isKnown, registry });
  if (notes.length > 0) throw new CommandError(`Refused by --strict-agents: ${firstOf(notes)}`);
}

/** The ranges in files, or those that the operators publish. @throws {CommandError} */
export async function openRanges(
  { ranges, network }: Pick<EvidenceOptions, 'ranges' | 'network'>,
  registry: AgentIndex | undefined,
  profiles: readonly AgentProfile[],
  signal: AbortSignal,
): Promise<Ranges | undefined> {
  if (ranges !== undefined) {
    const sources = await Promise.all(
      ranges.map((named) => {
        const { token, file } = namedFile(named);
        return fromFile(file, (value) => rangesIn(value, file, token, registry));
      }),
    );
    return joinedRanges(sources);
  }
  return network ? fetchRanges(profiles, signal) : undefined;
}

async function openKeySets(
  { signatureKeys, network }: EvidenceOptions,
  profiles: readonly AgentProfile[],
  signal: AbortSignal,
): Promise<KeySets | undefined> {
  if (signatureKeys !== undefined) return keySetFiles(signatureKeys);
  return network ? fetchKeys(profiles, signal) : undefined;
}

/**
 * The key sets in files, named as for `--signature-keys`.
 *
 * @throws {CommandError} If a file cannot be read, or is not a key set.
 */
export async function keySetFiles(names: readonly string[]): Promise<KeySets> {
  const files = names.map((named) => {
    const { url, file } = keySetFile(named);
    return fromFile(file, (value) => {
      const sets = keySetsIn(value, file, url);
      readSignatureKeys(sets);
      return sets;
    });
  });
  return Object.assign({}, ...(await Promise.all(files))) as KeySets;
}

async function fromFile<Value>(file: string, read: (value: unknown) => Value): Promise<Value> {
  const text = new TextDecoder().decode(await readWhole(file));
  try {
    return read(jsonValue(text));
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message.split('\n', 1)[0]}`, ExitCode.badInput);
  }
}

// Reads files for `--ranges` and `--signature-keys`. A file contains either our own JSON, keyed by crawler or URL,
// or what an operator publishes.

/** Splits `TOKEN=FILE` or `FILE`. */
function namedFile(named: string): { token?: string; file: string } {
  const [, token, file] = /^ *([A-Za-z][\w. -]*(?:\/[\w.]*)?\*?)=(.+)$/s.exec(named) ?? [];
  return token !== undefined && file !== undefined ? { token, file } : { file: named };
}

/**
 * The ranges in a file. A published list belongs to the crawler named by `token`, or else to the crawler that publishes
 * a list under this file name.
 *
 * @throws {TypeError} If a list's crawler cannot be determined, or the file has an unknown format.
 */
function rangesIn(
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
function keySetFile(named: string): { url?: string; file: string } {
  const [, url, file] = /^(https?:\/\/[^=\s]+)=(.+)$/s.exec(named) ?? [];
  return url !== undefined && file !== undefined ? { url, file } : { file: named };
}

/**
 * The key sets in a file, by URL.
 *
 * @throws {TypeError} If the file is a single key set whose URL is unknown.
 */
function keySetsIn(value: unknown, file: string, url: string | undefined): Readonly<Record<string, unknown>> {
  if (url !== undefined) return { [url]: value };
  const isOne = typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
  if (!isOne) return value as Readonly<Record<string, unknown>>;
  throw new TypeError(
    `Cannot tell whose keys these are: expected the URL of the key set, or its origin, before the file name, such as --signature-keys https://bot.example=${file}`,
  );
}
