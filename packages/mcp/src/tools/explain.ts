/** `robots_explain`: one URL with every rule that matched and the evidence; or a robots.txt that is handed in. */
import { compile, explain, parse } from 'robots-exclusion';
import { z } from 'zod';
import { crawlerInput, crawlerOf, noteOn } from '../crawler.ts';
import { decide } from '../decide.ts';
import { decisionSchema, type ToolDecision } from '../decision-schema.ts';
import { robotsText, withinLimit } from '../robots-text.ts';
import type { Call } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import { decisionText } from './check.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  url: z.string().max(8192).describe('An absolute URL; with robots also a path'),
  ...crawlerInput,
  robots: robotsText.optional().describe('A robots.txt to go by. Without it, the site’s own is fetched.'),
});

const output = z.object({ decision: decisionSchema });

export const explainTool: Tool<typeof input, typeof output> = {
  name: 'robots_explain',
  title: 'Explain a robots.txt verdict',
  description:
    'Explains one answer: the group that binds the crawler, every rule that matches, best first, and how robots.txt was obtained.',
  input,
  output,
  async run({ url, crawler: name, literal, robots }, call) {
    const crawler = crawlerOf(name, literal, call.services.registry);
    if (robots !== undefined) return { decision: explainText(url, { robots, crawler, name }, call) };
    return { decision: await decide(url, { crawler, name, explain: true }, call) };
  },
  text: ({ decision }) => {
    const { candidates = [] } = decision.verdict ?? {};
    const others = candidates.length > 1 ? `\n${candidates.length} rules match; see verdict.candidates` : '';
    return decisionText(decision) + others;
  },
};

function explainText(
  url: string,
  {
    robots,
    crawler,
    name,
  }: { robots: string; crawler: ReturnType<typeof crawlerOf>; name: string | string[] },
  call: Call,
): ToolDecision {
  const document = parse(withinLimit(robots, call));
  try {
    const verdict = explain(compile(document, crawler.who), url);
    const { allowed } = verdict;
    return {
      url,
      crawler: name,
      allowed,
      action: allowed ? 'fetch' : 'skip',
      outcome: 'rules',
      policyRow: 'handed-in',
      verdict: verdict as unknown as NonNullable<ToolDecision['verdict']>,
      ...noteOn(document, crawler),
    };
  } catch (error) {
    if (error instanceof TypeError) throw new ToolError('url is neither an absolute URL nor a path');
    throw error;
  }
}
