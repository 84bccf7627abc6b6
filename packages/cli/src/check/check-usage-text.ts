/** Formats what a site states about the use of a URL. */

import type { UsageAnswer } from '@robots-exclusion/operations/shared';
import {
  type ConventionName,
  conventions,
  placeOf,
  type UsageSource,
  type UsageStatement,
  type Use,
  uses,
} from 'robots-exclusion/usage';
import type { Fact } from '../output/facts.ts';

/** Limit on the statements in text output, because a hostile file can contain thousands; JSON lists them all. */
const mostFacts = 20;

/**
 * Formats the preference for each use with the lines that state it, how much of the content may be kept, and where the
 * license terms are.
 */
export function usageFacts(usage: UsageAnswer): Fact[] {
  const { contentUse, vocabulary, replaced, licenses, findings } = usage;
  return [
    ...uses.flatMap(({ name, short }) => useFacts(usage, name, short)),
    ...(isStated(contentUse) ? [['may keep', `${contentUse} (Content-Signal, use)`] as const] : []),
    ...atMost(
      licenses.map(({ url, line }): Fact => ['license', line === undefined ? url : `line ${line}: ${url}`]),
    ),
    ...atMost(
      replaced.map(
        (source): Fact => [
          'not applied',
          `${sourceText(source)}  [in the group of "*", which a named group replaces]`,
        ],
      ),
    ),
    ...atMost(
      findings.map(
        ({ line, column, message }): Fact => ['note', `line ${line}, column ${column}: ${message}`],
      ),
    ),
    ['vocabulary', vocabulary],
  ];
}

function useFacts(usage: UsageAnswer, use: Use, name: string): Fact[] {
  const { preference, decidedBy, isConflict } = usage.uses[use];
  if (preference === 'not-applicable') return [[name, 'not applicable: the URL may not be fetched']];
  const place = decidedBy ? ` by ${placeOf(decidedBy)}` : '';
  const conflict = isConflict ? ' (statements differ; the most restrictive one applies)' : '';
  return [
    [name, `${preference}${place}${conflict}`],
    ...atMost(
      statementsOf(usage, use).map(({ convention, source, says, note }): Fact => {
        const remark = note === undefined ? '' : `. ${note}`;
        return ['', `${says[use]}, ${sourceText(source)}  [${titleOf(convention)}${remark}]`];
      }),
    ),
  ];
}

function sourceText(source: UsageSource): string {
  return `${source.kind === 'robots' ? `line ${source.line}` : `${source.kind} ${source.name}`}: ${source.text}`;
}

function isStated(contentUse: UsageAnswer['contentUse']): boolean {
  return contentUse !== 'unknown' && contentUse !== 'not-applicable';
}

function atMost(facts: readonly Fact[]): readonly Fact[] {
  const more = facts.length - mostFacts;
  return more > 0 ? [...facts.slice(0, mostFacts), ['', `and ${more} more`]] : facts;
}

function statementsOf({ statements }: UsageAnswer, use: Use): readonly UsageStatement[] {
  return statements.filter(({ says }) => says[use] !== undefined);
}

/** The convention's display name. */
function titleOf(name: ConventionName): string {
  return conventions.get(name)?.title ?? name;
}
