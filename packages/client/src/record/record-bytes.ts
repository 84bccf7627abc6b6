/** Estimates the memory use of a decoded record, to bound caches. */
import type { Hop, OriginRecord } from '../policy/origin-record.ts';

/** The size of a record's objects without its body, measured on Node 20. */
const objectBytes = 2048;
const hopBytes = 160;

/**
 * An upper estimate of the memory in octets. It counts every string of a record, because servers choose the lengths.
 */
export function recordBytes({ origin, attempt, good }: OriginRecord): number {
  const texts = [
    origin,
    ...attempt.hops.flatMap(hopTexts),
    ...Object.values(attempt.headers),
    ...(good ? [good.finalUrl, ...Object.values(good.headers)] : []),
    ...(attempt.error ? [attempt.error.message] : []),
  ];
  // A character takes at most two octets.
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return objectBytes + hopBytes * attempt.hops.length + 2 * characters + (good?.body.byteLength ?? 0);
}

function hopTexts({ url, location = '', signatureAgent = '' }: Hop): string[] {
  return [url, location, signatureAgent];
}
