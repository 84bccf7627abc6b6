/** Header fields of a record: known names as a number, others spelled out. */
import type { OctetReader, OctetWriter } from './octets.ts';

/** Part of the stored form: append only. */
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

/** More fields than a record ever has. */
const maxFields = 64;

export function writeHeaders(writer: OctetWriter, headers: Readonly<Record<string, string>>): void {
  const fields = Object.entries(headers);
  writer.count(fields.length);
  for (const [name, value] of fields) {
    // 0 marks a name that is spelled out.
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
