/** What lint rules look at: a document, and what several of them would work out again. */
import type { Span } from '../bytes/span.ts';
import { percentEncode, textOf } from '../bytes/text.ts';
import { type DeadRule, deadRules } from '../diff/dead-rules.ts';
import { explain } from '../explain/explain.ts';
import type { Verdict } from '../explain/verdict.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { Group } from '../parse/groups.ts';
import { kindAt, lineAt, ROW, startAt, valueEndAt } from '../parse/line-table.ts';
import { LineKind } from '../parse/record-kind.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { compile } from '../rules/compile.ts';
import type { RuleSet } from '../rules/rule-set.ts';

/** A comment or a line without a colon: what the records leave out. */
export interface OtherLine {
  readonly kind: 'comment' | 'malformed';
  readonly text: string;
  readonly line: number;
  readonly span: Span;
}

/** One crawler that the file names: its groups, merged. */
export interface NamedCrawler {
  /** As the file spells it first; `*` for everybody. */
  readonly token: string;
  readonly groups: readonly Group[];
  /** The first user-agent record of each of these groups that names it. */
  readonly userAgents: readonly DocumentRecord[];
}

/** States that are looked at for rules that do nothing: a few hundred milliseconds. */
const DEAD_RULES_BUDGET = 10_000;

/** Made once for each run of the linter; everything in it is worked out when first asked for. */
export class LintContext {
  readonly document: RobotsDocument;
  /** The whole body, also what was not read; those of the document where only that is known. */
  readonly octets: Uint8Array;
  /** Where the file is served, if it is known. */
  readonly robotsUrl: string | undefined;

  readonly #ruleSets = new Map<string, RuleSet>();
  #crawlers: readonly NamedCrawler[] | undefined;
  #others: readonly OtherLine[] | undefined;
  #deadRules: readonly DeadRule[] | undefined;

  constructor(document: RobotsDocument, octets: Uint8Array, robotsUrl: string | undefined) {
    this.document = document;
    this.octets = octets;
    this.robotsUrl = robotsUrl;
  }

  /** How many octets the whole body has. */
  get size(): number {
    return this.octets.length;
  }

  /** The file is HTML or XML: its single lines are not worth a word. */
  get isMarkup(): boolean {
    return this.document.diagnostics.some(({ code }) => code === 'markup');
  }

  /** Scheme and authority of {@link robotsUrl}. */
  get origin(): string | undefined {
    return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(this.robotsUrl ?? '')?.[0];
  }

  /** How the file ends its lines. */
  get lineEnd(): string {
    return /\r\n|\r|\n/.exec(textOf(this.document.octets, 0, 2_000))?.[0] ?? '\n';
  }

  /** Allow and disallow records that stand in a group. */
  get rules(): readonly DocumentRecord[] {
    return this.document.groups.flatMap(({ rules }) => rules);
  }

  /** Every product token of the file with its groups, in order of first appearance; none without a token. */
  get crawlers(): readonly NamedCrawler[] {
    this.#crawlers ??= namedCrawlers(this.document.groups);
    return this.#crawlers;
  }

  /** The rules of one crawler, compiled once. */
  ruleSetOf(token: string): RuleSet {
    const key = token.toLowerCase();
    const kept = this.#ruleSets.get(key) ?? compile(this.document, token);
    this.#ruleSets.set(key, kept);
    return kept;
  }

  /** Rules that were proven to do nothing; in files that take long, not all that do nothing. */
  get deadRules(): readonly DeadRule[] {
    this.#deadRules ??= deadRules(this.document, DEAD_RULES_BUDGET);
    return this.#deadRules;
  }

  /** Comments and lines without a colon. */
  get otherLines(): readonly OtherLine[] {
    this.#others ??= otherLines(this.document);
    return this.#others;
  }

  /** Records of one kind, in groups or not. */
  recordsOf(...kinds: readonly DocumentRecord['kind'][]): readonly DocumentRecord[] {
    return this.document.records.filter(({ kind }) => kinds.includes(kind));
  }

  /** Why one crawler is answered as it is. */
  explain(token: string, target: string): Verdict {
    return explain(this.ruleSetOf(token), target);
  }

  /** The record in a line, counted from 1. */
  recordAtLine(line: number): DocumentRecord | undefined {
    return this.document.records.find((record) => record.line === line);
  }

  /** The pattern of a rule as it is compared, in text: two rules with the same one match the same. */
  patternOf({ valueSpan }: DocumentRecord): string {
    const { octets } = this.document;
    const pattern = parsePattern(octets, valueSpan.start, valueSpan.end);
    if (!pattern) return textOf(octets, valueSpan.start, valueSpan.end);
    return (
      pattern.plain.map((segment) => textOf(segment, 0, segment.length)).join('*') +
      (pattern.isAnchored ? '$' : '')
    );
  }

  /** The span holds ASCII only, so that an index into its text is an offset into its octets. */
  isAscii({ start, end }: Span): boolean {
    return this.document.octets.subarray(start, end).every((octet) => octet < 0x80);
  }

  /** The octets of a span with everything but visible ASCII percent-encoded. */
  encoded({ start, end }: Span): string {
    return Array.from(this.document.octets.subarray(start, end), (octet) =>
      octet > 0x20 && octet < 0x7f ? String.fromCharCode(octet) : percentEncode(octet),
    ).join('');
  }
}

function namedCrawlers(groups: readonly Group[]): NamedCrawler[] {
  const crawlers = new Map<string, { token: string; records: Map<Group, DocumentRecord> }>();
  for (const group of groups) {
    group.productTokens.forEach((token, index) => {
      if (token === '') return;
      const crawler = crawlers.get(token.toLowerCase()) ?? { token, records: new Map() };
      crawlers.set(token.toLowerCase(), crawler);
      if (!crawler.records.has(group)) crawler.records.set(group, group.userAgents[index] as DocumentRecord);
    });
  }
  return [...crawlers.values()].map(({ token, records }) => ({
    token,
    groups: [...records.keys()],
    userAgents: [...records.values()],
  }));
}

function otherLines({ octets, lines }: RobotsDocument): OtherLine[] {
  const found: OtherLine[] = [];
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    if (kind > LineKind.malformed) continue;
    const span = { start: startAt(lines, row), end: valueEndAt(lines, row) };
    found.push({
      kind: kind === LineKind.comment ? 'comment' : 'malformed',
      text: textOf(octets, span.start, span.end),
      line: lineAt(lines, row),
      span,
    });
  }
  return found;
}
