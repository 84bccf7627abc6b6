/** Reads the robots.txt in an element of an HTML page. */

/** Removes the page's indentation, the line end after the start tag, and the one before the end tag. */
export function textOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, ''))
    .join('\n')
    .replace(/^\r?\n|\r?\n$/g, '');
}
