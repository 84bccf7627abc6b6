/** One sentence for each fact of a dialect. The sentence is true for any value that departs from RFC 9309. */

import * as LineKind from '../parse/line-kind.ts';
import { recordKindOf } from '../parse/record-kind.ts';
import type { Axis, DialectFacts, RunFacts } from './engine/facts.ts';
import { ANY_RECORD } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';
import texts from './sentences.json' with { type: 'json' };
import { characterSentence, knownNamesSentence, listed, normaliserInWords } from './wording.ts';

/**
 * The sentence of each fact, by axis: one text, in which `{}` stands for the value, or a text for each value. `null`
 * stands for a sentence that is made from the value.
 */
const TEXTS: { readonly [A in Axis]: { readonly [F in keyof DialectFacts[A]]-?: Text<DialectFacts[A][F]> } } =
  texts;

type Text<Value> = string | null | { readonly [V in `${Extract<Value, string | boolean>}`]?: string };

/** The facts that have sentences, in order. */
export function factsWithSentence(axis: Axis): readonly string[] {
  return Object.keys(TEXTS[axis]);
}

/** The value of one fact. */
export function factValue(facts: DialectFacts, axis: Axis, fact: string): unknown {
  return facts[axis][fact as keyof DialectFacts[Axis]];
}

/** The sentence for one fact of a dialect. */
export function sentenceOf(axis: Axis, fact: string, facts: DialectFacts): string {
  const value = factValue(facts, axis, fact);
  const made = MADE[`${axis}.${fact}`];
  if (made !== undefined) return made(facts);
  if (typeof value === 'object') return (value as { inWords: string }).inWords;
  const text = (TEXTS[axis] as Readonly<Record<string, Text<string>>>)[fact];
  if (typeof text === 'string') return text.replace('{}', String(value));
  return (text as Readonly<Record<string, string>>)[String(value)] as string;
}

const MADE: Readonly<Record<string, (facts: DialectFacts) => string>> = {
  'lines.ends': ({ lines }) =>
    characterSentence(lines.ends, rfc9309Facts.lines.ends, {
      more: 'also ends a line',
      fewer: 'does not end a line by itself',
    }),
  'lines.whiteSpace': ({ lines }) =>
    characterSentence(lines.whiteSpace, rfc9309Facts.lines.whiteSpace, {
      more: 'is also removed from both ends of lines, names and values',
      fewer: 'is not white space',
    }),
  'names.letterCase': ({ names: { letterCase } }) =>
    typeof letterCase === 'string'
      ? texts.agents.letterCase[letterCase as keyof typeof texts.agents.letterCase]
      : letterCase.inWords,
  'names.known': ({ names }) => knownNamesSentence(names.known, rfc9309Facts.names.known),
  'runs.endedBy': ({ runs }) => runSentence(runs),
  'groups.needs': ({ groups }) =>
    `User-agent lines without rules${groups.needs.has(LineKind.crawlDelay) ? ' or Crawl-delay' : ''} do not form a group.`,
  'agents.starBefore': ({ agents }) =>
    agents.starBefore.size === 0
      ? 'Only * alone means every crawler. “* foo” does not.'
      : characterSentence(agents.starBefore, rfc9309Facts.agents.starBefore, {
          more: 'can follow a * that means every crawler',
          fewer: 'cannot follow a * that means every crawler',
        }),
  'normalising.pattern': ({ normalising }) => `Patterns: ${normaliserInWords(normalising.pattern)}.`,
  'normalising.target': ({ normalising }) => `URLs: ${normaliserInWords(normalising.target)}.`,
  'extras.indexPage': ({ extras }) => texts.extras.indexPage[extras.indexPage?.of ?? 'allow'],
};

function runSentence({ endedBy }: RunFacts): string {
  const isEnd = (kind: LineKind.Any): boolean => endedBy.has(kind);
  if (isEnd(LineKind.userAgent)) {
    return 'User-agent lines share no rules: of several in a row, only the last has those that follow.';
  }
  const but = [...ANY_RECORD].filter((kind) => !isEnd(kind)).map(recordName);
  if (!isEnd(LineKind.other)) {
    const more = [...endedBy].filter((kind) => !rfc9309Facts.runs.endedBy.has(kind)).map(recordName);
    if (more.length === 0) return 'Only a Disallow record ends a run of user-agent lines.';
    return `A ${listed(more, 'or')} record also ends a run of user-agent lines.`;
  }
  return but.length === 0
    ? 'Any other record ends a run of user-agent lines, even Sitemap or an unknown record.'
    : `Any other record except ${listed(but.toSorted(), 'and')} ends a run of user-agent lines, even an unknown one.`;
}

function recordName(kind: LineKind.Any): string {
  const name = recordKindOf(kind) ?? 'other';
  return name[0]?.toUpperCase() + name.slice(1);
}
