/** The library, handed what the registry makes of a name: what all other doors are compared with. */
import type { Door, DoorAnswer, DoorSheet } from '@robots-exclusion/testkit';
import { compile, explain, parse } from 'robots-exclusion';
import { describeCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { findDialect } from 'robots-exclusion/dialects';
import { usagePreferences, usageReport } from 'robots-exclusion/usage';
import { answersTo, ofRegistry, usesOf } from './answers.ts';

export const library: Door = {
  name: 'library',
  takes: ({ status }) => status === 200,
  ask: async (sheet) => answersTo(sheet, (agent, path) => answer(sheet, agent, path)),
};

function answer(
  { robots, literal = false, dialect, headers = {}, tdmrep }: DoorSheet,
  agent: string | readonly string[],
  path: string,
): DoorAnswer {
  const document = parse(robots, { dialect: findDialect(dialect ?? 'rfc9309')! });
  const crawler = resolveCrawler(agent, { literal: literal || dialect !== undefined });
  const { allowed, because, rule } = explain(compile(document, crawler.who), path);
  return {
    allowed,
    because,
    line: rule?.line,
    crawler: ofRegistry(describeCrawler(document, crawler)),
    preferences: usagePreferences(document, crawler.who, path, { headers }),
    uses: usesOf(
      usageReport(document, crawler.who, path, { headers, ...(tdmrep !== undefined && { tdmrep }) }).uses,
    ),
  };
}
