/**
 * Ten typical changes to the questions and answers of operations. Generated files do not count as edited files. The old
 * text of each edit is code and not a comment, so that comments can be rewritten.
 */

/** `[file, old, new]`, or `[file, text]` for a new file. */
export type Edit = readonly [file: string, old: string, text?: string];

/** The interfaces that describe themselves: the service, the tools for agents, and the published schemas. */
export type Door = 'inOpenApi' | 'inTools' | 'inSchema';

export interface Change {
  /** Number of files that are edited by hand. */
  readonly files: number;
  readonly edits: readonly Edit[];
  /** Text that each description contains after the change. */
  readonly found?: Partial<Record<Door, string>>;
}

const OPERATIONS = 'packages/operations/src';

const SITEMAPS_RUN = `/** \`sitemaps\`: the sitemaps that a robots.txt names. */
import { parse } from 'robots-exclusion';
import { sitemaps as sitemapsOf } from 'robots-exclusion/records';
import type { Operation } from '../operation.ts';
import { EXAMPLE_ROBOTS, type GivenRobots, type RobotsBody, robotsBody } from '../shared/robots-body.ts';
import { sitemapsWords } from './words.ts';

/** What is answered. */
export interface SitemapsAnswer {
  readonly results: readonly string[];
}

/** Lists the sitemaps of a file. */
export const sitemaps: Operation<GivenRobots, RobotsBody, SitemapsAnswer> = {
  name: 'sitemaps',
  title: 'Which sitemaps does this robots.txt name?',
  about: 'Their URLs, in the order of the file.',
  shape: 'one',
  example: { robots: EXAMPLE_ROBOTS },
  asked: (input, { limits }) => robotsBody(input, limits.maxRobotsBytes),
  cost: ({ body }) => body.length * 1000,
  *run({ body, maxBytes }) {
    yield { results: sitemapsOf(parse(body, { maxBytes })).map(({ url }) => url) };
  },
  words: sitemapsWords,
};
`;
const SITEMAPS_SCHEMA = `/** What \`sitemaps\` takes and answers. */
import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import { questionParts, siteText } from '../shared/schemas.ts';

/** What \`sitemaps\` takes. */
export function sitemapsInput(limits: OperationLimits) {
  const { robots, robotsBase64 } = questionParts(limits);
  return z
    .strictObject({ robots, robotsBase64 })
    .check(hasOneBody)
    .meta({ id: 'SitemapsRequest', ...ONE_BODY });
}

/** The answer to \`sitemaps\`. */
export const sitemapsAnswer = z.object({ results: z.array(siteText()) }).meta({ id: 'SitemapsAnswer' });
`;
const SITEMAPS_WORDS = `/** Sitemaps in words. */
import { line, site, type Words } from '../words.ts';
import type { SitemapsAnswer } from './run.ts';

/** A line for each. */
export function sitemapsWords({ results }: SitemapsAnswer): Words {
  return [line\`\${results.length} sitemaps\`, ...results.map((url) => [site(url)])];
}
`;

