/**
 * An answer as text, in segments marked by origin. Each interface escapes untrusted segments for its medium, such as a
 * terminal, a line for a model, or a node of a page. The types reject unmarked text.
 */

/** One segment of text. */
export type Word =
  | { readonly own: string }
  /** Text from a site, such as rules and responses. */
  | { readonly site: string }
  /** Text from the query, such as a URL or a name. */
  | { readonly caller: string };

/** Lines that consist of segments. */
export type Words = readonly (readonly Word[])[];

/** Marks text from this project, such as a code or a name from its tables. */
export function own(text: string): Word {
  return { own: text };
}

export function site(text: string): Word {
  return { site: text };
}

export function caller(text: string): Word {
  return { caller: text };
}

/** Builds a line from a template whose holes accept only numbers and marked segments. */
export function line(texts: TemplateStringsArray, ...holes: readonly (Word | number)[]): readonly Word[] {
  const words: Word[] = [];
  for (const [at, text] of texts.entries()) {
    if (text !== '') words.push({ own: text });
    const hole = holes[at];
    if (hole !== undefined) words.push(typeof hole === 'number' ? { own: String(hole) } : hole);
  }
  return words;
}

/** A number with its noun, whose plural ends in `s`: `1 crawler`, `2 crawlers`. */
export function counted(count: number, noun: string): Word {
  return own(`${count} ${noun}${count === 1 ? '' : 's'}`);
}

/** The text without its marks, for an interface that escapes the whole text. */
export function plainText(words: readonly Word[]): string {
  return words.map((word) => Object.values(word)[0] as string).join('');
}

/** Line numbers as text, such as `line 3` or `lines 16, 20`. */
export function linesText(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${listText(lines)}`;
}

/** Limit on the number of items of a list within a sentence. The next constant limits the characters of one item. */
const MOST_LISTED = 4;
const MAX_ITEM_LENGTH = 60;

/**
 * A list as text, such as `a, b`. A long list ends with the number of omitted items, and a long item ends with an
 * ellipsis.
 *
 * @param left The number of items that the caller has already omitted.
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

/** A line that states that only the beginning of the file was read; no line if the whole file was read. */
export function cutWords({ isTruncated }: { readonly isTruncated?: boolean }): Words {
  return isTruncated ? [line`only the beginning of the file was read`] : [];
}
