/**
 * Encodes and decodes records for the store. This is version 2 of the format: little-endian, with times relative to the
 * end of the attempt:
 *
 *     "RX" 2 · origin · flags · facts · start · headers · hops · [error] · [failures] · [answer: flags, facts]
 *     · [copy: digest, status, times, final URL, headers, body deflated if that is shorter] · CRC-32
 *     facts: status · [failure] [body kind] · end · sent · expiry · [retry]
 *
 * Any value that does not match this form exactly, such as an older version, a damaged record, or another program's
 * value, counts as absent. A later version is reported as such, so that the data of a newer program is never
 * overwritten.
 */
import { crc32 } from 'node:zlib';
import { type Answer, type Attempt, type Hop, maxHops, type OriginRecord } from '../policy/origin-record.ts';
import { type BodyKind, type Failure, isNamedRow } from '../policy/outcome-table.ts';
import { readCopy, readHeaders, writeCopy, writeHeaders } from './copy-codec.ts';
import {
  createReader,
  createWriter,
  type OctetReader,
  type OctetWriter,
  UnreadableOctets,
} from './octets.ts';

const version = 2;

/** "RX" and the version number. */
const signature = Uint8Array.of(0x52, 0x58, version);
const checksumBytes = 4;

const flag = {
  failure: 1,
  bodyKind: 2,
  retryAt: 4,
  error: 8,
  isRenewal: 16,
  good: 32,
  failures: 64,
  answer: 128,
} as const;

export function encodeRecord(record: OriginRecord): Uint8Array {
  const { origin, attempt, good, failures, answer } = record;
  const writer = createWriter();
  writer.octets(signature);
  writer.text(origin);
  writer.octet(flagsOf(record));
  writeAttempt(writer, attempt);
  if (failures) {
    writer.count(failures.count);
    writer.distance(Math.round(failures.since - attempt.endedAt));
  }
  if (answer) {
    writer.octet(factFlags(answer));
    writeFacts(writer, answer);
  }
  if (good) writeCopy(writer, good, attempt);
  const octets = writer.done();
  return Buffer.concat([octets, checksum(octets)]);
}

export type DecodedRecord = { record: OriginRecord } | { unreadable: string; isNewer: boolean };

/**
 * Decodes the record of `origin`, or explains why it is unreadable. Never throws; the work is bounded by the length of
 * the octets and of the decoded body.
 */
export function decodeRecord(octets: Uint8Array, origin: string): DecodedRecord {
  try {
    return { record: readRecord(octets, origin) };
  } catch (error) {
    const unreadable = error instanceof Error ? error.message : 'it is not a record';
    return { unreadable, isNewer: isOfLaterVersion(octets) };
  }
}

/** Whether a later version of this program wrote these octets. */
function isOfLaterVersion(octets: Uint8Array): boolean {
  const end = octets.byteLength - checksumBytes;
  const isRecord = octets[0] === signature[0] && octets[1] === signature[1] && (octets[2] ?? 0) > version;
  return (
    isRecord && end > signature.byteLength && equal(checksum(octets.subarray(0, end)), octets.subarray(end))
  );
}

function flagsOf({ attempt, good, failures, answer }: OriginRecord): number {
  return (
    factFlags(attempt) |
    (attempt.error === undefined ? 0 : flag.error) |
    (attempt.isRenewal ? flag.isRenewal : 0) |
    (good === undefined ? 0 : flag.good) |
    (failures === undefined ? 0 : flag.failures) |
    (answer === undefined ? 0 : flag.answer)
  );
}

function factFlags({ failure, bodyKind, retryAt }: Answer): number {
  return (
    (failure === undefined ? 0 : flag.failure) |
    (bodyKind === undefined ? 0 : flag.bodyKind) |
    (retryAt === undefined ? 0 : flag.retryAt)
  );
}

function writeFacts(writer: OctetWriter, answer: Answer): void {
  const { status, failure, bodyKind, endedAt, sentAt, expiresAt, retryAt } = answer;
  writer.count(status);
  if (failure !== undefined) writer.text(failure);
  if (bodyKind !== undefined) writer.text(bodyKind);
  writer.number(endedAt);
  writer.distance(Math.round(sentAt - endedAt));
  writer.distance(Math.round(expiresAt - endedAt));
  if (retryAt !== undefined) writer.distance(Math.round(retryAt - endedAt));
}

function writeAttempt(writer: OctetWriter, attempt: Attempt): void {
  const { endedAt, startedAt, headers, hops, error } = attempt;
  writeFacts(writer, attempt);
  writer.distance(Math.round(startedAt - endedAt));
  writeHeaders(writer, headers);
  writer.count(hops.length);
  for (const hop of hops) writeHop(writer, hop, endedAt);
  if (error === undefined) return;
  writer.text(error.code);
  writer.text(error.message);
}