/** The changes, by title. */
export const changes: Readonly<Record<string, Change>> = {
  'a field in a verdict': {
    files: 3,
    edits: [
      [
        `${OPERATIONS}/shared/verdict.ts`,
        'extends Verdict {\n',
        'extends Verdict {\n  /** How many rules matched. */\n  matching: number;\n',
      ],
      [
        `${OPERATIONS}/shared/verdict.ts`,
        'return verdict;',
        'return { ...verdict, matching: verdict.candidates.length };',
      ],
      [
        `${OPERATIONS}/shared/verdict.ts`,
        'return { ...verdict, candidates:',
        'return { ...verdict, matching: verdict.candidates.length, candidates:',
      ],
      [
        `${OPERATIONS}/shared/schemas.ts`,
        '    candidates: z.array(verdictRule)',
        "    matching: count.describe('How many rules matched.'),\n    candidates: z.array(verdictRule)",
      ],
      [
        `${OPERATIONS}/shared/schemas.ts`,
        'Judgement & { candidates: VerdictRule[];',
        'Judgement & { matching: number; candidates: VerdictRule[];',
      ],

      [
        `${OPERATIONS}/preflight/schema.ts`,
        'candidatesOmitted: true }',
        'candidatesOmitted: true, matching: true }',
      ],
    ],
    found: { inOpenApi: '"matching"', inTools: '"matching"', inSchema: '"matching"' },
  },
  'an operation': {
    files: 5,
    edits: [
      [`${OPERATIONS}/sitemaps/run.ts`, SITEMAPS_RUN],
      [`${OPERATIONS}/sitemaps/schema.ts`, SITEMAPS_SCHEMA],
      [`${OPERATIONS}/sitemaps/words.ts`, SITEMAPS_WORDS],
      [
        `${OPERATIONS}/table.ts`,
        'import { usage }',
        "import { sitemaps } from './sitemaps/run.ts';\nimport { usage }",
      ],
      [`${OPERATIONS}/table.ts`, '  agents,\n', '  agents,\n  sitemaps,\n'],
      [
        `${OPERATIONS}/schema-table.ts`,
        'import type { OfflineName }',
        "import { sitemapsAnswer, sitemapsInput } from './sitemaps/schema.ts';\nimport type { OfflineName }",
      ],
      [
        `${OPERATIONS}/schema-table.ts`,
        '  agents: {',
        '  sitemaps: { input: sitemapsInput, answer: sitemapsAnswer },\n  agents: {',
      ],
    ],
    found: { inOpenApi: '"/v1/sitemaps"', inSchema: '"SitemapsAnswer"' },
  },
  'an option of an operation': {
    files: 2,
    edits: [
      [
        `${OPERATIONS}/lint/schema.ts`,
        '      maxFindings: z',
        "      onlyErrors: z.boolean().optional().describe('Leaves out what is not an error.'),\n      maxFindings: z",
      ],
      [
        `${OPERATIONS}/lint/run.ts`,
        '  readonly maxFindings?: number | undefined;',
        '  readonly onlyErrors?: boolean | undefined;\n  readonly maxFindings?: number | undefined;',
      ],
      [
        `${OPERATIONS}/lint/run.ts`,
        '  readonly maxFindings: number;',
        '  readonly maxFindings: number;\n  readonly onlyErrors?: boolean;',
      ],
      [`${OPERATIONS}/lint/run.ts`, 'maxFindings, ...given }', 'maxFindings, onlyErrors, ...given }'],
      [
        `${OPERATIONS}/lint/run.ts`,
        '      options,\n',
        '      options,\n      ...(onlyErrors && { onlyErrors }),\n',
      ],
      [
        `${OPERATIONS}/lint/run.ts`,
        'function lintAnswer({ robots, options, maxFindings, unknownCrawlers }',
        'function lintAnswer({ robots, options, maxFindings, unknownCrawlers, onlyErrors = false }',
      ],
      [
        `${OPERATIONS}/lint/run.ts`,
        'const found = diagnosticsOf(body, options);',
        "const found = diagnosticsOf(body, options).filter(({ severity }) => !onlyErrors || severity === 'error');",
      ],
    ],
    found: { inOpenApi: '"onlyErrors"', inTools: '"onlyErrors"', inSchema: '"onlyErrors"' },
  },
  'an error code': {
    files: 2,
    edits: [
      [
        `${OPERATIONS}/errors.ts`,
        "  'not-in-time': {",
        "  'out-of-hours': {\n    title: 'The site is asked at other hours',\n    about: 'The site is asked at other hours.',\n    status: 503,\n    exitCode: 3,\n    retry: 'later',\n  },\n  'not-in-time': {",
      ],
      ['docs/words.md', '| `not-in-time`,', '| `not-in-time`, `out-of-hours`,'],
    ],
    found: { inOpenApi: '"out-of-hours"', inSchema: '"out-of-hours"' },
  },
  'a limit': {
    files: 2,
    edits: [
      [
        `${OPERATIONS}/limits.ts`,
        'readonly maxUrlLength: number;',
        'readonly maxUrlLength: number;\n  /** Header fields of a page. */\n  readonly maxFields: number;',
      ],
      [`${OPERATIONS}/limits.ts`, '  maxUrlLength: 65_536,', '  maxFields: 99,\n  maxUrlLength: 65_536,'],
      [
        `${OPERATIONS}/evaluate/schema.ts`,
        '        maxProperties: MAX_FIELDS,',
        '        maxProperties: limits.maxFields,',
      ],
    ],
    found: { inOpenApi: '"maxProperties":99', inSchema: '"maxProperties":99' },
  },
  'a format': {
    files: 3,
    edits: [
      ['packages/cli/src/check/check-formats.ts', "'csv']", "'csv', 'urls']"],
      [
        'packages/cli/src/check/check-writer.ts',
        "  if (format === 'csv')",
        "  if (format === 'urls') return { write: (item) => write([item.url]), async end() {} };\n  if (format === 'csv')",
      ],
      // The format `urls` does not apply to a comparison of dialects.
      [
        'packages/cli/src/commands/check.ts',
        "  if (format === 'csv') {",
        "  if (format === 'csv' || format === 'urls') {",
      ],
    ],
  },
  'a media type of a route': {
    files: 1,
    edits: [
      [
        'packages/server/src/routes/audit.ts',
        'supports: [json, NDJSON]',
        "supports: [json, NDJSON, 'application/jsonl']",
      ],
      ['packages/server/src/routes/audit.ts', 'return wanted === NDJSON', 'return wanted !== json'],
    ],
  },
  'the description of a tool': {
    files: 1,
    edits: [
      [
        'packages/mcp/src/tools/lint.ts',
        "'Reports problems in a robots.txt,",
        "'Finds what is wrong in a robots.txt,",
      ],
    ],
    found: { inTools: 'Finds what is wrong' },
  },
  'a word': {
    files: 1,
    edits: [
      [
        `${OPERATIONS}/shared/uses.ts`,
        '  return new Map([\n',
        "  return new Map<string, Use>([\n    ['training', 'ai-training'],\n",
      ],
    ],
    found: { inOpenApi: '"training"', inTools: '"training"', inSchema: '"training"' },
  },
  'a metric': {
    files: 1,
    edits: [
      [
        'packages/server/src/metrics/client-metrics.ts',
        '  const stale = counter',
        "  const kept = counter('robots_kept_total', 'Questions that needed no fetch');\n  const stale = counter",
      ],
      [
        'packages/server/src/metrics/client-metrics.ts',
        '    hit: ({ outcome }) => hits.inc({ outcome }),',
        '    hit({ outcome }) {\n      hits.inc({ outcome });\n      kept.inc();\n    },',
      ],
    ],
  },
};

/** The new text of every file that the changes touch. `read` returns the current text of a file. */
export function changedFiles(read: (file: string) => string): Map<string, string> {
  const files = new Map<string, string>();
  for (const { edits } of Object.values(changes)) {
    for (const [file, old, text] of edits) {
      const before = text === undefined ? old : (files.get(file) ?? read(file));
      if (!before.includes(old)) throw new Error(`${file} does not contain ${JSON.stringify(old)}`);
      files.set(file, text === undefined ? old : before.replace(old, () => text));
    }
  }
  return files;
}
