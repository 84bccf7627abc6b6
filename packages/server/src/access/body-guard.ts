/**
 * Accepts only JSON bodies. Forms cannot send JSON, and before a script of another origin sends it, the browser asks
 * the service for permission (CORS). So no page can send such a body without permission.
 */
import { essenceOf, NDJSON } from '../body/media-type.ts';
import type { Refusal } from '../problems.ts';
import type { FieldReader } from './connection.ts';

/** The media types that are accepted. */
const JSON_TYPE = 'application/json';

/** Why the body of a POST is rejected, if it is. The stated length is trusted, because the transport enforces it. */
export function bodyRefusal(field: FieldReader, maxBytes: number): Refusal | undefined {
  const type = field('content-type') ?? undefined;
  const essence = type === JSON_TYPE ? JSON_TYPE : essenceOf(type);
  const coding = field('content-encoding');
  const isKnown = essence === JSON_TYPE || essence === NDJSON;
  if (!isKnown || (coding !== null && coding.toLowerCase() !== 'identity')) {
    return { problem: 'unsupported-media-type' };
  }
  // For a stream, the limits apply to its lines instead.
  if (essence === NDJSON || Number(field('content-length') ?? 0) <= maxBytes) return undefined;
  return {
    problem: 'content-too-large',
    facts: { detail: `The body has more than ${maxBytes} octets, the limit maxRequestBytes` },
  };
}
