/** One request: who sent it, by files or the network. */
import { type Identity, identify } from '@robots-exclusion/audit';
import { agents } from 'robots-exclusion/agents';
import { agentsOf } from '../input/read-agents.ts';
import { type EvidenceOptions, openEvidence } from './evidence.ts';

/** What was found, with the question. */
export interface IdentifiedSender {
  ip: string;
  /** Product token; `null` where the header names no crawler. */
  token: string | null;
  operator?: string;
  identity: Identity['identity'];
  by?: string;
}

/** A file stands in for the network: where one is given, nobody is asked about the other either. */
export async function identifySender(
  ip: string,
  userAgent: string,
  options: EvidenceOptions & { offline?: boolean; signatureAgent?: string },
  signal: AbortSignal,
): Promise<IdentifiedSender> {
  const registry = await agentsOf(options.agents);
  const { token } = identify(ip, userAgent, { registry, signatureAgent: options.signatureAgent });
  const profile = (registry?.agents ?? agents).find((agent) => agent.token === token);
  const network = !options.offline && options.ranges === undefined && options.rdns === undefined;
  const { evidence, lookUp } = await openEvidence({ ...options, network }, signal, profile ? [profile] : []);
  if (profile?.verification.some(({ kind }) => kind === 'reverse-dns')) await lookUp?.([ip]);
  const found = identify(ip, userAgent, { ...evidence, signatureAgent: options.signatureAgent });
  return {
    ip,
    token: found.token ?? null,
    ...(profile && { operator: profile.operator }),
    identity: found.identity,
    ...(found.by !== undefined && { by: found.by }),
  };
}
