/** Lists the intended differences between a dialect and the program that it describes, each with its reason. */
import { findDialect } from 'robots-exclusion/dialects';
import { defineDialect } from '../../packages/core/dist/dialects/define-dialect.js';
import { imitated } from '../../packages/core/dist/dialects/imitation.js';
import { factsWith } from '../../packages/core/dist/dialects/python.js';
import { answerOf } from './answer-of.js';

/**
 * `instead` is a dialect that gives the same answer as the program for every question to which the reason applies, or
 * returns it for a question.
 */
const KNOWN = [
  {
    program: /^WWW::RobotRules/,
    dialect: 'robotrules',
    reason: 'a pattern is a URL, and dialects compare no hosts',
    instead: ({ url }) => withSite(findDialect('robotrules'), url),
  },
  {
    program: /^CPython 3\.11\.2 \(Debian bookworm\)/,
    dialect: 'python',
    reason: 'Debian 12 adds the later refusal of text beside the brackets of a host',
    instead: defineDialect({
      ...findDialect('python'),
      facts: imitated(factsWith({ areBracketsStrict: true })),
    }),
  },
  {
    program: /^CPython 3\.(?:(?:8|9|10)\.\d+|11\.[0-3])$/,
    dialect: 'python',
    reason: 'before 3.11.4, the brackets of a host may hold any text',
    instead: defineDialect({
      ...findDialect('python'),
      facts: imitated(factsWith({ takesAnyBrackets: true })),
    }),
  },
];

/** The dialect, which counts patterns that are URLs only if they name the target's site. */
function withSite(dialect, target) {
  const { rules } = dialect.facts;
  const site = siteOf(target);
  const run = (value) =>
    siteOf(value, site) === site ? rules.expand.run(value.startsWith('//') ? `http:${value}` : value) : [];
  return defineDialect({
    ...dialect,
    facts: { ...dialect.facts, rules: { ...rules, expand: { ...rules.expand, run } } },
  });
}

/** Scheme, host and port of a URL; `otherwise` if it names no host. */
function siteOf(url, otherwise) {
  const [, scheme, host, port] = /^<?"?\s*(?:([a-z]+):)?\/\/(?:[^/?#]*@)?([^/?#:]*):?(\d*)/i.exec(url) ?? [];
  if (host === undefined) return otherwise;
  const known = (scheme ?? otherwise?.split(' ', 1)[0] ?? '').toLowerCase();
  return `${known} ${host.toLowerCase()} ${Number(port) || { http: 80, https: 443 }[known]}`;
}

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
  return knownOf(program, dialect).find((known) => answerInstead(known, question) === answer)?.reason;
}

/** Whether the dialect answers, and no known difference from the program changes it. */
export function isInDomain(program, dialect, question, { because, allowed, note = '' }) {
  if (OUTSIDE.test(note)) return false;
  const answer = because === 'unreadable' ? 'error' : allowed;
  return knownOf(program, dialect).every((known) => answerInstead(known, question) === answer);
}

function knownOf(program, dialect) {
  return KNOWN.filter((known) => known.dialect === dialect && known.program.test(program));
}

function answerInstead({ instead }, question) {
  return answerOf(typeof instead === 'function' ? instead(question) : instead, question).answer;
}
