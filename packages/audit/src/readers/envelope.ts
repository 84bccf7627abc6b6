/**
 * Unwraps lines that log collectors wrap: Docker, Kubernetes, syslog, journald, and programs that forward logs as JSON.
 */

/** A way to wrap lines, and how to extract the line inside. */
export interface Envelope {
  readonly name: string;
  open(line: string): string | undefined;
}

/** Lines of `docker logs --timestamps` and of CloudWatch Logs. */
const STAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})[ \t](.*)$/s;
const CRI = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}) (?:stdout|stderr) [FP] (.*)$/s;
/** RFC 3164, with or without the priority; HAProxy writes no host. The time may also be in ISO 8601, as rsyslog writes it. */
const SYSLOG =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}(?:\.\d+)?|\d{4}-\d{2}-\d{2}T\S+) (?:\S+ )?[\w./@-]+(?:\[\d+\])?: (.*)$/s;
/** RFC 5424; values of structured data are quoted, with escapes (§6.3). */
const SYSLOG_5424 =
  /^<\d{1,3}>1 \S+ \S+ \S+ \S+ \S+ (?:-|(?:\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\])+)(?: \ufeff| \xef\xbb\xbf)? ?(.*)$/s;
const COMPOSE = /^[\w.-]+ *\| (.*)$/s;
const KUBECTL = /^\[pod\/[\w./-]+\] (.*)$/s;
/** Events of `journalctl -o json-sse`. */
const SSE = /^data: (\{.*\})$/s;
/** Output of `grep -H`. */
const GREP = /^(?:[\w./-]{0,200}\/)?[\w-]{1,100}(?:\.[\w-]{1,40}){0,5}\.(?:log|gz|\d+):(.*)$/s;

/** Names of the JSON members in which log forwarders store the original line. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['log', 'docker'],
  ['MESSAGE', 'journald'],
  ['log_io', 'twisted'],
  ...['message', 'textPayload', '@message', '_raw', 'line', 'msg'].map((name) => [name, 'JSON'] as const),
]);

/** Fluentd writes the time and a tag before the record, which lacks the time. */
function recordOfFluentd(line: string): string | undefined {
  const [, time, rest] = /^(\d{4}-\d\d-\d\dT\S+)\t[\w.-]+\t\{(.+\})$/s.exec(line) ?? [];
  return time && `{"@timestamp":"${time}",${rest}`;
}

const ENVELOPES: readonly Envelope[] = [
  { name: 'fluentd', open: recordOfFluentd },
  ...[...MEMBERS].map(([member, name]) => ({ name, open: (line: string) => memberOf(line, member) })),
  ...Object.entries({ kubernetes: CRI, syslog: SYSLOG, 'syslog ': SYSLOG_5424, compose: COMPOSE }).map(
    textIn,
  ),
  ...Object.entries({
    kubectl: KUBECTL,
    grep: GREP,
    timestamps: STAMP,
    'server-sent events': SSE,
  }).map(textIn),
];

function textIn([name, form]: [name: string, form: RegExp]): Envelope {
  return { name: name.trim(), open: (line) => form.exec(line)?.[1] };
}

/** The first envelope that wraps at least half of the nonempty lines; `undefined` if there is none. */
export function envelopeOf(lines: readonly string[]): Envelope | undefined {
  return ENVELOPES.find(({ open }) => {
    const opened = lines.filter((line) => open(line) !== undefined).length;
    return opened > 0 && opened * 2 >= lines.filter((line) => line !== '').length;
  });
}

function memberOf(line: string, name: string): string | undefined {
  if (!line.startsWith('{') || !line.includes(`"${name}"`)) return undefined;
  try {
    const value: unknown = (JSON.parse(line) as Record<string, unknown>)[name];
    // journald writes a message that is not UTF-8 as a list of octets.
    if (Array.isArray(value) && value.every((one) => Number.isInteger(one) && one >= 0 && one < 256))
      return value.map((octet: number) => String.fromCharCode(octet)).join('');
    return typeof value === 'string' ? value.replace(/\r?\n$/, '') : undefined;
  } catch {
    return undefined;
  }
}
