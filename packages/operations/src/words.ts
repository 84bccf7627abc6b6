/**
 * An answer as text, in segments marked by origin. Each interface escapes untrusted segments for its medium: a
 * terminal, a line for a model, a node of a page. Unmarked text does not compile.
 */

/** One segment. */
export type Word =
  | { readonly own: string }
  /** Quoted from a site: its rules, its answers. */
  | { readonly site: string }
  /** Quoted from the question: a URL, a name. */
  | { readonly caller: string };

/** Lines of segments. */
export type Words = readonly (readonly Word[])[];

/** Text of this project, such as a code or a name from its own tables. */
export function own(text: string): Word {
  return { own: text };
}

/** Text of a site. */
export function site(text: string): Word {
  return { site: text };
}

/** Text of the caller. */
export function caller(text: string): Word {
  return { caller: text };
}

/** A line: a template whose holes accept only numbers and marked segments. */
export function line(texts: TemplateStringsArray, ...holes: readonly (Word | number)[]): readonly Word[] {
  const words: Word[] = [];
  for (const [at, text] of texts.entries()) {
    if (text !== '') words.push({ own: text });
    const hole = holes[at];
    if (hole !== undefined) words.push(typeof hole === 'number' ? { own: String(hole) } : hole);
  }
  return words;
}

/** `1 crawler`, `2 crawlers`: a number with its noun, whose plural ends in `s`. */
export function counted(count: number, noun: string): Word {
  return own(`${count} ${noun}${count === 1 ? '' : 's'}`);
}

/** A line without marks, for an interface that escapes all of it. */
export function plainText(words: readonly Word[]): string {
  return words.map((word) => Object.values(word)[0] as string).join('');
}

/** `line 3`, `lines 16, 20`. */
export function linesText(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${listText(lines)}`;
}

/** Limits on the items of a list within a sentence, and on the characters of one. */
const MOST_LISTED = 4;
const MAX_ITEM_LENGTH = 60;

/**
 * `a, b`; a long list says how many more there are, and a long item ends with an ellipsis.
 *
 * @param left How many items the list has left out already.
 */
export function listText(items: readonly (string | number)[], left = 0): string {
  const shown = items.slice(0, MOST_LISTED).map(shortItem);
  const omitted = items.length - shown.length + left;
  return omitted > 0 ? `${shown.join(', ')} and ${omitted} more` : shown.join(', ');
}

function shortItem(item: string | number): string {
  const text = String(item);
  return text.length > MAX_ITEM_LENGTH ? `${text.slice(0, MAX_ITEM_LENGTH - 1)}…` : text;
}

/** What is said of a file of which only the beginning was read: a line, or none. */
export function cutWords({ isTruncated }: { readonly isTruncated?: boolean }): Words {
  return isTruncated ? [line`only the beginning of the file was read`] : [];
}
