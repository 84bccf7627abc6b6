/**
 * Text of a site, made ready for a model to see. A robots.txt may hold sentences that are meant to be obeyed, controls
 * that hide or turn text, and characters that nobody sees. It leaves this package only in fields whose schema marks
 * it, escaped and cut.
 */
/** Characters of one field; what is longer is cut, and the cut is said. */
const MAX_CHARACTERS = 500;

/** Controls, unassigned characters, line separators, and what Unicode says may be shown as nothing. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/** The text on one line: what cannot be seen is shown as `\u{…}`. */
export function shownText(text: string, maxCharacters: number = MAX_CHARACTERS): string {
  const characters = Array.from(text.slice(0, 2 * maxCharacters + 2));
  const isCut = characters.length > maxCharacters;
  const shown = characters
    .slice(0, maxCharacters)
    .join('')
    .replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
  return isCut ? `${shown}… (cut)` : shown;
}

/** The same in the text beside: a line of its own, JSON in quotation marks, so that nothing can leave them. */
export function siteLine(text: string): string {
  return `  site text: ${JSON.stringify(text)}`;
}
