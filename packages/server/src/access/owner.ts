/**
 * Whether a request comes from whoever started the service: over the loopback interface, to a loopback address, from no
 * other page, and with the key that was shown at the start. The key is what a proxy on this machine, which hides all of
 * the rest, does not have.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Refusal } from '../problems.ts';
import type { FieldReader } from './connection.ts';
import { isLoopbackHost } from './hosts.ts';

/** What is looked at of a request. */
export interface OwnerQuestion {
  readonly field: FieldReader;
  /** The peer of the connection. */
  readonly address: string | undefined;
}

/** Undefined for a request of the owner. */
export function ownerRefusal(key: string, { field, address }: OwnerQuestion): Refusal | undefined {
  const host = field('host') ?? '';
  const origin = field('origin');
  const site = field('sec-fetch-site');
  const isHere = isLoopbackAddress(address) && isLoopbackHost(host);
  const isOwnPage =
    (origin === null || origin === `http://${host}`) && (site ?? 'same-origin') === 'same-origin';
  const isDirect = FORWARDED.every((name) => field(name) === null);
  return isHere && isOwnPage && isDirect && isSame(field('x-owner-key') ?? '', key)
    ? undefined
    : { problem: 'owner-only' };
}

/** A request with one of these came by somebody else. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

function isLoopbackAddress(address = ''): boolean {
  const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** In a time that does not tell how much of the key is right. */
function isSame(given: string, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(key));
}
