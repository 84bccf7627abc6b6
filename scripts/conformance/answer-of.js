/** What this project answers to a question that a program is asked. */
import { compile, explain, parse } from 'robots-exclusion';

/** `answer` is `true`, `false` or `'error'`; `note` is what the dialect says beside it. */
export function answerOf(dialect, { body, agent, url }) {
  const { because, allowed, note } = explain(compile(parse(body, { dialect }), agent), url);
  return { answer: because === 'unreadable' ? 'error' : allowed, note };
}
