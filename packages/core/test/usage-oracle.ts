/**
 * A slow reader of statements, written from the grammar of RFC 9651 §3 alone: one regular expression for the overall
 * shape, others for what the shape does not cover. It shares no code with the library or its parser.
 */

const KEY = '[a-z*][a-z0-9_.*-]*';
const BARE = [
  '-?[0-9]{1,12}\\.[0-9]{1,3}',
  '-?[0-9]{1,15}',
  '"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"',
  "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*",
  ':[A-Za-z0-9+/=]*:',
  '\\?[01]',
  '@-?[0-9]{1,15}',
  '%"(?:[ !#$&-~]|%[0-9a-f]{2})*"',
].join('|');
const PARAMETERS = `(?:; *${KEY}(?:=(?:${BARE}))?)*`;
const ITEM = `(?:${BARE})${PARAMETERS}`;
const INNER = `\\( *(?:${ITEM}(?: +${ITEM})*)? *\\)${PARAMETERS}`;
const MEMBER = `(${KEY})(?:=(${INNER}|${ITEM})|${PARAMETERS})`;
const WHOLE = new RegExp(`^ *(?:${MEMBER}(?:[ \\t]*,[ \\t]*${MEMBER})*[ \\t]*)?$`);
const ONE = new RegExp(`[ \\t]*${MEMBER}[ \\t]*(?:,|$)`, 'y');

/** The members' values as written, including parameters; `undefined` if the text is not a dictionary. */
export function slowDictionary(text: string): Map<string, string | undefined> | undefined {
  if (!WHOLE.test(text) || hasBadEscapes(text)) return undefined;
  const members = new Map<string, string | undefined>();
  ONE.lastIndex = 0;
  for (let match = ONE.exec(text); match?.[1] !== undefined; match = ONE.exec(text)) {
    members.set(match[1], match[2]);
    if (ONE.lastIndex >= text.length) break;
  }
  return members;
}

/** What a statement says about a category. */
export function slowAnswer(text: string, label: string): 'allow' | 'disallow' | 'unknown' {
  const value = slowDictionary(text)?.get(label);
  if (value !== undefined && /^y(?:;|$)/.test(value)) return 'allow';
  return value !== undefined && /^n(?:;|$)/.test(value) ? 'disallow' : 'unknown';
}

/**
 * Whether a Display String or a Byte Sequence is invalid: the shape checks neither UTF-8 nor Base64. Strings are
 * matched as a whole, so that their content is not mistaken for a Display String or a Byte Sequence.
 */
function hasBadEscapes(text: string): boolean {
  const items = text.matchAll(/%"([^"]*)"|"(?:[^"\\]|\\.)*"|[=(\s]:([A-Za-z0-9+/=]*):/g);
  return [...items].some(([, display, base64]) => {
    try {
      if (display !== undefined) decodeURIComponent(display);
      if (base64 !== undefined) atob(base64);
      return false;
    } catch {
      return true;
    }
  });
}
