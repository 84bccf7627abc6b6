/** `robots_lint`: problems in a robots.txt. */
import { type LintAnswer, lint, lintWords } from '@robots-exclusion/operations/lint';
import { lintAnswer, lintInput } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { agent, listLimits, operationLimits, urlInput } from '../question.ts';
import { fileInput, robotsSource } from '../robots-source.ts';
import type { Tool } from './tool.ts';

const { robots: _, robotsBase64: __, agents: ___, ...asked } = lintInput(listLimits).shape;

const input = z.strictObject({
  url: urlInput.optional().describe('Any URL of the site whose robots.txt is linted'),
  ...fileInput,
  crawler: agent.optional().describe('Example crawler for messages and effects of fixes'),
  ...asked,
});

export const lintTool: Tool<typeof input, LintAnswer> = {
  name: 'robots_lint',
  title: 'Lint a robots.txt',
  description:
    'Reports problems in a robots.txt, by line, and which of them can be fixed without changing a verdict.',
  input,
  output: lintAnswer,
  async run({ url, robots, robotsBase64, crawler, ...given }, call) {
    const { services, signal } = call;
    const source = await robotsSource({ robots, robotsBase64, url }, call);
    const agents = crawler === undefined ? undefined : [crawler];
    const asked = lint.asked(
      { ...given, agents },
      { limits: operationLimits(services), registry: services.registry },
    );
    const file = { ...asked, robots: source.robots };
    const [answer] = await services.work.run('operation', { name: 'lint', asked: file }, signal);
    return { ...(answer as LintAnswer), evidence: source.evidence };
  },
  words: lintWords,
};