/** Flags for the optional parts of a hop. */
const HAS_LOCATION = 1;
const HAS_SIGNER = 2;

function writeHop(
  writer: OctetWriter,
  { url, at, durationMs, status = 0, location, signatureAgent }: Hop,
  base: number,
): void {
  writer.text(url);
  writer.distance(Math.round(at - base));
  writer.count(durationMs);
  writer.count(status);
  writer.octet((location === undefined ? 0 : HAS_LOCATION) | (signatureAgent === undefined ? 0 : HAS_SIGNER));
  if (location !== undefined) writer.text(location);
  if (signatureAgent !== undefined) writer.text(signatureAgent);
}

function readRecord(octets: Uint8Array, origin: string): OriginRecord {
  const end = octets.byteLength - checksumBytes;
  if (!signature.every((octet, index) => octets[index] === octet))
    throw new UnreadableOctets(`it is not a record of version ${version}`);
  const content = octets.subarray(0, Math.max(0, end));
  if (!equal(checksum(content), octets.subarray(end))) throw new UnreadableOctets('its checksum is wrong');
  const reader = createReader(content.subarray(signature.byteLength));
  if (reader.text() !== origin) throw new UnreadableOctets('it belongs to another origin');
  const flags = reader.octet();
  const attempt = readAttempt(reader, flags);
  const failures = flags & flag.failures ? readFailures(reader, attempt.endedAt) : undefined;
  const answer = flags & flag.answer ? readFacts(reader, reader.octet()) : undefined;
  const good = flags & flag.good ? readCopy(reader, attempt) : undefined;
  if (!reader.isAtEnd()) throw new UnreadableOctets('it continues after its end');
  return {
    origin,
    attempt,
    ...(good ? { good } : {}),
    ...(failures ? { failures } : {}),
    ...(answer ? { answer } : {}),
  };
}

function readFailures(reader: OctetReader, endedAt: number): { count: number; since: number } {
  return { count: reader.count(), since: endedAt + reader.distance() };
}

function readFacts(reader: OctetReader, flags: number): Answer {
  const status = reader.count(599);
  const failure = flags & flag.failure ? readRowName<Failure>(reader) : undefined;
  const bodyKind = flags & flag.bodyKind ? readRowName<BodyKind>(reader) : undefined;
  const endedAt = reader.number();
  if (!Number.isFinite(endedAt)) throw new UnreadableOctets('a time that is not a number');
  const sentAt = endedAt + reader.distance();
  const expiresAt = endedAt + reader.distance();
  const retryAt = flags & flag.retryAt ? endedAt + reader.distance() : undefined;
  return {
    status,
    ...(failure ? { failure } : {}),
    ...(bodyKind ? { bodyKind } : {}),
    endedAt,
    sentAt,
    expiresAt,
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

function readAttempt(reader: OctetReader, flags: number): Attempt {
  const facts = readFacts(reader, flags);
  const startedAt = facts.endedAt + reader.distance();
  const headers = readHeaders(reader);
  const hops = Array.from({ length: reader.count(maxHops) }, () => readHop(reader, facts.endedAt));
  const error = flags & flag.error ? { code: reader.text(), message: reader.text() } : undefined;
  const isRenewal = (flags & flag.isRenewal) !== 0;
  return { ...facts, startedAt, headers, hops, isRenewal, ...(error ? { error } : {}) };
}

function readHop(reader: OctetReader, base: number): Hop {
  const url = reader.text();
  const at = base + reader.distance();
  const durationMs = reader.count();
  const status = reader.count(599);
  const flags = reader.octet();
  const location = flags & HAS_LOCATION ? reader.text() : undefined;
  const signatureAgent = flags & HAS_SIGNER ? reader.text() : undefined;
  return {
    url,
    at,
    durationMs,
    ...(status ? { status } : {}),
    ...(location === undefined ? {} : { location }),
    ...(signatureAgent === undefined ? {} : { signatureAgent }),
  };
}

function readRowName<Name extends BodyKind | Failure>(reader: OctetReader): Name {
  const name = reader.text();
  if (!isNamedRow(name)) throw new UnreadableOctets('a row that this version does not know');
  return name as Name;
}

function checksum(octets: Uint8Array): Uint8Array {
  const sum = new Uint8Array(checksumBytes);
  new DataView(sum.buffer).setUint32(0, crc32(octets), true);
  return sum;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((octet, index) => octet === b[index]);
}
