/** Identifies the sender of one request, using files or the network. */
import {
  type Evidence,
  type Identity,
  identify,
  isAddress,
  rangeNotes,
  unknownRangeNotes,
} from '@robots-exclusion/audit';
import { type AgentIndex, agents, describeCrawler, findAgent, resolveCrawler } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { registryOf } from '../crawlers/read-registry.ts';
import { tell, warn } from '../output/stdout.ts';
import { type EvidenceOptions, openEvidence } from './evidence.ts';

export interface IdentifiedSender {
  ip: string;
  /** The product token; `null` if the header names no crawler. */
  token: string | null;
  known: boolean;
  /** For an unknown crawler, the known tokens most similar to its name, possibly none. */
  nearest?: readonly string[];
  operator?: string;
  identity: Identity['identity'];
  by?: string;
  /** The checks that were run and did not confirm the crawler, although others could not be run. */
  failed?: string;
}

/** @throws {CommandError} If the address is invalid, or the User-Agent header is itself an address. */
export function requireArguments(ip: string, userAgent: string): void {
  const isRight = isAddress(ip);
  const isSwapped = isAddress(userAgent);
  if (isRight && !isSwapped) return;
  const example = "such as robots identify 66.249.66.1 'Googlebot/2.1'";
  const problem =
    !isRight && isSwapped
      ? `${JSON.stringify(ip)} and ${JSON.stringify(userAgent)} are swapped: expected the address first`
      : isSwapped
        ? `${JSON.stringify(userAgent)} is an address: expected a User-Agent header after the address`
        : `${JSON.stringify(ip)} is not a valid address: expected an IPv4 or IPv6 address before the User-Agent header`;
  throw new CommandError(`Cannot identify a sender: ${problem}, ${example}`);
}

/** @throws {CommandError} Always, because the crawler is unknown. */
function refuseUnknown(userAgent: string, registry: AgentIndex | undefined): never {
  const { note } = describeCrawler(undefined, resolveCrawler(`${userAgent} ()`, {}, registry), registry);
  throw new CommandError(`Refused by --strict-agents: ${note ?? 'the header names no known crawler'}`);
}

/** If an evidence file is given, nothing is fetched unless `network` is set. */
export async function identifySender(
  ip: string,
  userAgent: string,
  options: EvidenceOptions,
  signal: AbortSignal,
): Promise<IdentifiedSender> {
  const { strictAgents, ...evidenceOptions } = options;
  const registry = await registryOf(options.registry);
  const { token } = identify(ip, userAgent, { registry });
  const profile = (registry?.agents ?? agents).find((agent) => agent.token === token);
  const hasFile = options.ranges !== undefined || options.rdns !== undefined;
  const network = options.network ?? !hasFile;
  const { evidence, lookUp, remarks } = await openEvidence(
    { ...evidenceOptions, network },
    signal,
    profile ? [profile] : [],
  );
  if (profile?.verification.some(({ kind }) => kind === 'reverse-dns')) await lookUp?.([ip]);
  for (const remark of remarks()) warn(remark);
  const found = identify(ip, userAgent, evidence);
  checkRanges(evidence, found.token);
  const known = profile !== undefined || found.identity === 'signature';
  if (strictAgents && !known) refuseUnknown(userAgent, registry);
  return {
    ip,
    token: found.token ?? null,
    known,
    ...(!known && { nearest: nearestTo(userAgent, found.token, registry) }),
    ...(profile && { operator: profile.operator }),
    identity: found.identity,
    ...(found.by !== undefined && { by: found.by }),
    ...('failed' in found && { failed: found.failed }),
  };
}

/** Known tokens similar to the name in the header. Browser headers resemble no token, so they get no note. */
function nearestTo(
  userAgent: string,
  token: string | undefined,
  registry: AgentIndex | undefined,
): readonly string[] {
  const resolved = resolveCrawler(`${userAgent} ()`, {}, registry);
  const { nearest = [], note } = describeCrawler(undefined, resolved, registry);
  if (note !== undefined && (token !== undefined || nearest.length > 0)) tell(note);
  return nearest;
}

/**
 * Warns about doubtful ranges, in the same words as an audit.
 *
 * @throws {CommandError} If ranges are given for a crawler that nobody knows, unless it is the one asked about.
 */
function checkRanges({ ranges, registry }: Evidence, asked: string | undefined): void {
  if (!ranges) return;
  const isKnown = (token: string): boolean =>
    token === asked?.toLowerCase() ||
    (registry ? registry.byToken.has(token.toLowerCase()) : findAgent(token) !== undefined);
  const [unknown] = unknownRangeNotes(ranges, { isKnown, registry });
  if (unknown !== undefined) throw new CommandError(unknown);
  for (const note of rangeNotes(ranges, { first: Date.now(), last: Date.now() })) warn(note);
}
