/** Rules on records that crawlers ignore, or that RFC 9309 does not define. */
import { encodeUtf8 } from '../../bytes/utf-8.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { listed } from '../../print/listed.ts';
import { inQuotes } from '../../print/printable.ts';
import { readCrawlDelay } from '../../records/crawl-delay.ts';
import { recordDefinition } from '../../records/definitions.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext, OtherLine } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { KNOWN_NAMES, nextRecord } from '../record-names.ts';
import { samplePath } from '../sample-path.ts';
import { FENCE } from './leftovers.ts';
import { ABSOLUTE } from './sitemaps.ts';

/** RFC 9309 §2.2. */
export function* missingColon(context: LintContext): Iterable<Finding> {
  for (const line of context.otherLines) {
    if (line.kind === 'malformed' && !isElsewhere(line.text)) yield colonFinding(line);
  }
}

/** Whether another rule reports the line: merge conflicts and Markdown have their own rules. */
function isElsewhere(text: string): boolean {
  return /^[<=>|]{7}/.test(text) || FENCE.test(text.trim());
}

function colonFinding({ text, span }: OtherLine): Finding {
  const [, name = '', gap = ''] = /^([A-Za-z][A-Za-z-]*)([ \t]+)\S/.exec(text) ?? [];
  if (!KNOWN_NAMES.includes(name.toLowerCase())) {
    return { message: 'This line has no colon, so crawlers ignore it', span };
  }
  const at = span.start + name.length;
  return {
    message: `Missing colon after "${name}". By RFC 9309, crawlers ignore this line, but some read it as if the colon were there`,
    span,
    fixes: [
      {
        title: `Write "${name}:"`,
        edits: [{ span: { start: at, end: at + gap.length }, replacement: ': ' }],
        changesVerdicts: true,
      },
    ],
  };
}

/** RFC 9309 §2.2.4: parsers MAY accept misspellings, so some do. */
export function* misspeltRecord(context: LintContext): Iterable<Finding> {
  for (const { name, span } of context.recordsOf('other')) {
    const meant = context.meantName(name);
    if (meant === undefined) continue;
    const spelling = meant.charAt(0).toUpperCase() + meant.slice(1);
    yield {
      message: `Unknown record ${inQuotes(name)}. Did you mean "${spelling}"?`,
      span,
      fixes: [
        {
          title: `Write "${spelling}"`,
          edits: [
            {
              span: { start: span.start, end: span.start + encodeUtf8(name).length },
              replacement: spelling,
            },
          ],
          changesVerdicts: true,
        },
      ],
    };
  }
}

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

/** RFC 9309 §2.2: a record ends with its line. */
export function* severalRecordsOnOneLine(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.document.records) {
    const first = nextRecord(value);
    if (!first) continue;
    const lost = value.slice(first.end);
    const lines: string[] = [];
    let rest = value;
    for (let next = nextRecord(rest); next; next = nextRecord(rest)) {
      lines.push(rest.slice(0, next.start));
      rest = rest.slice(next.end);
    }
    yield {
      message: `${inQuotes(lost)} is part of the value here, not a record of its own, so it has no effect`,
      span,
      fixes: [
        {
          title: 'Write each record on a line of its own',
          edits: [{ span: valueSpan, replacement: [...lines, rest].join(context.lineEnd) }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

/** Records that some crawler read in the past. */
export function* obsoleteRecord({ document }: LintContext): Iterable<Finding> {
  const found = new Map<string, DocumentRecord[]>();
  for (const record of document.records) {
    const name = record.name.toLowerCase();
    if (recordDefinition(name)?.obsolete === undefined) continue;
    const known = found.get(name);
    if (known) known.push(record);
    else found.set(name, [record]);
  }
  for (const [name, [first, ...further]] of found) {
    if (!first) continue;
    const also = furtherLines(further.map(({ line }) => line));
    yield {
      message: `${first.name} is obsolete. ${recordDefinition(name)?.obsolete}${also}`,
      span: first.span,
    };
  }
}

/** Each record that RFC 9309 does not define has its own grammar. */
export function* badRecordValue(context: LintContext): Iterable<Finding> {
  for (const { code, message, span, line } of context.recordDefects) {
    // Skips Clean-param, because sites, including Yandex's own, use forms that Yandex does not document.
    if (context.hasOwnRule(code) || code === 'bad-clean-param') continue;
    const { name = '', value = '' } = context.recordAtLine(line) ?? {};
    // Another rule reports that the record has no effect.
    if (recordDefinition(name)?.obsolete !== undefined) continue;
    if (code === 'bad-sitemap' && !ABSOLUTE.test(value)) continue;
    yield { message, span };
  }
}

/** Records that apply to the crawlers of their group. */
export function* recordOutsideGroup({ recordDefects }: LintContext): Iterable<Finding> {
  for (const { code, message, span } of recordDefects) {
    if (code === 'record-before-group') yield { message, span };
  }
}

/** A crawler must fetch a page before it can index the page or see its noindex. */
export function* disallowWithNoindex(context: LintContext): Iterable<Finding> {
  for (const { productTokens, others } of context.document.groups) {
    const noindexed = others.filter(({ kind, value }) => kind === 'noindex' && /^[/*]/.test(value));
    const token = productTokens.find((name) => name !== '');
    if (noindexed.length === 0 || token === undefined) continue;
    const rules = context.ruleSetOf(token);
    const [first, ...further] = noindexed.filter(({ value }) => !rules.allows(samplePath(value)));
    if (!first) continue;
    const also = furtherLines(further.map(({ line }) => line));
    yield {
      message: `Crawlers no longer support Noindex in robots.txt, and they cannot see a noindex on pages under ${first.value} because those pages are disallowed${also}`,
      span: first.span,
    };
  }
}

/** `fetcher.max.crawl.delay` of Nutch 1.22 and StormCrawler 2.4, above which their fetchers skip the page. */
const MOST_SECONDS = 30;

/** The value of Crawl-delay is a number of seconds, as a plain decimal number. */
export function* crawlDelayOutOfRange(context: LintContext): Iterable<Finding> {
  for (const record of context.recordsOf('crawl-delay')) {
    const reading = readCrawlDelay(record);
    if ('defect' in reading) yield { message: reading.defect.message, span: record.span };
    else if (reading.value.seconds > MOST_SECONDS) {
      yield {
        message: `A delay of ${record.value} seconds: Nutch and StormCrawler skip the pages of a site that asks for more than ${MOST_SECONDS} seconds`,
        span: record.span,
      };
    }
  }
}

/** RFC 9309 does not define Crawl-delay; each operator decides whether to read it. */
export function* crawlDelayUnread(context: LintContext): Iterable<Finding> {
  for (const { productTokens, others } of context.document.groups) {
    // Their operators state that they do not read it.
    const deaf = productTokens.filter((token) => context.agentOf(token)?.crawlDelay === 'no');
    if (deaf.length === 0) continue;
    for (const { kind, span } of others) {
      if (kind === 'crawl-delay') yield { message: ignoredBy([...new Set(deaf)]), span };
    }
  }
}

const MOST_NAMED = 5;

function ignoredBy(names: readonly string[]): string {
  return `${listed(names, MOST_NAMED)} ${names.length === 1 ? 'ignores' : 'ignore'} Crawl-delay`;
}
