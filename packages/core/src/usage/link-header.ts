/** The Link header field (RFC 8288 §3), as far as needed for links of one relation type. */

/** One link. Parameter names are in lower case. If a parameter is repeated, the first value counts. */
export interface Link {
  readonly target: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * The links of a value of the Link header field. Text that is not a link is skipped up to the next comma.
 *
 * @example
 * ```ts
 * import { readLinks } from 'robots-exclusion/usage';
 *
 * readLinks('</bot.json>; rel="client-ranges"')[0]?.target; // '/bot.json'
 * ```
 */
export function readLinks(value: string): readonly Link[] {
  const links: Link[] = [];
  for (let at = 0; at < value.length; ) {
    const open = /^[\s,]*</.exec(value.slice(at, at + MAX_GAP));
    const close = open ? value.indexOf('>', at) : -1;
    if (open && close < 0) break;
    const partEnd = endOfPart(value, close < 0 ? at : close + 1);
    if (open && close >= 0) {
      const target = value.slice(at + open[0].length, close).trim();
      links.push({ target, parameters: readParameters(value.slice(close + 1, partEnd)) });
    }
    at = partEnd + 1;
  }
  return links;
}

/** The maximum length of the white space and commas before a link; no server sends more. */
const MAX_GAP = 256;

/** The position of the next comma outside quotes, or the end. */
function endOfPart(value: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < value.length; at++) {
    if (value[at] === '"') isQuoted = !isQuoted;
    else if (isQuoted && value[at] === '\\') at++;
    else if (!isQuoted && value[at] === ',') return at;
  }
  return value.length;
}

function readParameters(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of text.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain);
  }
  return parameters;
}

const PARAMETER = /;[ \t]*([^\s;="]{1,100})[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;",]*)))?/g;
