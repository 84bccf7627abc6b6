/** The input of lint rules: a document, and results that several rules share. */

import type { AgentProfile } from '../agents/agent-profile.ts';
import type { AgentIndex } from '../agents/find-agent.ts';
import { misspeltToken } from '../agents/lookup.ts';
import { knownAgents } from '../agents/registry.ts';
import { nearest } from '../bytes/nearest.ts';
import type { Span } from '../bytes/span.ts';
import { percentEncode, textOf } from '../bytes/text.ts';
import { withoutUserInformation } from '../bytes/without-secrets.ts';
import { type DeadRule, deadRules } from '../diff/dead-rules.ts';
import { compile } from '../engine/compile.ts';
import type { DivergenceOptions, DivergenceReport } from '../interpret/divergences.ts';
import type { RobotsDocument } from '../parse/document.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, lineAt, ROW, startAt, valueEndAt } from '../parse/line-table.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { parsePattern, patternText } from '../patterns/pattern.ts';
import { recordDiagnostics } from '../records/diagnostics.ts';
import type { RecordDiagnostic } from '../records/reading.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { distinctChoices, firstChoices, type NamedCrawler, namedCrawlers } from './named-crawler.ts';
import { KNOWN_NAMES } from './record-names.ts';

/** A comment or a line without a colon. Neither is a record. */
export interface OtherLine {
  readonly kind: 'comment' | 'malformed';
  readonly text: string;
  readonly line: number;
  readonly span: Span;
}

/** Information that rules need besides the file. */
export interface ContextOptions {
  /** The URL of the file, which rules about hosts need. */
  readonly robotsUrl?: string;
  /** Product tokens of the crawlers that the caller is interested in. Messages use them as examples if possible. */
  readonly crawlers?: readonly string[];
  /** The registry in which names are looked up. Default: the known crawlers. */
  readonly registry?: AgentIndex;
  /**
   * The function `divergences` from `robots-exclusion/interpret`, which finds the lines that parsers read differently.
   * The caller passes it because importing it here would load all dialects. Without it, the rule `read-differently`
   * reports nothing.
   */
  readonly divergences?: (
    document: RobotsDocument,
    options?: Pick<DivergenceOptions, 'crawlers'>,
  ) => DivergenceReport;
  /** Codes of record diagnostics that some rule reports in its own words. */
  readonly ownCodes?: ReadonlySet<string>;
}

/** Limit on the names that are compared with all known crawlers. */
const MOST_NAMES = 2_000;

/** The input of all rules, created once per run of the linter. Each member is computed on first use. */
export class LintContext {
  readonly document: RobotsDocument;
  /**
   * The whole body, including octets beyond the limit. If the octets beyond the limit are unknown, only the document's
   * octets.
   */
  readonly octets: Uint8Array;
  /** The URL of the file, if known. */
  readonly robotsUrl: string | undefined;
  /** The crawlers that are known. */
  readonly registry: AgentIndex;

  readonly #ruleSets = new Map<string | undefined, RuleSet>();
  #crawlers: readonly NamedCrawler[] | undefined;
  #others: readonly OtherLine[] | undefined;
  #deadRules: readonly DeadRule[] | undefined;
  #choices: readonly NamedCrawler[] | undefined;
  #byToken: ReadonlyMap<string, NamedCrawler> | undefined;
  #rules: readonly DocumentRecord[] | undefined;
  #byLine: ReadonlyMap<number, DocumentRecord> | undefined;
  #recordDefects: readonly RecordDiagnostic[] | undefined;
  readonly #options: ContextOptions;
  readonly #meantNames = new Map<string, string | undefined>();
  readonly #meantTokens = new Map<string, string | undefined>();
  readonly #patterns = new Map<DocumentRecord, string>();
  readonly #limits = new Map<string, string>();

  constructor(document: RobotsDocument, octets: Uint8Array, options: ContextOptions = {}) {
    this.document = document;
    this.octets = octets;
    this.robotsUrl = options.robotsUrl && withoutUserInformation(options.robotsUrl);
    this.registry = options.registry ?? knownAgents();
    this.#options = options;
  }

  /** The length of the whole body in octets. */
  get size(): number {
    return this.octets.length;
  }

  /**
   * Whether the file is not a robots.txt and has no rules. Problems of individual lines are then not worth reporting.
   */
  get isSomethingElse(): boolean {
    return this.rules.length === 0 && this.document.diagnostics.some(({ code }) => code === 'not-robots-txt');
  }

  /** Scheme and authority of {@link robotsUrl}. */
  get origin(): string | undefined {
    return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(this.robotsUrl ?? '')?.[0];
  }

  get lineEnd(): string {
    return /\r\n|\r|\n/.exec(textOf(this.document.octets, 0, 2_000))?.[0] ?? '\n';
  }

  /** Allow and disallow records in groups. */
  get rules(): readonly DocumentRecord[] {
    this.#rules ??= this.document.groups.flatMap(({ rules }) => rules);
    return this.#rules;
  }

  /** Whether a rule reports this record diagnostic in its own words. */
  hasOwnRule(code: string): boolean {
    return this.#options.ownCodes?.has(code) === true;
  }

  /** Problems in the values of records that RFC 9309 does not define. */
  get recordDefects(): readonly RecordDiagnostic[] {
    this.#recordDefects ??= recordDiagnostics(this.document);
    return this.#recordDefects;
  }

