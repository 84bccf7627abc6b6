/** `robots_usage` reports what a site states about uses of its content. */
import { usageWords } from '@robots-exclusion/operations/usage';
import * as z from 'zod';
import { checked, decided } from '../decide.ts';
import { askedBy, pageInput, questionInput, urlInput } from '../question.ts';
import { fileInput, handedIn } from '../robots-source.ts';
import type { Decided } from '../work/tasks.ts';
import { results } from './explain.ts';
import type { Tool } from './tool.ts';

const { usage: _, ...asked } = questionInput;

const input = z.strictObject({
  url: urlInput.describe('An absolute URL, or a path with robots'),
  ...asked,
  ...fileInput,
  ...pageInput,
});

export const usageTool: Tool<typeof input, { readonly results: Decided }> = {
  name: 'robots_usage',
  title: 'Read usage preferences',
  description:
    'Says what a site states about search, AI training and input, and text and data mining of one URL (AIPREF, Content-Signal, purpose tokens and others), in the form of robots_check.',
  input,
  output: results,
  async run({ url, ...given }, call) {
    const asked = askedBy({ ...given, usage: true }, call);
    const robots = handedIn(given, call);
    if (robots === undefined) return { results: await checked([url], asked, call) };
    return { results: await decided({ ...asked, urls: [url], robots }, call) };
  },
  words: (answer) => answer.results.flatMap(usageWords),
};
