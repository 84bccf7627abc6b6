/** What a site states about one use of what is fetched. */
import { type Crawler, parse, type RobotsDocument } from 'robots-exclusion';
import { conventions, type Use, usageReport } from 'robots-exclusion/usage';
import { z } from 'zod';
import type { ToolDecision } from './decision-schema.ts';
import { quoted } from './quoted.ts';

const USES = ['search', 'ai-training', 'ai-input', 'text-and-data-mining'] as const satisfies readonly Use[];

/** Words of the conventions for these uses, AIPREF's and Content-Signal's. */
const WORDS: ReadonlyMap<string, Use> = new Map([
  ...USES.map((use) => [use, use] as const),
  ...(conventions.get('content-signal')?.uses ?? []),
  ...(conventions.get('aipref')?.uses ?? []),
]);

export const useInput = z
  .enum([...WORDS.keys()] as [string, ...string[]])
  .describe('What the fetched text is for; what the site disallows for that use is skipped');

/** The use that a word of {@link useInput} names. */
export function useOf(word: string | undefined): Use | undefined {
  return word === undefined ? undefined : WORDS.get(word);
}

/** @param robots The site's file; undefined where it has none. */
export function usageFor(
  robots: RobotsDocument | undefined,
  who: Crawler,
  url: string,
  use: Use,
): NonNullable<ToolDecision['usage']> {
  const { uses } = usageReport(robots ?? parse(''), who, url);
  const { preference, isConflict, decidedBy, statements } = uses[use];
  return {
    use,
    preference,
    isConflict,
    ...(decidedBy && { decidedBy: quoted(decidedBy) }),
    statements: statements.map(quoted),
  };
}
