import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import { recordDefinition } from '../../records/definitions.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { KNOWN_NAMES } from '../record-names.ts';

/** Names from proposals. Their users know that crawlers do not read them. */
const PROPOSED = ['comment', 'llm-policy', 'agentmap'];

/** RFC 9309 §2.2.4. */
export function* unknownRecord(context: LintContext): Iterable<Finding> {
  for (const record of context.recordsOf('other')) {
    const { name, value, span } = record;
    if (/^https?$/i.test(name) && value.startsWith('//')) {
      yield bareUrl(span);
      continue;
    }
    const [first = '', second = ''] = name.split(' ');
    if (KNOWN_NAMES.includes(first.toLowerCase()) && /^https?$/i.test(second)) {
      yield lackingColon(record, first);
      continue;
    }
    const isMisspelt = context.meantName(name) !== undefined;
    if (isMisspelt || recordDefinition(name) || PROPOSED.includes(name.toLowerCase())) continue;
    const message =
      name === ''
        ? 'This line has no name before the colon, so crawlers ignore it'
        : `Unknown record ${inQuotes(name)}. Crawlers ignore it`;
    yield { message, span };
  }
}

function bareUrl(span: Finding['span']): Finding {
  return {
    message: 'Crawlers ignore a line that contains only a URL. Is it a sitemap?',
    span,
    fixes: [
      {
        title: 'Write "Sitemap: " before it',
        edits: [{ span: { start: span.start, end: span.start }, replacement: 'Sitemap: ' }],
        changesVerdicts: false,
      },
    ],
  };
}

function lackingColon({ span }: DocumentRecord, name: string): Finding {
  const at = span.start + name.length;
  return {
    message: `Missing colon after "${name}", so crawlers ignore this line`,
    span,
    fixes: [
      {
        title: `Write "${name}:"`,
        edits: [{ span: { start: at, end: at }, replacement: ':' }],
        changesVerdicts: false,
      },
    ],
  };
}
