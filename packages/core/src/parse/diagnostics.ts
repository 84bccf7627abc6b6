/** Problems that parsing finds. Content never causes an exception: problems are reported here. */
import { byteOrderMarkLength, type Encoding } from '../bytes/body.ts';
import type { Edit } from '../bytes/edit.ts';
import { isControl, SLASH, STAR } from '../bytes/octet.ts';
import type { Span } from '../bytes/span.ts';
import { firstIllFormed } from '../bytes/utf-8.ts';
import { type GroupSource, hasToken } from './groups.ts';
import * as LineKind from './line-kind.ts';
import { kindAt, lineAt, ROW, startAt, valueEndAt, valueStartAt } from './line-table.ts';
import { otherThanRobotsTxt } from './not-robots-txt.ts';
import { BELOW_20, blocksOf, firstBelow } from './octet-blocks.ts';
import { endOfName, nameText } from './records.ts';

/** A change that fixes the problem in a diagnostic. */
export interface Fix {
  /** The effect of the fix, for use as a button label. */
  readonly title: string;
  readonly edits: readonly Edit[];
  /**
   * False only if it is proven that the fix, alone or together with all other such fixes, changes no verdict of RFC
   * 9309, of Google, or of the dialect in the linter's profile. Other fixes are applied only on explicit request.
   */
  readonly changesVerdicts: boolean;
  /**
   * For a fix that changes verdicts: which verdicts change, and for whom, such as `RFC 9309, Google: FooBot may no
   * longer fetch /a`.
   */
  readonly effect?: string;
  /**
   * True if the fix is made only on a request that names its rule: it would close a whole site, or its rule means it to
   * change no verdict, which was not proven.
   */
  readonly onlyByRule?: true;
}

/** One problem or other noteworthy property of a file. */
export interface Diagnostic {
  /** The code: stable, in kebab case. */
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** The problem, and its effect on crawlers. */
  readonly message: string;
  /** The line number, counted from 1. */
  readonly line: number;
  readonly span: Span;
  readonly fixes?: readonly Fix[];
}

export interface DiagnosticSource extends GroupSource {
  readonly encoding: Encoding;
  readonly isTruncated: boolean;
}

/** All diagnostics of a document, in file order. */
export function diagnosticsOf(source: DiagnosticSource): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  eachDefect(source, ([code, severity, stated], line, start, end, row) => {
    const message = typeof stated === 'string' ? stated : stated(source, row);
    found.push(Object.freeze({ code, severity, message, line, span: Object.freeze({ start, end }) }));
  });
  return Object.freeze(found);
}

/**
 * The number of diagnostics of each code. Counts `document.diagnostics` without creating them.
 *
 * @example
 * ```ts
 * import { countDiagnostics, parse } from 'robots-exclusion';
 *
 * countDiagnostics(parse('Disallow: /a\nDisallow: /b\nUser-agent: *\n')); // { 'rule-before-group': 2 }
 * ```
 */
export function countDiagnostics(source: DiagnosticSource): Record<string, number> {
  const counts: Record<string, number> = {};
  let kinds = 0;
  eachDefect(source, ([code]) => {
    const count = counts[code];
    if (count === undefined) kinds++;
    counts[code] = (count ?? 0) + 1;
  });
  return kinds < 2 ? counts : Object.fromEntries(Object.entries(counts).sort(byCode));
}

