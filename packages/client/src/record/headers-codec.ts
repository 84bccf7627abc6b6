/** The stored form of a record's header fields: a known name is stored as a number, any other name as text. */
import type { OctetReader, OctetWriter } from './octets.ts';

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

/** Limit on the number of fields; no record has this many. */
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
