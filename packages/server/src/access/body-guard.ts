/** Which bodies are looked at. A form or an image cannot send JSON: no page can make a browser do it unasked. */
import { essenceOf, NDJSON } from '../body/media-type.ts';
import type { Refusal } from '../problems.ts';
import type { FieldReader } from './connection.ts';

/** Media types that a body may have. */
const JSON_TYPE = 'application/json';

/** Why the body of a POST is not looked at. A length that is stated is believed, as the transport keeps it. */
export function bodyRefusal(field: FieldReader, maxBytes: number): Refusal | undefined {
  const type = field('content-type') ?? undefined;
  const essence = type === JSON_TYPE ? JSON_TYPE : essenceOf(type);
  const coding = field('content-encoding');
  const isKnown = essence === JSON_TYPE || essence === NDJSON;
  if (!isKnown || (coding !== null && coding.toLowerCase() !== 'identity')) {
    return { problem: 'unsupported-media-type' };
  }
  // A stream counts its lines.
  if (essence === NDJSON || Number(field('content-length') ?? 0) <= maxBytes) return undefined;
  return {
    problem: 'content-too-large',
    facts: { detail: `The body has more than ${maxBytes} octets, the limit maxRequestBytes` },
  };
}
