/** Reads lines in which each field has a label: LTSV (ltsv.org) and logfmt. */

import { withoutPorts } from './address-text.ts';
import { unescaped } from './escapes.ts';
import { fieldsOf, takeAddresses } from './json-reader.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { anyTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

const MOST_CHARACTERS = 64 * 1024;

/**
 * A reader for Labelled Tab-separated Values with the labels that ltsv.org recommends. The label `host` denotes the
 * client.
 */
export function ltsvReader(): LineReader {
  return {
    name: 'ltsv',
    read: labelled(ltsvIn, (labels) => {
      const cells = new Map(labels);
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
      return fields;
    }),
  };
}

type Label = readonly [label: string, text: string];

/**
 * Reads lines of labels. Some servers do not escape what separates labels, so that a client can send further ones: if a
 * label that matters stands twice with different texts, none of them is believed.
 */
function labelled(
  labelsIn: (line: string) => readonly Label[] | undefined,
  fieldsIn: (labels: readonly Label[]) => Fields,
): LineReader['read'] {
  return (line, number, offset) => {
    if (line === '') return 'nothing';
    const labels = line.length > MOST_CHARACTERS ? undefined : labelsIn(line);
    if (!labels) return 'unknown';
    const fields = fieldsIn(labels);
    if (fields.request === undefined && fields.url === undefined) return 'unknown';
    if (new Set(labels.map(([label]) => label)).size < labels.length) {
      const other = fieldsIn([...labels].reverse());
      if (JSON.stringify(other) !== JSON.stringify(fields)) return 'unsure';
    }
    return toHit(fields, number, offset) ?? 'unknown';
  };
}

function ltsvIn(line: string): Label[] | undefined {
  const cells = line.split('\t').map((cell) => /^([\w.-]+):(.*)$/s.exec(cell));
  if (cells.length < 3 || cells.includes(null)) return undefined;
  return cells.flatMap((cell) => {
    const [, label = '', text = ''] = cell ?? [];
    return text === '' || text === '-' ? [] : [[label, unescaped(text)] as const];
  });
}

/** A reader for `name=value` and `name="value"`, with the same names as JSON logs. */
export function logfmtReader(options: ReaderOptions = {}): LineReader {
  return {
    name: 'logfmt',
    read: labelled(logfmtIn, (labels) => {
      const entry = Object.fromEntries(labels);
      const fields = fieldsOf(entry, options);
      takeAddresses(fields, entry, options);
      return fields;
    }),
  };
}

/** One field. The whole line must consist of fields. Splunk's format for Apache has commas between them. */
const FIELD = /,?\s*([\w.@/-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*?))(?=,?(?:\s|$))/y;

function logfmtIn(line: string): Label[] | undefined {
  const fields: Label[] = [];
  FIELD.lastIndex = 0;
  const end = line.trimEnd().length;
  let at = 0;
  while (at < end) {
    const match = FIELD.exec(line);
    if (!match) return undefined;
    fields.push([match[1] as string, unescaped(match[2] ?? match[3] ?? '')]);
    at = FIELD.lastIndex;
  }
  return fields.length < 3 ? undefined : fields;
}
