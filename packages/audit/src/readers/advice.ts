/**
 * Gives advice about lines that no reader understands. They may be in a known format that lacks a required field, or
 * JSON with unknown member names.
 */

import { memberAdvice } from './json-advice.ts';
import { fieldsOf, objectOf } from './json-reader.ts';

const KINDS: readonly (readonly [form: RegExp, advice: string])[] = [
  [
    /^\d{9,10}\.\d{3} +\d+ \S+ [A-Z_]+\/\d{3} \d+ [A-Z]+ /,
    'This is the native Squid format, which has no User-Agent field: log with "access_log … combined"',
  ],
  [
    /^\[pid: \d+\|app: /,
    'This is the native uWSGI format, which has no User-Agent field: log with --logformat \'%(addr) - - [%(ltime)] "%(method) %(uri) %(proto)" %(status) %(size) "%(referer)" "%(uagent)"\'',
  ],
  [
    /\bat=\w+ .*\bmethod=[A-Z]+ .*\bdyno=/,
    'This is a Heroku router log, which has no User-Agent field: log requests in the application',
  ],
  [
    /^\S+, \S*, \d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2}:\d{2}, /,
    'This is the native IIS format, which has no User-Agent field: select the W3C log format',
  ],
  [
    /^(?:\[GIN\] |Started [A-Z]+ "\/)/,
    'This is a framework log, which has no User-Agent field: log in the Combined format, or in JSON with the header',
  ],
  [
    /^(?:\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2} \[\w+\] |\[[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} )/,
    'This is an error log: expected an access log',
  ],
  [
    /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?\s+[A-Z]+\s+http\.log\.access/,
    'This is Caddy’s console format: log with "format json"',
  ],
  [
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+ .*\b[A-Z]{3,7} \/\S* /,
    'These may be lines of IIS without the line that names their columns: put its #Fields line in front',
  ],
  [
    /\[\d\d\/\w{3}\/\d{4}:[\d:]{8} [+-]\d\d(?!00|30|45)\d\d\]/,
    'The times have a zone that does not exist, such as +0550: run the server in UTC',
  ],
  [/^\[\{/, 'This is a JSON array on one line: try jq -c ".[]" FILE | robots audit -'],
  [/^[[{]?$/, 'This is JSON over several lines: try jq -c . FILE | robots audit -'],
  [
    /^#(?:Version|Fields|Software|Date|Start-Date|End-Date|Remark):/i,
    'These W3C lines lack fields that a request needs: expected date, time, cs-method and cs-uri-stem in #Fields',
  ],
  [
    /^[\w.-]{1,64}:[^\t]*\t[\w.-]{1,64}:/,
    'These LTSV lines lack labels that a request needs: expected the labels time, and req or uri',
  ],
  [
    /^"?[A-Za-z@][\w@ ().-]{0,64}"?(?:[,;|\t]"?[A-Za-z@][\w@ ().-]{0,64}"?){2,64}$/,
    'The column of the time or the request is not recognized: name them with --json-field time=COLUMN and --json-field url=COLUMN',
  ],
  [
    /^(?:[^\t]*\t){4}/,
    'The columns have no names: add a header line, such as time, ip, host, method, url, status, user_agent',
  ],
];

const MOST_CHARACTERS = 16 * 1024;

/** Advice about a log without a readable line, based on its first lines. */
export function adviceFor(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== '')?.slice(0, MOST_CHARACTERS);
  if (first === undefined) return undefined;
  const advice = jsonAdvice(lines);
  if (advice !== undefined) return advice;
  const known = KINDS.find(([form]) => form.test(first))?.[1];
  return known ?? 'Describe the fields with --log-format and the nginx log_format or Apache LogFormat';
}

/** Advice on lines that are JSON objects, if the first one is. */
function jsonAdvice(lines: readonly string[]): string | undefined {
  const entries = lines.flatMap((line) => objectOf(line.slice(0, MOST_CHARACTERS).trim()) ?? []);
  const [first] = entries;
  if (
    !first ||
    !lines
      .find((line) => line.trim() !== '')
      ?.trimStart()
      .startsWith('{')
  )
    return undefined;
  const { time, url, request } = fieldsOf(first, {});
  return memberAdvice(entries, !Number.isNaN(time), (url ?? request) !== undefined);
}
