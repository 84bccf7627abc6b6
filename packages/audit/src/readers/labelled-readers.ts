/** Reads lines in which each field has a label: LTSV (ltsv.org) and logfmt. */

import { withoutPorts } from './address-text.ts';
import { unescaped } from './escapes.ts';
import { fieldsOf, takeAddresses } from './json-reader.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { anyTime, isZoneless } from './time.ts';
import { toHit } from './to-hit.ts';

const MOST_CHARACTERS = 64 * 1024;

/**
 * A reader for Labelled Tab-separated Values with the labels that ltsv.org recommends. The label `host` denotes the
 * client.
 */
export function ltsvReader(): LineReader {
  return {
    name: 'ltsv',
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const cells = line.length > MOST_CHARACTERS ? undefined : ltsvIn(line);
      if (!cells) return 'unknown';
      const time = cells.get('time');
      const fields = {
        time: anyTime(time),
        isZoneless: isZoneless(time),
        address: withoutPorts(cells.get('host')),
        forwarded: withoutPorts(cells.get('forwardedfor')),
        forwardedBy: 'X-Forwarded-For',
        host: cells.get('vhost'),
        request: cells.get('req'),
        method: cells.get('method'),
        url: cells.get('uri'),
        status: cells.get('status'),
        bytes: cells.get('size'),
        userAgent: cells.get('ua'),
      };
      if (fields.request === undefined && fields.url === undefined) return 'unknown';
      return toHit(fields, number, offset) ?? 'unknown';
    },
  };
}

function ltsvIn(line: string): ReadonlyMap<string, string> | undefined {
  const cells = line.split('\t').map((cell) => /^([\w.-]+):(.*)$/s.exec(cell));
  if (cells.length < 3 || cells.includes(null)) return undefined;
  return new Map(
    cells.flatMap((cell) => {
      const [, label = '', text = ''] = cell ?? [];
      return text === '' || text === '-' ? [] : [[label, unescaped(text)]];
    }),
  );
}

/** A reader for `name=value` and `name="value"`, with the same names as JSON logs. */
export function logfmtReader(options: ReaderOptions = {}): LineReader {
  return {
    name: 'logfmt',
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const entry = line.length > MOST_CHARACTERS ? undefined : logfmtIn(line);
      if (!entry) return 'unknown';
      const fields = fieldsOf(entry, options);
      takeAddresses(fields, entry, options);
      if (fields.url === undefined && fields.request === undefined) return 'unknown';
      return toHit(fields, number, offset) ?? 'unknown';
    },
  };
}

/** One field. The whole line must consist of fields. Splunk's format for Apache has commas between them. */
const FIELD = /,?\s*([\w.@/-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*?))(?=,?(?:\s|$))/y;

function logfmtIn(line: string): object | undefined {
  const fields: [string, string][] = [];
  FIELD.lastIndex = 0;
  const end = line.trimEnd().length;
  let at = 0;
  while (at < end) {
    const match = FIELD.exec(line);
    if (!match) return undefined;
    fields.push([match[1] as string, unescaped(match[2] ?? match[3] ?? '')]);
    at = FIELD.lastIndex;
  }
  return fields.length < 3 ? undefined : Object.fromEntries(fields);
}
