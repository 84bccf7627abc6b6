/** Short forms of the verification methods, for the records in this directory. */
import type { AgentVerification, IpRangesFormat } from '../agent-profile.ts';

/** The client's address is in the list at `url`. */
export function ipRanges(url: string, format: IpRangesFormat = 'prefixes'): AgentVerification {
  return { kind: 'ip-ranges', url, format };
}

/** The client's address resolves to a name under one of `domains`, and that name resolves to the address. */
export function reverseDns(...domains: readonly string[]): AgentVerification {
  return { kind: 'reverse-dns', suffixes: domains.map((domain) => `.${domain}`) };
}

/** The request is signed with a key from the directory of `signatureAgent`. */
export function signature(signatureAgent: string): AgentVerification {
  return { kind: 'signature', signatureAgent };
}
