/** `robots_lint`: what is wrong with a robots.txt. */
import { type LintAnswer, lint, lintWords } from '@robots-exclusion/operations/lint';
import { lintAnswer, lintInput } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { agent, listLimits, operationLimits } from '../question.ts';
import { robotsSource } from '../robots-source.ts';
import { robotsText } from '../robots-text.ts';
import type { Tool } from './tool.ts';

const { profile, robotsUrl, maxFindings } = lintInput(listLimits).shape;

const input = z.object({
  url: z.string().max(8192).optional().describe('Any URL of the site whose robots.txt is linted'),
  robots: robotsText.optional().describe('The file itself, instead of a URL'),
  crawler: agent.optional().describe('Messages and effects of fixes take it as their example'),
  profile,
  robotsUrl,
  maxFindings,
});

export const lintTool: Tool<typeof input, LintAnswer> = {
  name: 'robots_lint',
  title: 'Lint a robots.txt',
  description:
    'Reports problems in a robots.txt, by line, and which of them can be fixed without changing a verdict.',
  input,
  output: lintAnswer,
  async run({ url, robots, crawler, ...given }, call) {
    const { services, signal } = call;
    const source = await robotsSource({ robots, url }, call);
    const agents = crawler === undefined ? undefined : [crawler];
    const asked = lint.asked(
      { ...given, agents },
      { limits: operationLimits(services), registry: services.registry },
    );
    const file = { ...asked, robots: { ...asked.robots, body: source.body } };
    const [answer] = await services.work.run('operation', { name: 'lint', asked: file }, signal);
    return { ...(answer as LintAnswer), evidence: source.evidence };
  },
  words: lintWords,
};
