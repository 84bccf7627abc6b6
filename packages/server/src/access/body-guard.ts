/**
 * Accepts only JSON bodies. A form cannot send JSON. Before a script of another origin sends JSON, the browser asks the
 * service for permission (CORS). So no page of another origin can send such a body without permission.
 */
import { essenceOf, NDJSON } from '../body/media-type.ts';
import type { Refusal } from '../problems.ts';
import type { FieldReader } from './connection.ts';

/** The media types that are accepted. */
const JSON_TYPE = 'application/json';

/**
 * Returns the reason to reject the body of a POST; undefined if the body is accepted. The stated length is trusted,
 * because the transport enforces it.
 */
export function bodyRefusal(field: FieldReader, maxBytes: number): Refusal | undefined {
  const type = field('content-type') ?? undefined;
  const essence = type === JSON_TYPE ? JSON_TYPE : essenceOf(type);
  const coding = field('content-encoding');
  const isKnown = essence === JSON_TYPE || essence === NDJSON;
  if (!isKnown || (coding !== null && coding.toLowerCase() !== 'identity')) {
    return { problem: 'unsupported-media-type' };
  }
  // For a stream, the limit applies to each line instead.
  if (essence === NDJSON || Number(field('content-length') ?? 0) <= maxBytes) return undefined;
  return {
    problem: 'content-too-large',
    facts: { detail: `The body has more than ${maxBytes} octets, the limit maxRequestBytes` },
  };
}
