/** `robots_explain`: one URL with every rule that matched and the evidence; or a robots.txt that is handed in. */
import { decisionWords } from '@robots-exclusion/operations/evaluate';
import { line } from '@robots-exclusion/operations/words';
import * as z from 'zod';
import { checked, decided } from '../decide.ts';
import { askedBy, questionInput, urlInput } from '../question.ts';
import { robotsText, withinLimit } from '../robots-text.ts';
import type { Decided } from '../work/tasks.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  url: urlInput.describe('An absolute URL; with robots also a path'),
  ...questionInput,
  robots: robotsText.optional().describe('A robots.txt to go by. Default: the site’s own.'),
});

/** Results of robots_check, whose schema stands there. */
export const results = z.object({ results: z.array(z.record(z.string(), z.unknown())) });

export const explainTool: Tool<typeof input, { readonly results: Decided }> = {
  name: 'robots_explain',
  title: 'Explain a robots.txt verdict',
  description:
    'Explains one answer, in the form of robots_check: the group that binds the crawler, the rules that match, best first, and how robots.txt was obtained.',
  input,
  output: results,
  async run({ url, robots, ...given }, call) {
    const asked = askedBy(given, call);
    if (robots === undefined) return { results: await checked([url], { ...asked, isExplained: true }, call) };
    const file = { body: withinLimit(robots, call), maxBytes: call.services.limits.maxRobotsBytes };
    return { results: await decided({ ...asked, urls: [url], robots: file }, call) };
  },
  words: ({ results }) =>
    results.flatMap((result) => {
      const verdict = 'error' in result ? undefined : result.verdict;
      const count = (verdict?.candidates.length ?? 0) + (verdict?.candidatesOmitted ?? 0);
      const more = count > 1 ? [line`${count} rules match; see verdict.candidates`] : [];
      return [...decisionWords(result), ...more];
    }),
};
