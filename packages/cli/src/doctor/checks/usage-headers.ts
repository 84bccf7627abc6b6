import { type UsageSource, usageReport } from 'robots-exclusion/usage';
import { answerText, isPage } from '../ask.ts';
import { askFor, type DoctorCheck, fails, holds, notApplicable, notLookedAt } from '../check.ts';
import { MAX_PAGE_BYTES } from './x-robots-tag.ts';

/**
 * Checks that robots.txt and the home page's headers agree on how content may be used (AIPREF and other conventions).
 */
export const usageHeaders: DoctorCheck = {
  code: 'usage-headers',
  ofFile: true,
  title: 'The file and the headers agree on how content may be used',
  problem: 'The file and the headers disagree on how content may be used',
  why: 'Usage preferences can be stated in robots.txt and in headers. If they disagree, AIPREF applies the stricter one; for other vocabularies, it depends on which of them a crawler reads.',
  async run(visit) {
    const home = `${visit.origin}/`;
    const answer = await askFor(visit, home, MAX_PAGE_BYTES);
    if ('finding' in answer) return answer.finding;
    const isAnswered = isPage(answer);
    const headers = isAnswered ? { ...answer.headers, ...answer.repeated } : {};
    const { uses, statements, diagnostics } = usageReport(visit.document, '*', home, { headers });
    const details = [
      ...statements.map(({ source }) => sourceText(source)),
      ...diagnostics.map(({ line, message }) => `line ${line}: ${message}`),
    ];
    const conflicts = Object.entries(uses).filter(([, { isConflict }]) => isConflict);
    if (conflicts.length > 0) {
      const seen = `Contradictory statements about ${conflicts.map(([use]) => use).join(', ')}`;
      return fails('warning', seen, 'State the same in robots.txt and in the headers', details);
    }
    const defects = statements.flatMap(({ source, defect }) =>
      defect === undefined || source.kind === 'robots' ? [] : [`/: ${source.name}: ${defect}`],
    );
    if (diagnostics.length > 0 || defects.length > 0) {
      const seen = 'A statement about use cannot be parsed';
      return fails('warning', seen, 'Fix the statement', [...details, ...defects]);
    }
    if (!isAnswered) {
      const seen = `The header fields of the home page are unknown (${home}: ${answerText(answer)})`;
      return notLookedAt(seen, details);
    }
    if (statements.length === 0)
      return notApplicable('Neither the file nor the headers state anything about use');
    return holds('The statements about use agree', details);
  },
};

function sourceText(source: UsageSource): string {
  return source.kind === 'robots'
    ? `line ${source.line}: ${source.text}`
    : `/: ${source.name}: ${source.text}`;
}
