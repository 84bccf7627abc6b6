/**
 * `robots agents FILE`. Its rows state that a known crawler may fetch everything, some URLs or nothing. Only the rows
 * with everything or nothing answer questions.
 */
import type { Door, DoorAnswer } from '@robots-exclusion/testkit';
import { findAgent } from 'robots-exclusion/agents';
import { answersTo } from './answers.ts';
import type { CommandHost } from './command.ts';

interface Reached {
  readonly token: string;
  readonly reach: 'everything' | 'some' | 'files' | 'nothing';
}

/**
 * Skips literal tokens and dialects, because the command describes each token by the groups that its operator
 * documents.
 */
export function reach(host: CommandHost): Door {
  return {
    name: 'robots agents FILE',
    takes: ({ status, literal, dialect }) => status === 200 && literal === undefined && dialect === undefined,
    async ask(sheet) {
      const rows = await host.run(['agents', host.file('robots.txt', sheet.robots), '--format', 'ndjson']);
      const reaches = new Map((rows as Reached[]).map((row) => [row.token, row.reach]));
      return answersTo(sheet, (agent, path): DoorAnswer | undefined => {
        const token =
          typeof agent === 'string' && !/[\s(,/]/.test(agent) ? findAgent(agent)?.token : undefined;
        const reached = token === undefined ? 'some' : reaches.get(token);
        if (reached === 'some' || reached === 'files') return undefined;
        return { allowed: reached === 'everything' || path === '/robots.txt' };
      });
    },
  };
}
