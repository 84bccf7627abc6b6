/**
 * Advice about lines that no reader understands: known formats that lack a required field, and JSON with unknown names.
 */

const KINDS: readonly (readonly [form: RegExp, advice: string])[] = [
  [
    /^\d{9,10}\.\d{3} +\d+ \S+ [A-Z_]+\/\d{3} \d+ [A-Z]+ /,
    'This is the own format of Squid, which has no User-Agent: log with "access_log … combined"',
  ],
  [
    /^\[pid: \d+\|app: /,
    'This is the own format of uWSGI, which has no User-Agent: log with --logformat \'%(addr) - - [%(ltime)] "%(method) %(uri) %(proto)" %(status) %(size) "%(referer)" "%(uagent)"\'',
  ],
  [
    /\bat=\w+ .*\bmethod=[A-Z]+ .*\bdyno=/,
    'This is the log of the router of Heroku, which has no User-Agent: log requests in the program',
  ],
  [
    /^\S+, \S*, \d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2}:\d{2}, /,
    'This is the own format of IIS, which has no User-Agent: choose W3C as the format of the log',
  ],
  [
    /^(?:\[GIN\] |Started [A-Z]+ "\/)/,
    'This is the log of a framework, which has no User-Agent: log Combined, or JSON with the header',
  ],
  [
    /^(?:\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2} \[\w+\] |\[[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} )/,
    'This is an error log: expected an access log',
  ],
  [
    /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?\s+[A-Z]+\s+http\.log\.access/,
    'This is the console format of Caddy: log with "format json"',
  ],
  [/^\[\{/, 'This is a list of JSON in one line: try jq -c ".[]" FILE | robots audit -'],
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
    'No column is known as that of the time, or of the request: --json-field time=COLUMN and url=COLUMN say which they are',
  ],
  [
    /^(?:[^\t]*\t){4}/,
    'The columns have no names: put a line before them that names them, such as time, ip, host, method, url, status, user_agent',
  ],
];

const MOST_CHARACTERS = 16 * 1024;
const MOST_NAMES = 8;

/** Advice about a log without a readable line, based on its first lines. */
export function adviceFor(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== '')?.slice(0, MOST_CHARACTERS);
  if (first === undefined) return undefined;
  const names = namesIn(first);
  if (names) {
    return `The members are ${names.join(', ')}: say which hold the time and the request, such as --json-field time=${names[0]}`;
  }
  const known = KINDS.find(([form]) => form.test(first))?.[1];
  return (
    known ?? 'Say where the fields are: --log-format with the log_format of nginx or the LogFormat of Apache'
  );
}

/** Paths of the first members of a line that is a JSON object. */
function namesIn(line: string): string[] | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const names = pathsIn(JSON.parse(line) as object);
    return names.length === 0 ? undefined : names.slice(0, MOST_NAMES);
  } catch {
    return undefined;
  }
}

function pathsIn(entry: object): string[] {
  return Object.entries(entry).flatMap(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.keys(value as object).map((inner) => `${name}.${inner}`) : [name];
  });
}
