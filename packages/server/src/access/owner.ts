/**
 * Checks whether a request comes from the user who started the service. The peer and the `Host` must be loopback
 * addresses, no page of another site may have sent the request, and the request must contain the key that was shown at
 * the start. A proxy on this machine can forge everything except the key.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Refusal } from '../problems.ts';
import type { FieldReader } from './connection.ts';
import { isLoopbackHost } from './hosts.ts';

/** The parts of a request that the check uses. */
export interface OwnerQuestion {
  readonly field: FieldReader;
  /** The address of the connection's peer. */
  readonly address: string | undefined;
}

/** Why the request is rejected; undefined if it comes from the owner. */
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

/** Header fields that show that a proxy forwarded the request. */
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

/** Compares keys in constant time, so that timing does not reveal the key. */
function isSame(given: string, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(key));
}
