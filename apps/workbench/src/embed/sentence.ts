/** The answer of the element as a sentence, as the page says it. */
import type { Verdict } from 'robots-exclusion';

export function answerSentence({ allowed, because, rule }: Verdict, crawler: string, target: string): string {
  const start = `${allowed ? 'Yes' : 'No'}. ${crawler} ${allowed ? 'may' : 'may not'} fetch ${target}: `;
  if (rule) return `${start}line ${rule.line}, “${rule.text}”.`;
  if (because === 'robots-txt-itself') return `${start}crawlers may always fetch robots.txt.`;
  return `${start}${because === 'no-group' ? 'no group applies to it' : 'no rule matches'}.`;
}
