/**
 * Host: the preferred name of a site that has several names. Yandex read it until March 2018. This library still reads
 * it as data.
 */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { type Reading, readAll } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';

/** A preferred host, and the record that names it. */
export interface PreferredHost {
  /** The scheme; present if the record states it. */
  readonly scheme?: 'http' | 'https';
  /** The host name in lower case; internationalized names are in ASCII. */
  readonly host: string;
  /** The port; present if the record states it. */
  readonly port?: number;
  readonly record: DocumentRecord;
}

/**
 * The first valid Host of a file, wherever it appears; `undefined` if there is none.
 *
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { preferredHost } from 'robots-exclusion/records';
 *
 * preferredHost(parse('Host: example.com/path\nHost: https://www.example.com\n'))?.host; // 'www.example.com'
 * ```
 */
export function preferredHost(document: RobotsDocument): PreferredHost | undefined {
  return readAll(
    document.records.filter(({ kind }) => kind === 'host'),
    readHost,
  )[0];
}

/** The host in one record, which must be exactly `[scheme://]host[:port]`. */
export function readHost({ value }: DocumentRecord): Reading<Omit<PreferredHost, 'record'>> {
  const [, scheme, name = '', portText] = HOST.exec(value) ?? [];
  const host = hostNameOf(name);
  const port = portText === undefined ? undefined : Number(portText);
  const isPort = port === undefined || (port >= 1 && port <= 65_535);
  if (host !== undefined && isPort) {
    return {
      value: {
        ...(scheme !== undefined && { scheme: scheme.toLowerCase() as 'http' | 'https' }),
        host,
        ...(port !== undefined && { port }),
      },
    };
  }
  const message = `${quote(value)} is not a host, such as "example.com" or "https://www.example.com": this record is ignored`;
  return { defect: { code: 'bad-host', severity: 'warning', message } };
}

const HOST = /^(?:(https?):\/\/)?([^/\\:@?#%\s]+)(?::([0-9]{1,5}))?$/i;

/** The host name in the spelling of a URL; `undefined` for an address, which would not identify the site. */
function hostNameOf(name: string): string | undefined {
  try {
    const { hostname } = new URL(`http://${name}/`);
    return hostname === '' || /^[0-9.]+$|^\[/.test(hostname) ? undefined : hostname;
  } catch {
    return undefined;
  }
}

export const hostRecord: RecordDefinition = {
  name: 'Host',
  help: 'The preferred host name. Yandex read it until 2018; no crawler reads it now.',
  obsolete:
    'Yandex was the only crawler that supported it and stopped in 2018. Redirect to the preferred host instead',
  read: readHost,
};
