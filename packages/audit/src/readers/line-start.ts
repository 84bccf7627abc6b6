/**
 * Reads the fields before the time of a Combined line: the host, the client and the user, which servers write in several
 * orders. A field counts only if its text is what that field holds.
 */
import { isAddressText, isClientText } from './address-text.ts';

/** Which fields precede the time. `client`: client, identd user, user. `host`: host first. `lighttpd`: host second. */
export type StartKind = 'client' | 'host' | 'lighttpd';

export interface LineStart {
  readonly kind: StartKind;
  /** Empty if several addresses stand there and nothing tells which one is the client's. */
  readonly address: string;
  readonly host: string | undefined;
}

/** A name with a dot. A single word may be any machine's or request's name. */
const NAME = /^(?:[\w-]+\.)+[a-z][\w-]*\.?(?::\d{1,5})?$/i;
const NAME_AND_PORT = /^[\w.-]+:\d{1,5}$/;
/** An address with a port that servers listen at. Clients have other ports. */
const SERVER_PORT = /^(?:[\d.]+|\[[0-9a-f:.]+\]):(?:80|443|8\d\d\d)$/i;
const USER = /^(?!\S*:$)/;

/** The fields in `text`, which ends before the blank that precedes the time; `undefined` if they have another order. */
export function lineStart(text: string): LineStart | undefined {
  const words = text.replaceAll(', ', ',').split(' ');
  const [first = '', second = '', third = '', fourth] = words.map(unquoted);
  if (isHost(first) && isChain(second) && words.length > 2) return hostFirst(first, second);
  if (first === '-' && NAME.test(second) && isChain(third)) return start('host', third, second);
  if (isChain(first) && NAME.test(second) && words.length > 2) return start('lighttpd', first, second);
  if (isChain(first) && isChain(second)) return start('client', '', undefined);
  // A word before the client: the name of the machine that collected the line, or the number of the request.
  if (/^[\w-]+:?$/.test(first) && isChain(second)) return start('client', second, undefined);
  // A host, a client's name, identd and user. If the first is an address, it may be the server's or the client's.
  if (third === '-' && fourth !== undefined && second !== '-' && isClientText(second))
    return isHost(first) ? hostFirst(first, second) : start('client', '', undefined);
  if (!isClientText(first) || words.length < 3 || /[.:]/.test(second)) return undefined;
  return USER.test(third) ? start('client', first, undefined) : undefined;
}

function hostFirst(host: string, address: string): LineStart {
  return start('host', address, host === '_' || host === '-' ? undefined : host);
}

function start(kind: StartKind, address: string, host: string | undefined): LineStart {
  return { kind, address: address.replaceAll(',', ', '), host };
}

function isHost(text: string): boolean {
  return text === '_' || text === '-' || SERVER_PORT.test(text) || (isNamed(text) && !isAddressText(text));
}

function isNamed(text: string): boolean {
  return NAME.test(text) || NAME_AND_PORT.test(text);
}

function isChain(text: string): boolean {
  return text !== '' && text.split(',').every((one) => isAddressText(one) || one.startsWith('unix:'));
}

function unquoted(word: string): string {
  return /^"[^"]*"$/.test(word) ? word.slice(1, -1) : word;
}
