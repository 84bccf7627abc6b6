/** Reads handwritten JSON. `JSON.parse` would silently ignore the first of two equal keys. */

/**
 * The value of a JSON text.
 *
 * @throws {SyntaxError} If the text is not JSON, or an object has two equal keys. The message names the expected value,
 * or the positions of both keys.
 */
export function jsonValue(text: string): unknown {
  const value = parsed(text);
  const repeated = repeatedKey(text);
  if (repeated === undefined) return value;
  const [first, second] = repeated.offsets.map((offset) => lineAt(text, offset));
  const places = first === second ? `twice on line ${first}` : `on line ${first} and again on line ${second}`;
  throw new SyntaxError(`expected each key once, but ${JSON.stringify(repeated.path)} is ${places}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`expected JSON, ${(error as Error).message}`);
  }
}

interface Repeated {
  /** The path of the key, such as `serve.maxUrls`. */
  readonly path: string;
  readonly offsets: readonly [number, number];
}

/** An object or list that is being read. A list has no keys. */
interface Open {
  readonly keys: Map<string, number> | undefined;
  readonly path: string;
  /** The name or index of the value being read. */
  at: string;
  count: number;
}

/** Matches quotation marks and the punctuation between values. Numbers and literals need not be matched. */
const SIGN = /["{}[\]:,]/g;

interface Token {
  readonly text: string;
  readonly offset: number;
}

/**
 * The strings and punctuation of valid JSON text. A regular expression that matches whole strings would overflow on a
 * string of 20 MB.
 */
function* tokensOf(text: string): Generator<Token> {
  SIGN.lastIndex = 0;
  for (let found = SIGN.exec(text); found; found = SIGN.exec(text)) {
    const { 0: sign, index: offset } = found;
    const end = sign === '"' ? stringEnd(text, offset) : offset + 1;
    yield { text: text.slice(offset, end), offset };
    SIGN.lastIndex = end;
  }
}

/** The end of the string that begins at `start`: the first quotation mark after an even number of backslashes. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === '\\') before--;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
}

/** The first duplicate key in valid JSON text. */
function repeatedKey(text: string): Repeated | undefined {
  const open: Open[] = [];
  let string: Token | undefined;
  for (const token of tokensOf(text)) {
    const within = open.at(-1);
    const sign = token.text;
    if (sign.startsWith('"')) string = token;
    else if (sign === '{' || sign === '[') open.push(opened(sign, within));
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && within) within.count++;
    else if (within?.keys && string) {
      const key = JSON.parse(string.text) as string;
      const before = within.keys.get(key);
      if (before !== undefined) return { path: joined(within.path, key), offsets: [before, string.offset] };
      within.keys.set(key, string.offset);
      within.at = key;
    }
  }
  return undefined;
}

function opened(token: '{' | '[', within: Open | undefined): Open {
  const path = within === undefined ? '' : pathIn(within);
  return { keys: token === '{' ? new Map() : undefined, path, at: '', count: 0 };
}

function pathIn({ keys, path, at, count }: Open): string {
  return keys ? joined(path, at) : `${path}[${count}]`;
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}
