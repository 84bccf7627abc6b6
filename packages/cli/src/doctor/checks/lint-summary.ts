import { lint } from 'robots-exclusion/lint';
import { counted } from '../../output/counted.ts';
import { type DoctorCheck, fails, holds } from '../check.ts';

const MOST_SHOWN = 8;

export const lintSummary: DoctorCheck = {
  code: 'lint',
  ofFile: true,
  title: 'The linter finds no problems in the file',
  problem: 'The linter finds problems in the file',
  why: 'If crawlers misread a line, they may fetch pages that should be blocked, or miss pages that should be found.',
  run({ robots, options: { registry } }) {
    const settings = { robotsUrl: robots.url, ...(registry && { registry }) };
    const found = lint(robots.body, settings).filter(({ severity }) => severity !== 'info');
    if (found.length === 0) return holds('No problems found');
    const errors = found.filter(({ severity }) => severity === 'error').length;
    const shown = [...found].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
    const more = found.length > MOST_SHOWN ? [`and ${found.length - MOST_SHOWN} more`] : [];
    const seen = `${counted(errors, 'error')} and ${counted(found.length - errors, 'warning')}`;
    return fails(errors > 0 ? 'error' : 'warning', seen, `Run "robots lint ${robots.url}"`, [
      ...shown.slice(0, MOST_SHOWN).map(({ line, code, message }) => `line ${line}: ${message} (${code})`),
      ...more,
    ]);
  },
};
