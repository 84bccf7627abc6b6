/** `robots_usage`: what a site states about uses of its content. */

import { parseUrl } from '@robots-exclusion/client/url';
import { z } from 'zod';
import { crawlerInput, crawlerOf } from '../crawler.ts';
import { ownUrl } from '../own-url.ts';
import { quotedStatement } from '../quoted-statement.ts';
import { robotsSource, sourceOutcomes } from '../robots-source.ts';
import { robotsText } from '../robots-text.ts';
import { siteLine, siteText } from '../site-text.ts';
import { ToolError } from '../tool-error.ts';
import type { Tool } from './tool.ts';

const preference = z.enum(['allow', 'disallow', 'unknown', 'not-applicable']);
const says = z.enum(['allow', 'disallow']).optional();

const input = z.object({
  url: z.string().max(8192).describe('The URL whose content would be used; with robots also a path'),
  ...crawlerInput,
  robots: robotsText.optional().describe('A robots.txt to go by. Without it, the site’s own is fetched.'),
  headers: z
    .record(z.string().max(200), z.string().max(8192))
    .optional()
    .describe('Header fields of the response that brought the page, names in lower case'),
  tdmrep: z.string().max(100_000).optional().describe('The body of the site’s /.well-known/tdmrep.json'),
});

const uses = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ search: schema, 'ai-training': schema, 'ai-input': schema, 'text-and-data-mining': schema });

const output = z.object({
  url: ownUrl(),
  outcome: z.enum(sourceOutcomes),
  policyRow: z.string(),
  allowed: z.boolean().describe('Whether the crawler may fetch the URL at all'),
  uses: uses(preference).describe('"unknown" means that the site states no preference'),
  conflicts: z.array(z.string()).describe('Uses that one statement allows and another disallows'),
  decidedBy: z
    .record(z.string(), quotedStatement)
    .describe(
      'By use: the most restrictive statement; of equals the first, robots.txt before everything else',
    ),
  statements: z
    .array(quotedStatement.extend({ says: uses(says) }))
    .overwrite((statements) => statements.slice(0, 50)),
  licenses: z
    .array(
      z.object({ line: z.number().int().optional(), url: siteText('Where terms are; they are not read') }),
    )
    .overwrite((licenses) => licenses.slice(0, 20)),
});

export const usageTool: Tool<typeof input, typeof output> = {
  name: 'robots_usage',
  title: 'Read usage preferences',
  description:
    'Says what a site states about search, AI training, AI input and text and data mining for one URL (AIPREF Content-Usage, Content-Signal, purpose tokens and others), with the lines that say so.',
  input,
  output,
  async run({ url, crawler: name, literal, robots, headers, tdmrep }, call) {
    const { who } = crawlerOf(name, literal, call.services.registry);
    if (!parseUrl(url) && !(robots !== undefined && url.startsWith('/')))
      throw new ToolError(`url is not an absolute URL${robots === undefined ? '' : ' or a path'}`);
    const { body, outcome, policyRow } = await robotsSource({ robots, url }, call);
    const response = { ...(headers && { headers }), ...(tdmrep !== undefined && { tdmrep }) };
    const asked = { body, who, url, ...response };
    const report = await call.services.work.run('usage', asked, call.signal);
    return { url, outcome, policyRow, ...report };
  },
  text({ uses: answers, decidedBy }) {
    const lines = Object.entries(answers).flatMap(([use, stated]) => {
      const statement = decidedBy[use];
      if (statement === undefined) return [`${use}: ${stated}`];
      return [`${use}: ${stated} (${statement.place})`, siteLine(statement.text)];
    });
    return lines.join('\n');
  },
};
