/** Checks whether a request came from the crawler in its User-Agent header, and shows the proof. */
import { type Identity, identify, readPublishedList } from '@robots-exclusion/audit';
import { type AgentProfile, type AgentVerification, findAgent } from 'robots-exclusion/agents';
import type { PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    identity: { question: IdentityQuestion; part: never; answer: IdentityAnswer };
  }
}

export interface IdentityQuestion {
  readonly ip: string;
  readonly userAgent: string;
  /** The list of ranges that the operator publishes, as JSON; empty for none. */
  readonly list: string;
}

export interface IdentityAnswer {
  readonly identity: Identity;
  readonly operator?: string;
  /** Ways to verify the crawler, as documented by its operator. */
  readonly ways: readonly string[];
  /** Why the list was not read. */
  readonly listProblem?: string;
}

const MAX_LENGTH = 8192;

export function identity({ ip, userAgent, list }: IdentityQuestion): IdentityAnswer {
  const header = userAgent.slice(0, MAX_LENGTH);
  const profile = findAgent(header);
  const read: ListRead = list.trim() !== '' && profile ? rangesFrom(list, profile) : {};
  const ranges = read.prefixes && profile && new Map([[profile.token.toLowerCase(), [read.prefixes]]]);
  return {
    identity: identify(ip.trim(), header, ranges ? { ranges } : {}),
    ...(profile && { operator: profile.operator }),
    ways: (profile?.verification ?? []).map(wayText),
    ...(read.problem !== undefined && { listProblem: read.problem }),
  };
}

interface ListRead {
  readonly prefixes?: ReturnType<typeof readPublishedList>;
  readonly problem?: string;
}

function rangesFrom(list: string, { token, verification }: AgentProfile): ListRead {
  const way = verification.find((one) => one.kind === 'ip-ranges');
  try {
    return { prefixes: readPublishedList(list, way?.kind === 'ip-ranges' ? way.format : 'prefixes', token) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function wayText(way: AgentVerification): string {
  switch (way.kind) {
    case 'ip-ranges':
      return `its address is in the list at ${way.url}`;
    case 'reverse-dns':
      return `its address resolves to a host name that ends with ${way.suffixes.join(' or ')}, and that name resolves back to the address`;
    default:
      return `it is signed (Web Bot Auth) with a key from ${way.signatureAgent}`;
  }
}

export const jobs: PanelJobs<'identity'> = { identity };
