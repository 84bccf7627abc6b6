import type { Divergence } from '../../interpret/divergences.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2 leaves few questions open, but parsers still depart from it. */
export function* readDifferently(context: LintContext): Iterable<Finding> {
  const report = context.divergences;
  if (!report) return;
  for (const { dialect, error } of report.unreadable) {
    yield { message: `${dialect.name} fails on this file: ${error}`, span: { start: 0, end: 0 } };
  }
  for (const divergence of report.divergences) {
    const span = context.recordAtLine(divergence.line)?.span;
    if (span) yield { message: messageFor(divergence), span };
  }
  if (report.stoppedAt !== undefined) {
    context.noteLimit(
      'lines that parsers read differently',
      `lines from ${report.stoppedAt} on were not checked`,
    );
  }
}

function messageFor({ dialects, lines, who, target, allowed, because }: Divergence): string {
  const names = dialects.map(({ name }) => name);
  const verb = allowed ? 'let' : 'keep';
  const answer = allowed
    ? `${who} fetch ${target}, which RFC 9309 disallows`
    : `${who} from ${target}, which RFC 9309 allows`;
  const why = because ? `: ${because.sentence.replace(/\.$/, '')}` : '';
  return `${listed(names)} ${verb}${names.length === 1 ? 's' : ''} ${answer}${why}${furtherLines(lines.slice(1))}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
