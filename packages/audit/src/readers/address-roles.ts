/**
 * The roles of address fields. The peer is whoever opened the connection, which may be a proxy. Other fields state for
 * whom a proxy made the request; anybody can send them.
 */
import { withoutPorts } from './address-text.ts';
import type { Fields } from './to-hit.ts';

/**
 * `address`: the peer. `client`: the client, as the program that logged determined it. `forwarded`: a chain to which
 * each proxy appends the address that it saw. `connecting`: the one client that a proxy names.
 */
export type AddressRole = 'address' | 'client' | 'forwarded' | 'connecting';

/** Names of header fields by their key. */
const FORWARDED: ReadonlyMap<string, string> = new Map([
  ['xforwardedfor', 'X-Forwarded-For'],
  ['forwardedfor', 'X-Forwarded-For'],
  ['xff', 'X-Forwarded-For'],
  ['forwarded', 'Forwarded'],
]);
const CONNECTING: ReadonlyMap<string, string> = new Map([
  ['cfconnectingip', 'CF-Connecting-IP'],
  ['trueclientip', 'True-Client-IP'],
  ['xrealip', 'X-Real-IP'],
  ['xclientip', 'X-Client-IP'],
  ['fastlyclientip', 'Fastly-Client-IP'],
  ['proxyprotocoladdr', 'PROXY protocol'],
]);
const PEERS: ReadonlySet<string> = new Set([
  ...['peer', 'address', 'remoteaddr', 'remoteip', 'remotehost', 'remote', 'h', 'a', 'cip', 'clienthost'],
  ...['clientaddr', 'sourceip', 'sourceaddress', 'realipremoteaddr'],
]);

/** The name of a field in the form used for comparison: without the marks of a format and the path to a header field. */
export function fieldKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/^.*\./s, '')
    .replace(/[^a-z0-9]/g, '')
    .replace(/^(?:downstream|request|req|http|cs)+(?=.)/, '')
    .replace(/(?<=for|ip)i$/, '');
}

/** The role and the display name of a field that proxies write; `undefined` for other fields. */
export function proxyField(name: string): { role: 'forwarded' | 'connecting'; by: string } | undefined {
  const key = fieldKey(name);
  const forwarded = FORWARDED.get(key);
  if (forwarded !== undefined) return { role: 'forwarded', by: forwarded };
  const connecting = CONNECTING.get(key);
  return connecting === undefined ? undefined : { role: 'connecting', by: connecting };
}

/** Whether the user's `--client-address` names this field. */
export function isNamed(name: string, wanted: string | undefined): boolean {
  return wanted !== undefined && fieldKey(name) === fieldKey(wanted);
}

/** Whether the user's `--client-address` names the peer, whatever the format calls it. */
export function isPeerName(name: string): boolean {
  return PEERS.has(fieldKey(name));
}

/** Adds the value of a field that proxies write. The first value of each role counts. */
export function putProxyField(
  fields: Fields,
  { role, by }: { role: 'forwarded' | 'connecting'; by: string },
  text: string,
): void {
  if (text === '' || text === '-' || fields[role] !== undefined) return;
  fields[role] = withoutPorts(by === 'Forwarded' ? forwardedChain(text) : text);
  fields[role === 'forwarded' ? 'forwardedBy' : 'connectingBy'] = by;
}

/** The addresses in a `Forwarded` field (RFC 7239 §4), as a chain. */
function forwardedChain(text: string): string {
  return [...text.matchAll(/(?:^|[;,\s])for="?(\[[^\]]*\](?::\d+)?|[^";,\s]+)/gi)]
    .map(([, one]) => one)
    .join(', ');
}
