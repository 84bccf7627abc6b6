/** Determines, according to a dialect's facts, the crawlers that a user-agent record names. */

import { valueEndAt, valueStartAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import { tokensOf, type Who } from '../../rules/crawler.ts';
import type { AgentFacts, DialectFacts, TokenCut } from './facts.ts';
import { folded } from './letter-case.ts';
import { decodeAs, type TextModel, textAs } from './text-model.ts';
import { taken } from './value.ts';

/** A user-agent record in the form used for comparison. */
export interface FactAgent {
  readonly row: number;
  /** The value as written, decoded. */
  readonly value: string;
  /** The names that the record matches: one, none, or two if stars are removed. */
  readonly names: readonly string[];
  /** The first of {@link names} as spelled in the file; empty if there is none. */
  readonly token: string;
  readonly isStar: boolean;
}

/** Reads the user-agent record in a row of the line table. */
export function agentAt(source: LineSource, row: number, facts: DialectFacts): FactAgent {
  const { octets, lines } = source;
  const { agents } = facts;
  const text = decodeAs(facts.normalising.text, octets, valueStartAt(lines, row), valueEndAt(lines, row));
  const raw = taken(text, source, row, facts);
  const value = agents.decode ? agents.decode.run(raw) : raw;
  const whole = folded(value, agents.letterCase);
  const name = cut(whole, agents.fileToken);
  const isStar =
    name === '*' || (value[0] === '*' && (value === '*' || agents.starBefore.has(value.charCodeAt(1))));
  if (isStar) return { row, value, names: ['*'], token: '*', isStar };
  const names = agents.fileToken === 'letters-or-whole' ? [...new Set([whole, name])] : [name];
  if (agents.starsAreDropped && name.includes('*')) names.push(name.replaceAll('*', ''));
  const token = agents.fileToken === 'letters-or-whole' ? value : cut(value, agents.fileToken);
  const canBeEmpty = agents.emptyNameCounts === 'if-cut' ? whole !== '' : agents.emptyNameCounts;
  return { row, value, names: canBeEmpty ? names : names.filter((each) => each !== ''), token, isStar };
}

/** The caller's tokens in the form used for comparison. Surrounding blanks are removed, as in HTTP (RFC 9110 §5.5). */
export function callersOf(who: Who, facts: DialectFacts): readonly string[] {
  const { agents, normalising } = facts;
  const octets = tokensOf(who);
  if (agents.callerToken === 'rfc9309') {
    return octets.map((token) => decodeAs(normalising.text, token, 0, token.length));
  }
  return [who].flat().map((token) => callerOf((token as string).trim(), agents, normalising.text));
}

function callerOf(token: string, agents: AgentFacts, model: TextModel): string {
  const text = textAs(model, token);
  return text === '' && agents.emptyCallerIsStar
    ? '*'
    : cut(agents.callerKeepsCase ? text : folded(text, agents.letterCase), agents.callerToken);
}

/** The name that matches the caller; `undefined` if none does. `*` matches only a caller with that name. */
export function fittingName(
  agent: FactAgent,
  callers: readonly string[],
  { compare }: AgentFacts,
): string | undefined {
  if (agent.isStar) return callers.includes('*') ? '*' : undefined;
  return agent.names.find((name) => callers.some((caller) => fits(name, caller, compare)));
}

function fits(name: string, caller: string, compare: AgentFacts['compare']): boolean {
  switch (compare) {
    case 'equal':
      return name === caller;
    case 'file-begins-caller':
      return caller.startsWith(name);
    case 'file-begins-word-of-caller':
      return beginsWord(name, caller);
    case 'file-within-caller':
      return caller.includes(name);
    case 'caller-begins-file':
      return caller !== '' && name.startsWith(caller);
    case 'caller-within-file':
      return caller !== '' && name.includes(caller);
  }
}

/**
 * Whether the caller's name contains `name` at the start of a word, that is, not directly after a letter, digit, `-` or
 * `_`.
 */
function beginsWord(name: string, caller: string): boolean {
  for (let at = caller.indexOf(name); at >= 0; at = caller.indexOf(name, at + 1)) {
    if (!IN_WORD.test(caller.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}

/** Characters within a word: those that Python's `str.isalnum` accepts, and `-` and `_`. */
const IN_WORD = /[\p{L}\p{N}_-]$/u;

function cut(text: string, token: TokenCut): string {
  if (token === 'before-slash') return (text.split('/', 1)[0] as string).trim();
  const form = CUTS[token];
  return form ? (form.exec(text)?.[0] ?? '') : text;
}

const CUTS: Readonly<Partial<Record<TokenCut, RegExp>>> = {
  rfc9309: /^[^ \t/*,;(]+/,
  letters: /^[A-Za-z_-]+/,
  'letters-or-whole': /^[A-Za-z_-]+/,
  'first-word-before-slash': /^[^\t-\r /]+/,
  // Java tests each UTF-16 unit, and half of a surrogate pair does not count as a letter.
  'unicode-letters': /^(?:(?![\u{10000}-\u{10ffff}])[\p{Alphabetic}_-])+/u,
};
