/** Collects the statements of every convention that apply to one target. */
import { textOf } from '../bytes/text.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { UrlLike } from '../patterns/target.ts';
import { type Crawler, ownTokensOf } from '../rules/crawler-profile.ts';
import { aiTrainingRule } from './ai-training-rules.ts';
import { CONTENT_SIGNAL, contentSignalOf, contentSignalsFor } from './content-signal.ts';
import { CONTENT_USAGE, contentUsageFor, contentUsageOf } from './content-usage.ts';
import type { HeaderFields } from './header-fields.ts';
import { EVERY_CRAWLER, type PurposeToken, type PurposeVerdict, purposeVerdicts } from './purpose-tokens.ts';
import { directiveStatements, type MetaRobots } from './robots-directives.ts';
import type { Statement } from './statement.ts';
import { tdmrepStatements, tdmStatements } from './tdmrep.ts';
import { headerSource, sourceOf, type UsageSource, type UsageStatement } from './usage-statement.ts';
import { type ConventionName, conventions, type Use } from './uses.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The input: a file, a crawler, a target, and other sources of statements about the target. */
export interface UsageQuestion {
  readonly document: RobotsDocument;
  readonly who: Crawler;
  readonly target: string | UrlLike;
  readonly headers: HeaderFields | undefined;
  readonly meta: readonly MetaRobots[];
  readonly tdmrep: string | Uint8Array | undefined;
  readonly vocabulary: Vocabulary;
  readonly purposes: readonly PurposeToken[];
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

/**
 * All statements, convention by convention. Within a convention, robots.txt comes first, in file order, and then the
 * header.
 */
export function statementsAbout(question: UsageQuestion): UsageStatement[] {
  return [
    ...aiprefStatements(question),
    ...contentSignalStatements(question),
    ...aiTrainingStatements(question),
    ...purposeStatements(question),
    ...directiveStatements(question),
    ...tdmStatements(question.headers, question.meta),
    ...tdmrepStatements(question.tdmrep, question.target),
  ];
}

function aiprefStatements({ document, who, target, headers, vocabulary }: UsageQuestion): UsageStatement[] {
  const inRobots = contentUsageFor(document, who, target, vocabulary);
  const inHeader = contentUsageOf(headers, vocabulary);
  return [
    ...inRobots.map(({ record, statement }) => aiprefStatement(sourceOf(record), statement, vocabulary)),
    ...(inHeader
      ? [aiprefStatement(headerSource(CONTENT_USAGE, inHeader.text), inHeader.statement, vocabulary)]
      : []),
  ];
}

function aiprefStatement(
  source: UsageSource,
  { isValid, preferences, defects }: Statement,
  { overriding, name }: Vocabulary,
): UsageStatement {
  const stated = Object.entries(preferences).filter(([, preference]) => preference !== 'unknown');
  const [first] = defects;
  const governed = overriding === undefined ? undefined : preferences[overriding];
  const isOverridden = isStated(governed) && stated.some(([, preference]) => preference !== governed);
  const note = isValid
    ? isOverridden && `What qualifies as ${overriding} is governed by "${overriding}" alone (${name})`
    : first?.message;
  return {
    ...statement('aipref', source, stated as [string, 'allow' | 'disallow'][]),
    ...(note && { note }),
    ...(source.kind !== 'robots' && first !== undefined && { defect: first.message }),
  };
}

function isStated(preference: string | undefined): boolean {
  return preference === 'allow' || preference === 'disallow';
}

function contentSignalStatements({ document, who, target, headers }: UsageQuestion): UsageStatement[] {
  const inRobots = contentSignalsFor(document, who, target).map(({ record, members, isFileWide }) => ({
    ...statement('content-signal', sourceOf(record), [...members] as [string, 'allow' | 'disallow'][]),
    ...(isFileWide && { note: 'It comes before every group and is read as a default for the whole file' }),
  }));
  const inHeader = contentSignalOf(headers);
  if (inHeader === undefined) return inRobots;
  const words = [...inHeader.members] as [string, 'allow' | 'disallow'][];
  const [first] = inHeader.defects;
  const source = headerSource(CONTENT_SIGNAL, inHeader.text);
  const defect = first === undefined ? {} : { note: first.message, defect: first.message };
  return [...inRobots, { ...statement('content-signal', source, words), ...defect }];
}

function aiTrainingStatements({ document, who, target }: UsageQuestion): UsageStatement[] {
  const rule = aiTrainingRule(document, who, target);
  if (rule === undefined) return [];
  return [
    statement('ai-training-rules', sourceOf(rule.record), [[rule.record.name.toLowerCase(), rule.stated]]),
  ];
}

/**
 * A statement whose words are mapped to uses by the convention's table. Other words, such as `use`, do not name a use.
 */
function statement(
  convention: ConventionName,
  source: UsageSource,
  words: readonly (readonly [string, 'allow' | 'disallow'])[],
): UsageStatement {
  const table = conventions.get(convention)?.uses;
  const says = words.flatMap(([word, stated]) => {
    const use = table?.get(word);
    return use === undefined ? [] : [[use, stated] as const];
  });
  return {
    convention,
    source,
    states: Object.freeze(Object.fromEntries(words)),
    says: Object.freeze(Object.fromEntries(says)),
  };
}

/**
 * Statements under the purpose tokens that govern what this crawler fetches. If the crawler is itself a purpose token,
 * includes the statement under its own token.
 */
function purposeStatements({ document, who, target, purposes }: UsageQuestion): UsageStatement[] {
  const names = new Set(ownTokensOf(who).map((token) => textOf(token, 0, token.length)));
  const concerned = purposes.filter(({ token, crawlers }) =>
    [token, ...crawlers].some((name) => name === EVERY_CRAWLER || names.has(name.toLowerCase())),
  );
  return purposeVerdicts(document, target, concerned).flatMap((verdict) =>
    purposeStatement(document, verdict),
  );
}

function purposeStatement(
  document: RobotsDocument,
  { purpose, stated, verdict }: PurposeVerdict,
): UsageStatement[] {
  const line = verdict.rule?.line ?? verdict.group?.lines[0];
  const record = document.records.find((candidate: DocumentRecord) => candidate.line === line);
  if (stated === 'unknown' || record === undefined) return [];
  return [
    {
      convention: 'purpose-token',
      source: sourceOf(record),
      states: Object.freeze({ [purpose.token]: stated }),
      says: Object.freeze(
        Object.fromEntries(purpose.uses.map((use): [Use, 'allow' | 'disallow'] => [use, stated])),
      ),
      purpose: Object.freeze({ token: purpose.token, operator: purpose.operator }),
      note: `${purpose.crawlers.includes(EVERY_CRAWLER) ? '' : `It applies to ${purpose.operator} only. `}${purpose.doesNotTouch}`,
    },
  ];
}
