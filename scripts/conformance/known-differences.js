/** Lists the intended differences between a dialect and the program that it describes, each with its reason. */
import { findDialect } from 'robots-exclusion/dialects';
import { defineDialect } from '../../packages/core/dist/dialects/define-dialect.js';
import { factsWith } from '../../packages/core/dist/dialects/python.js';
import { answerOf } from './answer-of.js';

/** `instead` is a dialect that gives the same answer as the program for every question to which the reason applies. */
const KNOWN = [
  {
    program: /^CPython 3\.(?:12\.[4-8]|13\.[01])(?!\d)/,
    dialect: 'python-3.12',
    reason: 'releases without the fix gh-105704 take text beside the brackets of a host',
    instead: defineDialect({
      ...findDialect('python-3.12'),
      facts: factsWith({ areBracketsStrict: false, doublesSlashes: true }),
    }),
  },
];

/** The reason for differences on targets that the program may accept but the dialect refuses. */
export const OUTSIDE_DOMAIN = 'the target is outside the domain that the dialect states';

/** Matches a dialect's message about a target that it does not answer. */
const OUTSIDE = /^outside the domain of this dialect/;

/**
 * Why the answers differ; `undefined` if there is no known reason. `answer` is the program's answer, `note` the
 * dialect's explanation.
 */
export function reasonFor(program, dialect, question, answer, note) {
  if (OUTSIDE.test(note)) return OUTSIDE_DOMAIN;
  return KNOWN.find(
    (known) =>
      known.dialect === dialect &&
      known.program.test(program) &&
      answerOf(known.instead, question).answer === answer,
  )?.reason;
}
