/**
 * Whether a change that RFC 9309 does not see moves another parser away from it: many of them take the first rule that
 * matches, or know no wildcards, so a rule that is redundant by RFC 9309 may be the one that they obey.
 *
 * Most of them cannot be compared exactly. So they are asked about the targets that the changed rules and the rules that
 * contradict them have in common.
 */
import type { Edit } from '../bytes/edit.ts';
import type { Span } from '../bytes/span.ts';
import { dialects } from '../dialects/index.ts';
import { factsOf } from '../dialects/rfc9309.ts';
import { WorkBudget } from '../diff/work-budget.ts';
import { compile } from '../engine/compile.ts';
import type { Dialect } from '../parse/dialect.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { startAt, valueEndAt } from '../parse/line-table.ts';
import { parse } from '../parse/parse.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { tokensOf } from '../rules/crawler.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { selectRows } from '../rules/select.ts';
import { commonTargets } from './common-targets.ts';
import type { FixEffect } from './fix-effect.ts';

/** Rules compared with targets, over all parsers and all changes of a file: a few seconds. */
const MOST_COMPARISONS = 16_000_000;

/** Product tokens of the file that are asked about. */
const MOST_TOKENS = 500;

/** Names for a crawler that no group names: some parsers look for a token anywhere in the name. */
const STRANGERS = ['FooBot', 'Spyder', 'Mirkwik', 'Zuvex'];

/** A file as every parser reads it. */
export class OtherParsers {
  readonly #standard: RobotsDocument;
  readonly #readings: readonly RobotsDocument[];
  readonly #rules: readonly DocumentRecord[];
  /** Crawlers: named ones, others with names like theirs, and some that are not named. */
  readonly #names: readonly string[];
  readonly #ruleSets = new Map<string, RuleSet>();
  readonly #budget = new WorkBudget(MOST_COMPARISONS);

  /** @param proven Dialects that need no question: a proof says that nothing changes for them. */
  constructor(body: Uint8Array, proven: readonly Dialect[]) {
    this.#standard = parse(body);
    this.#readings = dialects
      .filter((dialect) => !proven.includes(dialect))
      .map((dialect) => parse(body, { dialect }));
    const { groups } = this.#standard;
    this.#rules = groups.flatMap(({ rules }) => rules);
    const tokens = groups.flatMap(({ productTokens }) => productTokens);
    const named = tokens.filter((token) => token !== '' && token !== '*').slice(0, MOST_TOKENS);
    this.#names = [
      ...new Set([...STRANGERS, ...named, ...named.flatMap((token) => [`${token}-X`, token.slice(0, -1)])]),
    ].filter((name) => name !== '');
  }

  /** What changes for the worse; `undecided` where that is too much to ask. */
  effectOf(after: Uint8Array, edits: readonly Edit[]): FixEffect {
    const changed = this.#rules.filter(({ span }) => edits.some((edit) => touches(edit.span, span)));
    // What else is changed may change how groups are read: then every rule counts.
    const isOnlyRules = changed.length === edits.length;
    const targetsOfAll = once(() => commonTargets(this.#rules, this.#rules));
    const targetsOfChanged = once(() => commonTargets(changed, this.#rules));
    for (const before of this.#readings) {
      // How an unstable sort puts rules of one length depends on all of them.
      const isLocal = isOnlyRules && factsOf(before.dialect).precedence.tie !== 'unstable-sort';
      const targets = isLocal ? targetsOfChanged() : targetsOfAll();
      const crawlers = this.#crawlersOf(before, isLocal ? edits : undefined);
      if (crawlers.length === 0) continue;
      const work = crawlers.length * targets.length * (1 + this.#rules.length);
      if (!this.#budget.spend(work)) return { kind: 'undecided' };
      const text = this.#worse(before, parse(after, { dialect: before.dialect }), crawlers, targets);
      if (text !== undefined) return { kind: 'changed', text };
    }
    return { kind: 'none' };
  }

  /**
   * One crawler for each choice of rules, by the parser and by RFC 9309; of those only whom the parser gives one of the
   * changed rules.
   */
  #crawlersOf(document: RobotsDocument, edits: readonly Edit[] | undefined): readonly string[] {
    const found = new Map<string, string>();
    for (const who of this.#names) {
      const rows = document.dialect.reader?.select(document, who).ruleRows ?? [];
      const isChanged = (row: number): boolean => {
        const span = { start: startAt(document.lines, row), end: valueEndAt(document.lines, row) + 1 };
        return edits?.some((edit) => touches(edit.span, span)) ?? true;
      };
      if (edits && !rows.some(isChanged)) continue;
      const key = `${rows.join()} ${selectRows(this.#standard, tokensOf(who)).ruleRows.join()}`;
      if (!found.has(key)) found.set(key, who);
    }
    return [...found.values()];
  }

  /** The first question that was answered as RFC 9309 does, and no longer is. */
  #worse(
    before: RobotsDocument,
    after: RobotsDocument,
    crawlers: readonly string[],
    targets: readonly string[],
  ): string | undefined {
    for (const who of crawlers) {
      const standard = this.#rulesOf(this.#standard, who);
      const [was, is] = [this.#rulesOf(before, who), compile(after, who)];
      for (const target of targets) {
        const allowed = was.allows(target);
        if (is.allows(target) === allowed || standard.allows(target) !== allowed) continue;
        const [may, says] = allowed ? ['may no longer', 'allows'] : ['may', 'disallows'];
        return `${before.dialect.name}: ${who} ${may} fetch ${target}, which RFC 9309 ${says}`;
      }
    }
    return undefined;
  }

  #rulesOf(document: RobotsDocument, who: string): RuleSet {
    const key = `${document.dialect.name} ${who}`;
    const kept = this.#ruleSets.get(key) ?? compile(document, who);
    this.#ruleSets.set(key, kept);
    return kept;
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function touches(edit: Span, record: Span): boolean {
  return edit.start < record.end && edit.end > record.start;
}
