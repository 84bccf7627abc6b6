/**
 * Encodes and decodes the good copy in a record. The body is deflated if that makes it shorter. The digest proves that
 * the body is undamaged.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Attempt, type GoodCopy, robotsPath } from '../policy/origin-record.ts';
import { type OctetReader, type OctetWriter, UnreadableOctets } from './octets.ts';

const digestBytes = 32;

/** Shorter bodies are not deflated, because deflating them saves nothing. */
const minDeflatedBytes = 96;

/** The greatest possible `maxBytes`, plus one octet. Longer bodies are never written. */
const maxBodyBytes = 64 * 1024 * 1024 + 1;

const flag = { isTruncated: 1, isDeflated: 2, hasAttemptsHeaders: 4 } as const;

export function writeCopy(writer: OctetWriter, copy: GoodCopy, attempt: Attempt): void {
  const { body, digest, status, fetchedAt, validatedAt, finalUrl, headers, isTruncated } = copy;
  const stored = shortest(body);
  // In most cases, the last attempt received the copy, so the headers are the same.
  const isSame = JSON.stringify(headers) === JSON.stringify(attempt.headers);
  writer.octet(
    (isTruncated ? flag.isTruncated : 0) |
      (stored === body ? 0 : flag.isDeflated) |
      (isSame ? flag.hasAttemptsHeaders : 0),
  );
  writer.octets(Buffer.from(digest, 'hex'));
  writer.count(status);
  writer.distance(Math.round(fetchedAt - attempt.endedAt));
  writer.distance(Math.round(validatedAt - attempt.endedAt));
  writer.text(finalUrl.endsWith(robotsPath) ? finalUrl.slice(0, -robotsPath.length) : `${finalUrl}#`);
  if (!isSame) writeHeaders(writer, headers);
  writer.count(body.byteLength);
  writer.count(stored.byteLength);
  writer.octets(stored);
}

export function readCopy(reader: OctetReader, attempt: Attempt): GoodCopy {
  const flags = reader.octet();
  const digest = Buffer.from(reader.octets(digestBytes)).toString('hex');
  const status = reader.count(599);
  const fetchedAt = attempt.endedAt + reader.distance();
  const validatedAt = attempt.endedAt + reader.distance();
  const url = reader.text();
  const finalUrl = url.endsWith('#') ? url.slice(0, -1) : `${url}${robotsPath}`;
  const headers = flags & flag.hasAttemptsHeaders ? attempt.headers : readHeaders(reader);
  const length = reader.count(maxBodyBytes);
  const body = bodyOf(reader.octets(reader.count()), length, (flags & flag.isDeflated) !== 0);
  // The check also rejects damaged records whose body does not match this digest.
  if (createHash('sha256').update(body).digest('hex') !== digest)
    throw new UnreadableOctets('its digest is wrong');
  const isTruncated = (flags & flag.isTruncated) !== 0;
  return { body, digest, isTruncated, status, fetchedAt, validatedAt, finalUrl, headers };
}

function shortest(body: Uint8Array): Uint8Array {
  if (body.byteLength < minDeflatedBytes) return body;
  const deflated = deflateRawSync(body);
  return deflated.byteLength < body.byteLength ? deflated : body;
}

/** Copies the body, because it outlives the value that contains it. */
function bodyOf(stored: Uint8Array, length: number, isDeflated: boolean): Uint8Array {
  // `slice` would not copy if the store returns a Buffer.
  const body = isDeflated
    ? inflateRawSync(stored, { maxOutputLength: Math.max(1, length) })
    : new Uint8Array(stored);
  if (body.byteLength !== length) throw new UnreadableOctets('its body has another length');
  return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
}

/** The known names. Only append to this list, because positions are part of the stored form. */
const knownNames = [
  'age',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'server',
];

const maxFields = 64;

export function writeHeaders(writer: OctetWriter, headers: Readonly<Record<string, string>>): void {
  const fields = Object.entries(headers);
  writer.count(fields.length);
  for (const [name, value] of fields) {
    // 0 marks a name that is written as text.
    const number = knownNames.indexOf(name) + 1;
    writer.count(number);
    if (number === 0) writer.text(name);
    writer.text(value);
  }
}

export function readHeaders(reader: OctetReader): Record<string, string> {
  const fields = Array.from({ length: reader.count(maxFields) }, () => {
    const number = reader.count(knownNames.length);
    const name = number === 0 ? reader.text() : knownNames[number - 1]!;
    return [name, reader.text()] as const;
  });
  return Object.fromEntries(fields);
}
