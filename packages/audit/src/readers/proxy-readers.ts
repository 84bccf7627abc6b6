/** Reads HAProxy's HTTP log, Envoy's default access log, and the log of Classic Load Balancers. */

import { withoutPorts } from './address-text.ts';
import { unescaped } from './escapes.ts';
import { looksLikeUserAgent } from './fields-by-name.ts';
import type { LineReader } from './line-reader.ts';
import { anyTime, clfTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

const MOST_CHARACTERS = 64 * 1024;

/**
 * Fields: client, time, frontend, backend, timers, status, octets, two cookies, state, connections, queues, captures,
 * request.
 */
const HAPROXY =
  /^(\S+):\d+ \[([^\]]+)\] \S+ \S+ [-+\d/]+ (-?\d+) \+?(\d+) \S+ \S+ \S{4,} [\d/+]+ [\d/]+ (?:\{([^{}]*)\} )?(?:\{([^{}]*)\} )?"([^"]*)"?/;
const HOST_TEXT = /^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i;

/**
 * A reader for HAProxy's `option httplog`. HAProxy writes the values of `capture request header` in braces, without
 * names, so the first lines determine which slots contain User-Agents and hosts.
 */
export function haproxyReader(): LineReader {
  const agents: number[] = [];
  const hosts: number[] = [];
  const slotsOf = (line: string): string[] => {
    const match = line.length > MOST_CHARACTERS ? null : HAPROXY.exec(line);
    return match?.[5] === undefined ? [] : match[5].split('|').map(haproxyDecoded);
  };
  return {
    name: 'haproxy',
    learn(lines) {
      for (const line of lines) {
        slotsOf(line).forEach((text, slot) => {
          if (looksLikeUserAgent(text)) agents[slot] = (agents[slot] ?? 0) + 1;
          if (HOST_TEXT.test(text)) hosts[slot] = (hosts[slot] ?? 0) + 1;
        });
      }
    },
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const match = line.length > MOST_CHARACTERS ? null : HAPROXY.exec(line);
      if (!match) return 'unknown';
      const [whole, address, time = '', status, bytes, , , request = ''] = match;
      // HAProxy writes a quote within the request as `#22`.
      if (whole.endsWith('"') && !/^(?: |$)/.test(line.slice(whole.length, whole.length + 1)))
        return 'unsure';
      const slots = slotsOf(line);
      const fields: Fields = {
        time: clfTime(time),
        isZoneless: isZoneless(time),
        address,
        status: status === '-1' ? undefined : status,
        bytes,
        request: haproxyDecoded(request),
        userAgent: agents.length > 0 ? slots[most(agents)] : onlyAgent(slots),
        host: slots[most(hosts)],
        // HAProxy cuts lines at the length of its configuration. A whole request ends with its version.
        ...(!/ HTTP\/\d\.\d"?$/.test(whole) && { lost: ['target-end'] }),
      };
      return toHit(fields, number, offset) ?? 'unknown';
    },
    hints: () =>
      agents.length > 0
        ? []
        : ['To log the header, configure HAProxy with: capture request header User-Agent len 512'],
  };
}

/** The only slot of a line that looks like a User-Agent; `undefined` if there are none or several. */
function onlyAgent(slots: readonly string[]): string | undefined {
  const found = slots.filter(looksLikeUserAgent);
  return found.length === 1 ? found[0] : undefined;
}

/** The User-Agent and the host among captured header fields, in a log whose first lines are not examined for them. */
export function captured(text: string): { userAgent: string; host?: string } {
  const slots = text.split('|').map(haproxyDecoded);
  const hosts = slots.filter((slot) => HOST_TEXT.test(slot));
  return { userAgent: onlyAgent(slots) ?? '', ...(hosts.length === 1 && { host: hosts[0] as string }) };
}

/** Index of the greatest count; -1 if there is none. */
function most(counts: readonly (number | undefined)[]): number {
  return counts.reduce<number>(
    (best, count, index) => ((count ?? 0) > (counts[best] ?? 0) ? index : best),
    -1,
  );
}

/** Decodes escapes. HAProxy writes a reserved character as `#` and its hexadecimal code, such as `#7C`. */
export function haproxyDecoded(text: string): string {
  return text.replace(/#([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function present(text: string): string | undefined {
  return text === '-' || text === '' ? undefined : text;
}

const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"';
/** Envoy's default format. Istio adds one field or three after the flags, and addresses at the end. */
const ENVOY = new RegExp(
  `^\\[([^\\]]+)\\] ${QUOTED} (\\d{1,3}) \\S+ (?:(?:\\S+ \\S+ )?${QUOTED} )?\\d+ (\\d+) \\S+ \\S+ ${QUOTED} ${QUOTED} ${QUOTED} ${QUOTED} ${QUOTED}(?: \\S+ \\S+ \\S+ (\\S+))?`,
);

export function envoyReader(): LineReader {
  return {
    name: 'envoy',
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const match = line.length > MOST_CHARACTERS ? null : ENVOY.exec(line);
      if (!match) return 'unknown';
      const [, time, request = '', status, , bytes, forwarded = '', userAgent = '', , host, , peer = ''] =
        match;
      const fields: Fields = {
        time: anyTime(time),
        request: unescaped(request),
        status: status === '0' ? undefined : status,
        bytes,
        address: withoutPorts(peer),
        forwarded: withoutPorts(present(forwarded)),
        forwardedBy: 'X-Forwarded-For',
        userAgent: unescaped(userAgent),
        host,
      };
      return toHit(fields, number, offset) ?? 'unknown';
    },
  };
}