  /** Checks that were cut short because the file needs too much work. Maps each kind of check to how far it got. */
  get limits(): ReadonlyMap<string, string> {
    return this.#limits;
  }

  /** Notes that the check `what` was cut short, and how far it got. */
  noteLimit(what: string, howFar: string): void {
    this.#limits.set(what, howFar);
  }

  /**
   * Every product token of the file with its groups, in order of first appearance. Values without a token are skipped.
   */
  get crawlers(): readonly NamedCrawler[] {
    this.#crawlers ??= namedCrawlers(this.document.groups);
    return this.#crawlers;
  }

  /**
   * One crawler for each selection of groups, up to the linter's limit. If the limit is reached, notes where the list
   * stops.
   */
  get choices(): readonly NamedCrawler[] {
    if (!this.#choices) {
      const all = distinctChoices(this.crawlers);
      this.#choices = firstChoices(all);
      const { length } = this.#choices;
      if (length < all.length)
        this.noteLimit(
          'the rules of each crawler',
          `only the first ${length} of ${all.length} crawlers were checked`,
        );
    }
    return this.#choices;
  }

  /** The crawler with that name, or else the crawler for `*`; `undefined` if the file names neither. */
  crawlerOf(token: string): NamedCrawler | undefined {
    this.#byToken ??= new Map(this.crawlers.map((crawler) => [crawler.token.toLowerCase(), crawler]));
    return this.#byToken.get(token.toLowerCase()) ?? this.#byToken.get('*');
  }

  /** The rules of one crawler, compiled once for all crawlers with the same groups. */
  ruleSetOf(token: string): RuleSet {
    const key = this.crawlerOf(token)?.key;
    const kept = this.#ruleSets.get(key) ?? compile(this.document, token);
    this.#ruleSets.set(key, kept);
    return kept;
  }

  /** Rules proven to have no effect. In large files, the list may be incomplete. */
  get deadRules(): readonly DeadRule[] {
    if (!this.#deadRules) {
      const { rules, isComplete } = deadRules(this.document);
      this.#deadRules = rules;
      if (!isComplete) this.noteLimit('rules without effect', 'more rules may have no effect');
    }
    return this.#deadRules;
  }

  /** How parsers depart from RFC 9309 for this file; `undefined` if the caller passed no `divergences`. */
  get divergences(): DivergenceReport | undefined {
    const { divergences, crawlers = [] } = this.#options;
    return divergences?.(this.document, { crawlers });
  }

  /** Comments and lines without a colon. */
  get otherLines(): readonly OtherLine[] {
    this.#others ??= otherLines(this.document);
    return this.#others;
  }

  /** Records of the given kinds, inside or outside groups. */
  recordsOf(...kinds: readonly DocumentRecord['kind'][]): readonly DocumentRecord[] {
    return this.document.records.filter(({ kind }) => kinds.includes(kind));
  }

  /** The record on a line, counted from 1. */
  recordAtLine(line: number): DocumentRecord | undefined {
    this.#byLine ??= new Map(this.document.records.map((record) => [record.line, record]));
    return this.#byLine.get(line);
  }

  /** The known record name nearest to an unknown name; `undefined` if no known name is near. */
  meantName(name: string): string | undefined {
    if (!this.#meantNames.has(name)) {
      this.#meantNames.set(name, nearest(name, KNOWN_NAMES));
    }
    return this.#meantNames.get(name);
  }

  /** What is known of the crawler with that product token. */
  agentOf(token: string): AgentProfile | undefined {
    return this.registry.byToken.get(token.toLowerCase());
  }

  /** The known crawler that a name is probably a slip of; `undefined` if there is none, or too many names were asked. */
  misspeltToken(token: string): string | undefined {
    if (!this.#meantTokens.has(token)) {
      const isAsked = this.#meantTokens.size < MOST_NAMES;
      if (!isAsked) this.noteLimit('misspelled crawlers', `only the first ${MOST_NAMES} names were checked`);
      else this.#meantTokens.set(token, misspeltToken(token, this.registry));
    }
    return this.#meantTokens.get(token);
  }

  /** The normalized pattern of a rule as text. Rules with equal texts match the same targets. */
  patternOf(rule: DocumentRecord): string {
    const kept = this.#patterns.get(rule) ?? textOfRule(this.document, rule);
    this.#patterns.set(rule, kept);
    return kept;
  }

  /** Whether the span is ASCII. If so, an index into its text is also an offset into its octets. */
  isAscii({ start, end }: Span): boolean {
    return this.document.octets.subarray(start, end).every((octet) => octet < 0x80);
  }

  /** The octets of a span as text. Everything except visible ASCII is percent-encoded. */
  encoded({ start, end }: Span): string {
    return Array.from(this.document.octets.subarray(start, end), (octet) =>
      octet > 0x20 && octet < 0x7f ? String.fromCharCode(octet) : percentEncode(octet),
    ).join('');
  }
}

function textOfRule({ octets }: RobotsDocument, { valueSpan }: DocumentRecord): string {
  const pattern = parsePattern(octets, valueSpan.start, valueSpan.end);
  return pattern ? patternText(pattern) : textOf(octets, valueSpan.start, valueSpan.end);
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
