/**
 * The tools that decide about one URL: `robots_explain` lists every matching rule and the evidence, and `robots_usage`
 * reports what the site states about uses of its content.
 */
import type { CheckAsked } from '@robots-exclusion/operations/check';
import { decisionWords } from '@robots-exclusion/operations/evaluate';
import { SITE_TEXT } from '@robots-exclusion/operations/schemas';
import { usage } from '@robots-exclusion/operations/usage';
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
const output = z.object({
  results: z.array(z.unknown().meta({ [SITE_TEXT]: true })),
});

/** Decides by the site's robots.txt, or by one that the call passes in. `fetched` is added if the site's is used. */
async function decisionOn(
  { url, ...given }: z.output<typeof input>,
  fetched: Pick<CheckAsked, 'isExplained'>,
  call: Parameters<typeof checked>[2],
): Promise<{ readonly results: Decided }> {
  const asked = askedBy(given, call);
  const robots = handedIn(given, call);
  if (robots === undefined) return { results: await checked([url], { ...asked, ...fetched }, call) };
  return { results: await decided({ ...asked, urls: [url], robots }, call) };
}

export const explainTool: Tool<typeof input, { readonly results: Decided }> = {
  name: 'robots_explain',
  title: 'Explain a robots.txt verdict',
  description:
    'Explains one decision of robots_check: the group, the matching rules, best first, and how robots.txt was obtained.',
  input,
  output,
  run: (given, call) => decisionOn(given, { isExplained: true }, call),
  words: ({ results }) =>
    results.flatMap((result) => {
      const verdict = 'error' in result ? undefined : result.verdict;
      const count = (verdict?.candidates.length ?? 0) + (verdict?.candidatesOmitted ?? 0);
      const more = count > 1 ? [line`${count} rules match; see verdict.candidates`] : [];
      return [...decisionWords(result), ...more];
    }),
};

const withoutUsage = input.omit({ usage: true });

export const usageTool: Tool<typeof withoutUsage, { readonly results: Decided }> = {
  name: 'robots_usage',
  title: 'Read usage preferences',
  description:
    'Says what a site states about search, AI training and input, and text and data mining of one URL (AIPREF, Content-Signal, purpose tokens and others), in the form of robots_check.',
  input: withoutUsage,
  output,
  run: (given, call) => decisionOn({ ...given, usage: true }, {}, call),
  words: ({ results }) => results.flatMap(usage.words),
};
