/** Computes this project's verdict for a question, to compare it with the answer of a program. */
import { isDeepStrictEqual } from 'node:util';
import { compile, explain, parse } from 'robots-exclusion';

/** `answer` is `true`, `false` or `'error'`; `note` is the dialect's explanation. */
export function answerOf(dialect, { body, agent, url }) {
  const { because, allowed, note } = explain(compile(parse(body, { dialect }), agent), url);
  return { answer: because === 'unreadable' ? 'error' : allowed, note };
}

/**
 * Whether this project agrees with a program's additional information: the `line` of the deciding rule, and the `kinds`
 * of all records. If the program reports neither, the result is true.
 */
export function agreesInDetail(dialect, { body, agent, url }, { line, kinds }) {
  if (line === undefined && kinds === undefined) return true;
  const document = parse(body, { dialect });
  const { because, rule } = explain(compile(document, agent), url);
  // Compares the line only if a rule decides. The original program also reports the line of a rule without a value,
  // although such a rule decides nothing.
  if (because === 'rule' && line !== rule.line) return false;
  return isDeepStrictEqual(kinds, document.records.map(kindOnLine));
}

function kindOnLine({ line, kind }) {
  return `${line}:${KINDS.has(kind) ? kind : 'other'}`;
}

const KINDS = new Set(['user-agent', 'allow', 'disallow', 'sitemap']);
