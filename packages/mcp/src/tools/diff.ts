/** `robots_diff`: which URLs a change of robots.txt opens or closes. */
import { type DiffAnswer, diff, diffWords } from '@robots-exclusion/operations/diff';
import { diffAnswer, diffInput } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { agent, listLimits, operationLimits } from '../question.ts';
import { robotsSource } from '../robots-source.ts';
import { robotsText } from '../robots-text.ts';
import type { Tool } from './tool.ts';

const { maxRegions } = diffInput(listLimits).shape;
const side = (which: string) => robotsText.optional().describe(`The robots.txt ${which} the change`);
const sideUrl = z.string().max(8192).optional().describe('Any URL of the site that serves it, instead');

const input = z.object({
  before: side('before'),
  beforeUrl: sideUrl,
  after: side('after'),
  afterUrl: sideUrl,
  crawlers: z
    .array(agent)
    .optional()
    .describe('Crawlers that are compared besides those that the files name'),
  maxRegions,
});

export const diffTool: Tool<typeof input, DiffAnswer> = {
  name: 'robots_diff',
  title: 'Compare two robots.txt files by meaning',
  description:
    'Says which URLs change verdict between two robots.txt files, for which crawlers, each with a smallest witness. Formatting and order do not count.',
  input,
  output: diffAnswer,
  async run({ before, beforeUrl, after, afterUrl, crawlers, maxRegions: most }, call) {
    const { services, signal } = call;
    const old = await robotsSource({ robots: before, url: beforeUrl }, call);
    const changed = await robotsSource({ robots: after, url: afterUrl }, call);
    const bounds = { limits: operationLimits(services), registry: services.registry };
    const asked = diff.asked({ before: {}, after: {}, agents: crawlers, maxRegions: most }, bounds);
    const files = {
      ...asked,
      before: { ...asked.before, body: old.body },
      after: { ...asked.after, body: changed.body },
    };
    const [answer] = await services.work.run('operation', { name: 'diff', asked: files }, signal);
    const evidence = { before: old.evidence, after: changed.evidence };
    return { ...(answer as DiffAnswer), evidence };
  },
  words: diffWords,
};
