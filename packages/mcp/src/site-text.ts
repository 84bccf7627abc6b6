/**
 * Prepares text of a site for a model. A robots.txt may contain instructions to the model, controls that hide or
 * reorder text, and invisible characters. It leaves this package only in fields whose schema marks it, escaped and
 * cut.
 */
/** Limit on the characters of one field; longer text is truncated, which is indicated. */
const MAX_CHARACTERS = 500;

/** Controls, unassigned characters, line separators, and what Unicode says may be shown as nothing. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/** The text on one line; invisible characters are shown as `\u{…}`. */
export function shownText(text: string, maxCharacters: number = MAX_CHARACTERS): string {
  const characters = Array.from(text.slice(0, 2 * maxCharacters + 2));
  const isCut = characters.length > maxCharacters;
  const shown = characters
    .slice(0, maxCharacters)
    .join('')
    .replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
  return isCut ? `${shown}… (cut)` : shown;
}

/** The same for the text beside: on a separate line, as a JSON string, so that nothing can escape from it. */
export function siteLine(text: string): string {
  return `  site text: ${JSON.stringify(text)}`;
}
