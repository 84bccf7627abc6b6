/**
 * Finds the position at which a text stops being valid JSON. Error messages of `JSON.parse` differ between engines and
 * often contain no position.
 */

/** The kind of token that must come next. For `first` and `first-key`, the list or object may also end. */
type Wanted = 'value' | 'first' | 'key' | 'first-key' | 'colon' | 'comma' | 'end';

/** Describes the position at which an invalid JSON text has its first error or ends too early. */
export function jsonFault(text: string): string {
  const at = brokenAt(text);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const place = line === 1 ? `character ${column}` : `line ${line}, character ${column}`;
  if (at === text.length) return `It ends unexpectedly at ${place}`;
  return `Unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) as number))} at ${place}`;
}

/** The offset of the first invalid code unit; the length of the text if it is only truncated. */
export function brokenAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  for (let at = afterSpace(text, 0); at < text.length; ) {
    const sign = text[at] as string;
    const isStart = wanted === 'value' || wanted === 'first';
    let end = at + 1;
    if (isStart && (sign === '{' || sign === '[')) {
      open.push(sign);
      wanted = sign === '{' ? 'first-key' : 'first';
    } else if (closes(sign, wanted, open.at(-1))) {
      open.pop();
      wanted = open.length === 0 ? 'end' : 'comma';
    } else if (wanted === 'comma' && sign === ',') {
      wanted = open.at(-1) === '{' ? 'key' : 'value';
    } else if (wanted === 'colon' && sign === ':') {
      wanted = 'value';
    } else {
      const isKey: boolean = wanted === 'key' || wanted === 'first-key';
      if (!isStart && !(isKey && sign === '"')) return at;
      const scalar = afterScalar(text, at);
      if (!scalar.isWhole) return scalar.end;
      end = scalar.end;
      wanted = isKey ? 'colon' : open.length === 0 ? 'end' : 'comma';
    }
    at = afterSpace(text, end);
  }
  return text.length;
}

function closes(sign: string, wanted: Wanted, open: '{' | '[' | undefined): boolean {
  if (sign === '}') return open === '{' && (wanted === 'comma' || wanted === 'first-key');
  return sign === ']' && open === '[' && (wanted === 'comma' || wanted === 'first');
}

interface Scalar {
  /** The offset after the value, or the offset at which the value becomes invalid. */
  readonly end: number;
  readonly isWhole: boolean;
}

function afterScalar(text: string, start: number): Scalar {
  const sign = text[start] as string;
  if (sign === '"') return afterString(text, start + 1);
  const word = ['true', 'false', 'null'].find(([first]) => first === sign);
  if (word === undefined) return afterNumber(text, start);
  let length = 1;
  while (length < word.length && text[start + length] === word[length]) length++;
  return { end: start + length, isWhole: length === word.length };
}

function afterString(text: string, start: number): Scalar {
  for (let at = start; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '"') return { end: at + 1, isWhole: true };
    if (sign < ' ') return { end: at, isWhole: false };
    if (sign !== '\\') continue;
    at++;
    if (at < text.length && !'"\\/bfnrtu'.includes(text[at] as string)) return { end: at, isWhole: false };
    if (text[at] !== 'u') continue;
    for (let digit = 0; digit < 4; digit++) {
      at++;
      if (at < text.length && !/[0-9a-f]/i.test(text[at] as string)) return { end: at, isWhole: false };
    }
  }
  return { end: text.length, isWhole: false };
}

/** Reads a number. The integer, the fraction and the exponent must each have digits. */
function afterNumber(text: string, start: number): Scalar {
  let end = start + (text[start] === '-' ? 1 : 0);
  const digits = (): boolean => {
    const from = end;
    while (/\d/.test(text[end] ?? '')) end++;
    return end > from;
  };
  if (text[end] === '0') end++;
  else if (!digits()) return { end, isWhole: false };
  if (text[end] === '.') {
    end++;
    if (!digits()) return { end, isWhole: false };
  }
  if (text[end] === 'e' || text[end] === 'E') {
    end += /[+-]/.test(text[end + 1] ?? '') ? 2 : 1;
    if (!digits()) return { end, isWhole: false };
  }
  return { end, isWhole: true };
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at++;
  return at;
}
