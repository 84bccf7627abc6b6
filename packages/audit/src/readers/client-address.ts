/** Decides which of a line's addresses is the client's. */
import type { Hit, OtherAddresses } from '../hit.ts';
import {
  type Address,
  addressOf,
  isIn,
  isPrivate,
  kindOfV4,
  type Prefix,
  prefixOf,
} from '../identity/address.ts';
import { fieldKey, isPeerName, proxyField } from './address-roles.ts';

/** What the user states about addresses. */
export interface AddressOptions {
  /**
   * Address blocks of the site's own proxies, such as `192.0.2.0/24`, in addition to private ones. If given, every other
   * peer is a client.
   */
  ownProxies?: readonly string[] | undefined;
  /** The field with the client's address, such as `X-Forwarded-For`, `http_x_forwarded_for` or `peer`. */
  clientAddress?: string | undefined;
}

/** The same, with the blocks as numbers. */
export interface ReadAddressOptions extends Omit<AddressOptions, 'ownProxies'> {
  ownProxies?: readonly Prefix[] | undefined;
}

/** @throws {RangeError} If a block is not one. */
export function readAddressOptions({ ownProxies, clientAddress }: AddressOptions): ReadAddressOptions {
  return { ownProxies: ownProxies?.map(prefixOf), clientAddress };
}

/**
 * Replaces the peer's address of a hit by the client's. Only the site's own proxies are believed: those with a private
 * address, or one in `ownProxies`. If a public peer may be a client or a proxy, the address stays the peer's, and
 * `addressDoubt` says what else it may be.
 *
 * @returns False if the line lacks the field that the user named.
 */
export function settleAddress(hit: Hit, options: ReadAddressOptions): boolean {
  const { addresses } = hit;
  if (options.clientAddress !== undefined) return settleAsTold(hit, options.clientAddress, options);
  if (addresses) settleByRole(hit, addresses, options);
  else if (options.ownProxies && isOwn(hit.address, options)) hit.addressDoubt = OWN_PROXY;
  return true;
}

const OWN_PROXY = 'the address of an own proxy';

function settleAsTold(hit: Hit, name: string, options: ReadAddressOptions): boolean {
  const { addresses } = hit;
  const text = addresses?.chosen ?? (isPeerName(name) ? hit.address : fieldValue(addresses, name));
  const isThere = text !== undefined && addressesIn(text).length > 0;
  if (isThere) hit.address = withoutOwn(text, options);
  // Without the field, the peer is the client, or a proxy that asks for itself.
  else if (isOwn(hit.address, options)) hit.addressDoubt = OWN_PROXY;
  return isThere;
}

function fieldValue(addresses: OtherAddresses | undefined, name: string): string | undefined {
  if (fieldKey(name) === 'client') return addresses?.client;
  if (name.toLowerCase() === 'forwarded') return addresses?.forwarded ?? addresses?.connecting;
  const field = proxyField(name);
  if (!addresses || !field) return undefined;
  const by = field.role === 'forwarded' ? addresses.forwardedBy : addresses.connectingBy;
  return by === undefined || by === field.by ? addresses[field.role] : undefined;
}

function settleByRole(hit: Hit, addresses: OtherAddresses, options: ReadAddressOptions): void {
  if (settlePlain(hit, addresses, options)) return;
  const { forwarded, forwardedBy = 'the forwarded field', connecting, connectingBy = '' } = addresses;
  const logged = addresses.client;
  if (logged !== undefined && logged !== hit.address && isPublic(logged, options)) {
    hit.address = logged;
    return;
  }
  if (logged !== undefined && hit.address === '') hit.address = logged;
  const chain = forwarded && isPublic(forwarded, options) ? forwarded : undefined;
  const single = connecting && isPublic(connecting, options) ? connecting : undefined;
  if (hit.address !== '' && isPublic(hit.address, options)) {
    if (options.ownProxies) return;
    const by = isOther(chain, hit.address)
      ? forwardedBy
      : isOther(single, hit.address)
        ? connectingBy
        : undefined;
    if (by !== undefined) hit.addressDoubt = `${by} names another client than the public peer`;
    return;
  }
  const told = chain ?? single;
  if (told === undefined) {
    hit.address = logged ?? hit.address;
    if (isOwn(hit.address, options)) hit.addressDoubt = OWN_PROXY;
    return;
  }
  hit.address = withoutOwn(hit.address === '' ? told : `${told}, ${hit.address}`, options);
  if (
    chain !== undefined &&
    single !== undefined &&
    clientIn(chain, options)?.toString() !== clientIn(single, options)?.toString()
  )
    hit.addressDoubt = `${forwardedBy} and ${connectingBy} name different clients`;
}

/**
 * The usual case behind a proxy: a private peer, and one public address in the forwarded field, both of IPv4. The result
 * is the same but for the proxy's address, which is left out: a client is one, however many proxies pass it on.
 */
function settlePlain(hit: Hit, addresses: OtherAddresses, { ownProxies }: ReadAddressOptions): boolean {
  const { client, forwarded, connecting } = addresses;
  if (ownProxies || client !== undefined || connecting !== undefined) return false;
  if (forwarded === undefined || forwarded.includes(',')) return false;
  if (kindOfV4(forwarded) !== 'public' || kindOfV4(hit.address) !== 'private') return false;
  hit.address = forwarded;
  return true;
}

/** Whether the peer is not among the addresses of the field. */
function isOther(chain: string | undefined, peer: string): boolean {
  const own = addressOf(peer)?.toString();
  return chain !== undefined && !addressesIn(chain).some((one) => one.toString() === own);
}

function addressesIn(text: string): Address[] {
  if (!text.includes(',')) {
    const address = addressOf(text);
    return address ? [address] : [];
  }
  return text.split(',').flatMap((one) => addressOf(one) ?? []);
}

/** The last public address of a chain. */
function clientIn(chain: string, options: ReadAddressOptions): Address | undefined {
  return addressesIn(chain).findLast((address) => !isPrivate(address) && !isOwnAddress(address, options));
}

/** A chain without the site's own proxies, unless nothing else is in it. */
function withoutOwn(chain: string, options: ReadAddressOptions): string {
  if (!options.ownProxies) return chain;
  const parts = chain.split(',').map((one) => one.trim());
  const others = parts.filter((one) => !isOwn(one, options));
  return others.length === 0 ? chain : others.join(', ');
}

function isPublic(text: string, options: ReadAddressOptions): boolean {
  return clientIn(text, options) !== undefined;
}

function isOwn(text: string, options: ReadAddressOptions): boolean {
  const address = addressOf(text);
  return address !== undefined && isOwnAddress(address, options);
}

function isOwnAddress(address: Address, { ownProxies = [] }: ReadAddressOptions): boolean {
  return ownProxies.some((prefix) => isIn(address, prefix));
}