function byCode([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

/** @param row A row of the line table; 0 for a problem of the whole file. */
type OnDefect = (defect: Defect, line: number, start: number, end: number, row: number) => void;

/** Reports each problem in file order. */
function eachDefect(source: DiagnosticSource, tell: OnDefect): void {
  const { octets, lines, encoding } = source;
  const isIllFormed = firstIllFormed(octets) >= 0;
  const mark = byteOrderMarkLength(octets);
  if (encoding !== 'utf-8') tell(utf16(encoding), 1, 0, 0, 0);
  else if (mark > 0) tell(BYTE_ORDER_MARK, 1, 0, mark, 0);
  const looks = otherThanRobotsTxt(source);
  if (looks !== undefined) {
    const [line, start, end] = lines.length > 0 ? firstLine(lines) : [1, mark, mark];
    tell(notRobotsTxt(looks), line, start, end, 0);
  }
  const blocks = blocksOf(octets);
  let hasGroup = false;
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    hasGroup ||= kind === LineKind.userAgent;
    const defect = recordDefect(source, blocks, row, kind, hasGroup);
    if (defect) tellOfRow(defect, lines, row, tell);
    if (isIllFormed && firstIllFormed(octets.subarray(startAt(lines, row), valueEndAt(lines, row))) >= 0) {
      tellOfRow(ILL_FORMED, lines, row, tell);
    }
  }
  if (source.isTruncated) {
    const line = lines.length === 0 ? 1 : lineAt(lines, lines.length - ROW);
    tell(TRUNCATED, line, octets.length, octets.length, 0);
  }
}

function tellOfRow(defect: Defect, lines: Int32Array, row: number, tell: OnDefect): void {
  const end = Math.max(valueStartAt(lines, row), valueEndAt(lines, row));
  tell(defect, lineAt(lines, row), startAt(lines, row), end, row);
}

type Message = string | ((source: DiagnosticSource, row: number) => string);

type Defect = readonly [code: string, severity: Diagnostic['severity'], message: Message];

const ILL_FORMED: Defect = [
  'ill-formed-utf-8',
  'warning',
  'These octets are not valid UTF-8. They are percent-encoded and compared unchanged, but other parsers may read them differently',
];

const BYTE_ORDER_MARK: Defect = [
  'byte-order-mark',
  'info',
  'The file begins with a byte order mark. It is skipped here, but some parsers lose the first line',
];

/** The defect of a file that is not a robots.txt. Lines in it that parse still count (RFC 9309 §2.3.1.5). */
function notRobotsTxt(looks: string): Defect {
  const message = `This is not a robots.txt: it looks like ${looks}. Crawlers obey only lines that happen to parse as rules, and without any they may fetch everything`;
  return ['not-robots-txt', 'error', message];
}

function firstLine(lines: Int32Array): readonly [line: number, start: number, end: number] {
  return [lineAt(lines, 0), startAt(lines, 0), valueEndAt(lines, 0)];
}

const TRUNCATED: Defect = [
  'truncated',
  'error',
  'The file exceeds the size limit, and everything after this line was ignored (RFC 9309 §2.5)',
];

const NO_COLON: Defect = ['missing-colon', 'warning', 'This line has no colon and is ignored'];

const NO_NAME: Defect = ['missing-name', 'warning', 'This line has no name before the colon and is ignored'];

const NO_TOKEN: Defect = [
  'no-product-token',
  'warning',
  'This line has no product token, so it names no crawler (RFC 9309 §2.2.1)',
];

const RULE_BEFORE_GROUP: Defect = [
  'rule-before-group',
  'warning',
  'No user-agent record precedes this rule. It belongs to no group and is ignored (RFC 9309 §2.2.2)',
];

const NO_SLASH: Defect = [
  'pattern-without-slash',
  'error',
  'This rule matches nothing because its pattern does not begin with "/" or "*" (RFC 9309 §2.2)',
];

const CONTROL: Defect = [
  'control-octet',
  'error',
  'This rule matches nothing because its pattern contains a control character',
];

function utf16(encoding: Encoding): Defect {
  const message = `The file is ${encoding.toUpperCase()}, as its byte order mark says. A robots.txt must be UTF-8 (RFC 9309 §2.3), and most parsers find no rules in this file`;
  return ['utf-16', 'error', message];
}

function recordDefect(
  source: GroupSource,
  blocks: DataView,
  row: number,
  kind: LineKind.Any,
  hasGroup: boolean,
): Defect | undefined {
  switch (kind) {
    case LineKind.malformed:
      return NO_COLON;
    case LineKind.other:
      return unknownRecord(source, row);
    case LineKind.userAgent:
      return hasToken(source, row) ? undefined : NO_TOKEN;
    case LineKind.allow:
    case LineKind.disallow:
      return hasGroup ? patternDefect(source, blocks, row) : RULE_BEFORE_GROUP;
    default:
      return undefined;
  }
}

const UNKNOWN_RECORD: Defect = [
  'unknown-record',
  'info',
  ({ octets, lines }, row) => {
    const name = nameText(octets, startAt(lines, row), valueStartAt(lines, row));
    return `Unknown record ${JSON.stringify(name)}: crawlers ignore it`;
  },
];

function unknownRecord({ octets, lines }: GroupSource, row: number): Defect {
  const start = startAt(lines, row);
  return endOfName(octets, start, valueStartAt(lines, row)) === start ? NO_NAME : UNKNOWN_RECORD;
}

function patternDefect({ octets, lines }: GroupSource, blocks: DataView, row: number): Defect | undefined {
  const start = valueStartAt(lines, row);
  const end = valueEndAt(lines, row);
  if (start >= end) return undefined;
  if (octets[start] !== SLASH && octets[start] !== STAR) return NO_SLASH;
  return hasControl(octets, blocks, start, end) ? CONTROL : undefined;
}

function hasControl(octets: Uint8Array, blocks: DataView, start: number, end: number): boolean {
  let at = firstBelow(octets, blocks, start, BELOW_20);
  while (at < end && !isControl(octets[at] as number)) at = firstBelow(octets, blocks, at + 1, BELOW_20);
  return at < end;
}
