/** What log collectors put around a line: Docker, Kubernetes, syslog, journald. */

/** A way to wrap lines, and the line inside. */
interface Envelope {
  readonly name: string;
  open(line: string): string | undefined;
}

const CRI = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}) (?:stdout|stderr) [FP] (.*)$/s;
/** RFC 3164, with or without its priority, and with an ISO time as in rsyslog. */
const SYSLOG =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}|\d{4}-\d{2}-\d{2}T\S+) \S+ [\w./-]+(?:\[\d+\])?: (.*)$/s;
/** RFC 5424, without structured data. */
const SYSLOG_5424 = /^<\d{1,3}>1 \S+ \S+ \S+ \S+ \S+ -(?: \ufeff|\xef\xbb\xbf)? ?(.*)$/s;

const ENVELOPES: readonly Envelope[] = [
  { name: 'docker', open: (line) => memberOf(line, 'log', '{"log":') },
  { name: 'journald', open: (line) => memberOf(line, 'MESSAGE', '{') },
  { name: 'kubernetes', open: (line) => CRI.exec(line)?.[1] },
  { name: 'syslog', open: (line) => (SYSLOG.exec(line) ?? SYSLOG_5424.exec(line))?.[1] },
];

/** The envelope of most of these lines; `undefined` if they have none. */
export function envelopeOf(lines: readonly string[]): Envelope | undefined {
  return ENVELOPES.find(({ open }) => {
    const opened = lines.filter((line) => open(line) !== undefined).length;
    return opened > 0 && opened * 2 >= lines.filter((line) => line !== '').length;
  });
}

function memberOf(line: string, name: string, start: string): string | undefined {
  if (!line.startsWith(start) || !line.includes(`"${name}"`)) return undefined;
  try {
    const value: unknown = (JSON.parse(line) as Record<string, unknown>)[name];
    return typeof value === 'string' ? value.replace(/\r?\n$/, '') : undefined;
  } catch {
    return undefined;
  }
}
