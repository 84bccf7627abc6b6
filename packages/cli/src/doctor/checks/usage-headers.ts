import { type UsageSource, usageReport } from 'robots-exclusion/usage';
import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';
import { mayNotAsk, noFile } from './no-file.ts';

const MOST_BYTES = 4096;

/**
 * Checks that robots.txt and the home page's headers agree on how content may be used (AIPREF and other conventions).
 */
export const usageHeaders: DoctorCheck = {
  code: 'usage-headers',
  title: 'The file and the headers agree on how content may be used',
  problem: 'The file and the headers disagree on how content may be used',
  why: 'Usage preferences can be stated in robots.txt and in headers. If they disagree, AIPREF applies the stricter one; for other vocabularies, it depends on which of them a crawler reads.',
  async run(visit): Promise<CheckFinding> {
    if (!visit.hasFile) return noFile;
    const home = `${visit.origin}/`;
    if (!visit.mayAsk(home)) return mayNotAsk(visit, 'the home page');
    const answer = await visit.ask(home, { maxBytes: MOST_BYTES });
    const isAnswered = answer.status !== undefined && answer.status < 400;
    const headers = isAnswered ? { ...answer.headers, ...answer.repeated } : {};
    const { uses, statements, diagnostics } = usageReport(visit.document, '*', home, { headers });
    const details = [
      ...statements.map(({ source }) => sourceText(source)),
      ...diagnostics.map(({ line, message }) => `line ${line}: ${message}`),
    ];
    const conflicts = Object.entries(uses).filter(([, { isConflict }]) => isConflict);
    if (conflicts.length > 0) {
      return {
        status: 'warn',
        seen: `Contradictory statements about ${conflicts.map(([use]) => use).join(', ')}`,
        details,
        fix: 'State the same in robots.txt and in the headers',
      };
    }
    const defects = statements.flatMap(({ source, defect }) =>
      defect === undefined || source.kind === 'robots' ? [] : [`/: ${source.name}: ${defect}`],
    );
    if (diagnostics.length > 0 || defects.length > 0) {
      return {
        status: 'warn',
        seen: 'A statement about use cannot be parsed',
        details: [...details, ...defects],
        fix: 'Fix the statement',
      };
    }
    if (!isAnswered)
      return {
        status: 'skip',
        seen: `The header fields of the home page are unknown (${home}: ${answerText(answer)})`,
        details,
      };
    if (statements.length === 0)
      return { status: 'skip', seen: 'Neither the file nor the headers state anything about use' };
    return { status: 'ok', seen: 'The statements about use agree', details };
  },
};

function sourceText(source: UsageSource): string {
  return source.kind === 'robots'
    ? `line ${source.line}: ${source.text}`
    : `/: ${source.name}: ${source.text}`;
}
