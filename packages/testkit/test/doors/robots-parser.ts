/** The drop-in replacement for npm's `robots-parser`. Tokens are literal, because its callers are crawlers. */
import robotsParser from '@robots-exclusion/robots-parser';
import type { Door } from '@robots-exclusion/testkit';
import { answersTo, ORIGIN } from './answers.ts';

export const dropIn: Door = {
  name: 'robots-parser',
  takes: ({ status, literal, dialect }) =>
    status === 200 && literal === true && (dialect === undefined || dialect === 'rfc9309'),
  async ask(sheet) {
    const robots = robotsParser(`${ORIGIN}/robots.txt`, sheet.robots);
    return answersTo(sheet, (agent, path) => {
      if (typeof agent !== 'string' || /[\s(,]/.test(agent)) return undefined;
      const line = robots.getMatchingLineNumber(ORIGIN + path, agent);
      return { allowed: robots.isAllowed(ORIGIN + path, agent) === true, line: line < 0 ? undefined : line };
    });
  },
};
