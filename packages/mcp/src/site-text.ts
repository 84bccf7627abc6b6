/**
 * Prepares text of a site for a model. A robots.txt may contain instructions to the model, control characters that
 * hide or reorder text, and invisible characters. Such text leaves this package only in fields whose schema marks it,
 * escaped and truncated.
 */
/** Limit on the characters of one field. Longer text is truncated and marked as such. */
const MAX_CHARACTERS = 500;

/** Control characters, unassigned characters, line separators, and characters that Unicode allows to be invisible. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/** Returns the text on one line, with invisible characters written as `\u{…}`. */
export function shownText(text: string, maxCharacters: number = MAX_CHARACTERS): string {
  const characters = Array.from(text.slice(0, 2 * maxCharacters + 2));
  const isCut = characters.length > maxCharacters;
  const shown = characters
    .slice(0, maxCharacters)
    .join('')
    .replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
  return isCut ? `${shown}… (cut)` : shown;
}

/**
 * Formats text from a site for the text that accompanies a structured answer. The result is a JSON string on a separate
 * line, so the site's text cannot escape from it.
 */
export function siteLine(text: string): string {
  return `  site text: ${JSON.stringify(text)}`;
}
