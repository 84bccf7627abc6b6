/**
 * Writes and reads the basic data types of a record. Readers check that every value is within the octets and its
 * limits.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The error that a reader throws on invalid octets. The decoder of a record catches it. */
export class UnreadableOctets extends Error {
  override readonly name: string = 'UnreadableOctets';
}

export interface OctetWriter {
  octet(value: number): void;
  /** Writes an integer between 0 and 2^53 − 1 with seven bits per octet, low bits first. */
  count(value: number): void;
  /** Writes a signed integer. Values near 0 take few octets. */
  distance(value: number): void;
  /** Writes any number as eight octets, little-endian IEEE 754. */
  number(value: number): void;
  /** Writes the length in octets, and then the text in UTF-8. */
  text(value: string): void;
  octets(value: Uint8Array): void;
  done(): Uint8Array;
}

export function createWriter(): OctetWriter {
  const parts: Uint8Array[] = [];
  const writer: OctetWriter = {
    octet: (value) => void parts.push(Uint8Array.of(value)),
    count: (value) => void parts.push(encodeCount(value)),
    distance: (value) => writer.count(value < 0 ? -value * 2 - 1 : value * 2),
    number: (value) => {
      const octets = new Uint8Array(8);
      new DataView(octets.buffer).setFloat64(0, value, true);
      parts.push(octets);
    },
    text: (value) => {
      const octets = encoder.encode(value);
      writer.count(octets.byteLength);
      parts.push(octets);
    },
    octets: (value) => void parts.push(value),
    done: () => Buffer.concat(parts),
  };
  return writer;
}

function encodeCount(value: number): Uint8Array {
  const octets: number[] = [];
  let rest = Math.min(Math.max(0, Math.round(value)), Number.MAX_SAFE_INTEGER);
  // Uses division, because shifts truncate to 32 bits.
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) octets.push((rest % 0x80) | 0x80);
  octets.push(rest);
  return Uint8Array.from(octets);
}

/** Reads values in sequence. Each method throws {@link UnreadableOctets} if the octets end too early. */
export interface OctetReader {
  octet(): number;
  count(atMost?: number): number;
  distance(): number;
  number(): number;
  text(): string;
  octets(length: number): Uint8Array;
  isAtEnd(): boolean;
}

export function createReader(source: Uint8Array): OctetReader {
  let at = 0;
  const reader: OctetReader = {
    octet: () => reader.octets(1)[0]!,
    count: (atMost = Number.MAX_SAFE_INTEGER) => {
      const value = decodeCount(reader.octet);
      if (value > atMost) throw new UnreadableOctets(`count ${value} exceeds the maximum of ${atMost}`);
      return value;
    },
    distance: () => {
      const value = reader.count();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    number: () => {
      const { buffer, byteOffset } = reader.octets(8);
      return new DataView(buffer, byteOffset).getFloat64(0, true);
    },
    text: () => decodeText(reader.octets(reader.count())),
    octets: (length) => {
      if (length > source.byteLength - at) throw new UnreadableOctets('it ends too early');
      at += length;
      return source.subarray(at - length, at);
    },
    isAtEnd: () => at === source.byteLength,
  };
  return reader;
}

function decodeCount(nextOctet: () => number): number {
  let value = 0;
  for (let factor = 1; factor < Number.MAX_SAFE_INTEGER; factor *= 0x80) {
    const octet = nextOctet();
    value += (octet & 0x7f) * factor;
    if (octet < 0x80 && value <= Number.MAX_SAFE_INTEGER) return value;
  }
  throw new UnreadableOctets('a number without end');
}

function decodeText(octets: Uint8Array): string {
  try {
    return decoder.decode(octets);
  } catch {
    throw new UnreadableOctets('text that is not valid UTF-8');
  }
}
