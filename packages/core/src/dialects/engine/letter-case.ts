/** Case folding, as various languages do it. */

/**
 * - `ascii`: only A–Z;
 * - `unicode-lower`: whole words in lower case (Python, JavaScript, Java's `toLowerCase`): U+0130 becomes two
 *   characters, and a sigma at the end of a word becomes a final sigma;
 * - `each-lower`: each character separately becomes one character (Go's `ToLower`): U+0130 becomes i;
 * - `each-upper-lower`: each character becomes upper case, then lower case (Java's `equalsIgnoreCase`): U+0130 and
 *   U+0131 become i, and U+017F becomes s;
 * - `each-upper`: each UTF-16 unit becomes upper case if that is one unit, and no ASCII for others (JavaScript's regular
 *   expressions with the flag `i`): µ and U+03BC are equal.
 */
export type LetterCase = 'ascii' | 'unicode-lower' | 'each-lower' | 'each-upper-lower' | 'each-upper';

/** Folds the text, so that texts that differ only in case become equal. */
export function folded(text: string, letterCase: LetterCase): string {
  switch (letterCase) {
    case 'ascii':
      return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    case 'unicode-lower':
      return text.toLowerCase();
    case 'each-lower':
      return eachLower(text);
    case 'each-upper-lower':
      return eachLower(eachUpper(text));
    case 'each-upper':
      return text.replace(/./gs, upperUnit);
  }
}

function upperUnit(unit: string): string {
  const upper = unit.toUpperCase();
  return upper.length === 1 && (unit < '\x80' || upper >= '\x80') ? upper : unit;
}

function eachLower(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return [...text].map((character) => (character === '\u0130' ? 'i' : character.toLowerCase())).join('');
}

/** The upper case of a character. If the upper case has several characters, the character stays unchanged. */
function eachUpper(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toUpperCase();
  return [...text]
    .map((character) => {
      const upper = character.toUpperCase();
      return upper.length === character.length ? upper : character;
    })
    .join('');
}

const NOT_ASCII = /[^\0-\x7f]/;
