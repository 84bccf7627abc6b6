/** `robots_diff` reports which URLs a change to robots.txt allows or disallows. */
import { type DiffAnswer, diff, diffWords } from '@robots-exclusion/operations/diff';
import { diffAnswer, diffInput } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { agent, listLimits, literal, operationLimits, urlInput } from '../question.ts';
import { fileInput, robotsSource } from '../robots-source.ts';
import type { Tool } from './tool.ts';

const { before: _, after: __, agents: ___, ...asked } = diffInput(listLimits).shape;
const side = (which: string) => fileInput.robots.describe(`The robots.txt ${which} the change`);
const sideUrl = urlInput.optional().describe('Or any URL of its site');

const input = z.strictObject({
  before: side('before'),
  beforeBase64: fileInput.robotsBase64,
  beforeUrl: sideUrl,
  after: side('after'),
  afterBase64: fileInput.robotsBase64,
  afterUrl: sideUrl,
  crawlers: z
    .array(agent)
    .min(1)
    .optional()
    .describe('Crawlers to compare besides those that the files name'),
  ...asked,
  literal,
});

export const diffTool: Tool<typeof input, DiffAnswer> = {
  name: 'robots_diff',
  title: 'Compare two robots.txt files by meaning',
  description:
    'Says which URLs change verdict between two robots.txt files, for which crawlers, each with the smallest example. Formatting and order do not count.',
  input,
  output: diffAnswer,
  async run({ before, beforeBase64, beforeUrl, after, afterBase64, afterUrl, crawlers, ...given }, call) {
    const { services, signal } = call;
    const old = await robotsSource({ robots: before, robotsBase64: beforeBase64, url: beforeUrl }, call);
    const changed = await robotsSource({ robots: after, robotsBase64: afterBase64, url: afterUrl }, call);
    const bounds = { limits: operationLimits(services), registry: services.registry };
    const asked = diff.asked({ ...given, before: {}, after: {}, agents: crawlers }, bounds);
    const files = { ...asked, before: old.robots, after: changed.robots };
    const [answer] = await services.work.run('operation', { name: 'diff', asked: files }, signal);
    const evidence = { before: old.evidence, after: changed.evidence };
    return { ...(answer as DiffAnswer), evidence };
  },
  words: diffWords,
};
