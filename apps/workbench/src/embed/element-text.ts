/** The robots.txt in an element of an HTML page. */

/** Lines without the indentation of the page; the line ends after the tag and before its end are not part of the file. */
export function textOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, ''))
    .join('\n')
    .replace(/^\r?\n|\r?\n$/g, '');
}
