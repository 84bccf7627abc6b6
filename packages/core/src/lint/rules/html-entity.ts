import { HASH } from '../../bytes/octet.ts';
import { decodeUtf8 } from '../../bytes/utf-8.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** The entities that template engines write for the special characters of HTML, and the characters. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['#38', '&'],
  ['#x26', '&'],
  ['lt', '%3C'],
  ['gt', '%3E'],
  ['quot', '%22'],
  ['#34', '%22'],
  ['#x22', '%22'],
  ['apos', "'"],
  ['#39', "'"],
  ['#x27', "'"],
  ['#x2f', '/'],
]);

const ENTITY = /&(amp|lt|gt|quot|apos|#(?:38|34|39|x26|x22|x27|x2f));/i;

/** The octets behind a `#` that may complete an entity. */
const MOST_BEHIND = 8;

/** A text file that a template engine for HTML wrote. */
export function* htmlEntity(context: LintContext): Iterable<Finding> {
  const { octets } = context.document;
  for (const { value, span, valueSpan } of context.document.records) {
    const isCut = value.endsWith('&') && octets[valueSpan.end] === HASH;
    if (!isCut && !value.includes('&')) continue;
    const behind = isCut ? decodeUtf8(octets.subarray(valueSpan.end, valueSpan.end + MOST_BEHIND)) : '';
    const found = ENTITY.exec(value + behind);
    const [text, name = ''] = found ?? [];
    if (!found || text === undefined || !context.isAscii(valueSpan)) continue;
    const at = valueSpan.start + found.index;
    const character = CHARACTERS.get(name.toLowerCase()) as string;
    yield {
      message: `"${text}" is an HTML entity, which crawlers do not decode${isCut ? ': the "#" begins a comment' : ''}`,
      span,
      fixes: [
        {
          title: `Write "${character}"`,
          edits: [{ span: { start: at, end: at + text.length }, replacement: character }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

/** Whether the `#` at `offset` belongs to an entity such as `&#39;`. */
export function isEntityAt(octets: Uint8Array, offset: number): boolean {
  return /^&#(?:\d{1,4}|x[0-9a-f]{1,4});/i.test(
    String.fromCharCode(...octets.subarray(offset - 1, offset + MOST_BEHIND)),
  );
}
