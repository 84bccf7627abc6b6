/** Reads `<meta name="robots" content="…">` from an HTML page. */

/**
 * The values of all such elements, joined like those of a header; `undefined` if there are none. Linear in the text.
 */
export function metaRobotsOf(html: string): string | undefined {
  const values = [...html.matchAll(/<meta\b[^<>]*>/gi)].flatMap(([element]) => {
    if (attributeOf(element, NAME)?.trim().toLowerCase() !== 'robots') return [];
    return attributeOf(element, CONTENT) ?? [];
  });
  return values.length === 0 ? undefined : values.join(', ');
}

const NAME = /\bname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const CONTENT = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

function attributeOf(element: string, attribute: RegExp): string | undefined {
  const [, double, single, bare] = attribute.exec(element) ?? [];
  return double ?? single ?? bare;
}
