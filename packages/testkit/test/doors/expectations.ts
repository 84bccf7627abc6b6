/**
 * `robots test`: each question becomes an expectation. The result contains the verdict whether or not the expectation
 * holds.
 */

import type { Door, DoorSheet } from '@robots-exclusion/testkit';
import { ofRegistry } from './answers.ts';
import type { CommandHost } from './command.ts';

interface TestItem {
  verdict: { allowed: boolean; because: string; rule?: { line: number } };
  crawler: unknown;
}

/** `robots test FILE`. */
export function expectations(host: CommandHost): Door {
  return {
    name: 'robots test',
    takes: ({ status, dialect }) => status === 200 && dialect === undefined,
    async ask(sheet) {
      host.file('tested.txt', sheet.robots);
      const file = host.file(
        'robots.test.yaml',
        JSON.stringify({ robots: 'tested.txt', tests: testsOf(sheet) }),
      );
      const items = (await host.run(['test', file, '--format', 'ndjson'])) as TestItem[];
      return items.map(({ verdict: { allowed, because, rule }, crawler }) => ({
        allowed,
        because,
        line: rule?.line,
        crawler: ofRegistry(crawler),
      }));
    },
  };
}

/** The tests as JSON, which is also valid YAML. */
function testsOf({ agents, paths, literal }: DoorSheet): object[] {
  const crawler = agents.map((agent) => [agent].flat().join(','));
  return paths.map((path) => ({ crawler, allow: path, ...(literal && { literal }) }));
}
