/** `robots_usage`: what a site states about uses of its content. */
import { evaluateMembers } from '@robots-exclusion/operations/schemas';
import { usageWords } from '@robots-exclusion/operations/usage';
import * as z from 'zod';
import { checked, decided } from '../decide.ts';
import { askedBy, crawlerInput, listLimits, urlInput } from '../question.ts';
import { robotsText, withinLimit } from '../robots-text.ts';
import type { Decided } from '../work/tasks.ts';
import { results } from './explain.ts';
import type { Tool } from './tool.ts';

const { headers, tdmrep } = evaluateMembers(listLimits);

const input = z.object({
  url: urlInput.describe('The URL whose content would be used; with robots also a path'),
  ...crawlerInput,
  robots: robotsText.optional().describe('A robots.txt to go by. Default: the site’s own.'),
  headers: headers.describe('Header fields of the response that brought the page, names in lower case'),
  tdmrep: tdmrep.describe('The body of the site’s /.well-known/tdmrep.json'),
});

export const usageTool: Tool<typeof input, { readonly results: Decided }> = {
  name: 'robots_usage',
  title: 'Read usage preferences',
  description:
    'Says what a site states about search, AI training, AI input and text and data mining for one URL (AIPREF, Content-Signal, purpose tokens and others): a result of robots_check with its usage.',
  input,
  output: results,
  async run({ url, robots, headers: fields, tdmrep: file, ...given }, call) {
    const hasPage = fields !== undefined || file !== undefined;
    const asked = {
      ...askedBy({ ...given, usage: true }, call),
      ...(hasPage && { page: { headers: fields, tdmrep: file } }),
    };
    if (robots === undefined) return { results: await checked([url], asked, call) };
    const source = { body: withinLimit(robots, call), maxBytes: call.services.limits.maxRobotsBytes };
    return { results: await decided({ ...asked, urls: [url], robots: source }, call) };
  },
  words: (answer) => answer.results.flatMap(usageWords),
};
