/**
 * `robots_explain` decides about one URL and lists every matching rule and the evidence. It uses the site's robots.txt
 * or one that the call passes in.
 */
import { decisionWords } from '@robots-exclusion/operations/evaluate';
import { SITE_TEXT } from '@robots-exclusion/operations/schemas';
import { line } from '@robots-exclusion/operations/words';
import * as z from 'zod';
import { checked, decided } from '../decide.ts';
import { askedBy, pageInput, questionInput, urlInput } from '../question.ts';
import { fileInput, handedIn } from '../robots-source.ts';
import type { Decided } from '../work/tasks.ts';
import type { Tool } from './tool.ts';

const input = z.strictObject({
  url: urlInput.describe('An absolute URL, or a path with robots'),
  ...questionInput,
  ...fileInput,
  ...pageInput,
});

/**
 * A schema of the results without their members; robots_check publishes the full schema. It marks everything in them as
 * text of the site, because much of it is.
 */
export const results = z.object({
  results: z.array(z.unknown().meta({ [SITE_TEXT]: true })),
});

export const explainTool: Tool<typeof input, { readonly results: Decided }> = {
  name: 'robots_explain',
  title: 'Explain a robots.txt verdict',
  description:
    'Explains one decision of robots_check: the group, the matching rules, best first, and how robots.txt was obtained.',
  input,
  output: results,
  async run({ url, ...given }, call) {
    const asked = askedBy(given, call);
    const robots = handedIn(given, call);
    if (robots === undefined) return { results: await checked([url], { ...asked, isExplained: true }, call) };
    return { results: await decided({ ...asked, urls: [url], robots }, call) };
  },
  words: ({ results }) =>
    results.flatMap((result) => {
      const verdict = 'error' in result ? undefined : result.verdict;
      const count = (verdict?.candidates.length ?? 0) + (verdict?.candidatesOmitted ?? 0);
      const more = count > 1 ? [line`${count} rules match; see verdict.candidates`] : [];
      return [...decisionWords(result), ...more];
    }),
};
