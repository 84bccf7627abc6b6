/** The tools that ask an operation about whole files: `robots_lint`, `robots_diff` and `robots_readings`. */
import { type Operation, OperationError } from '@robots-exclusion/operations';
import { diff } from '@robots-exclusion/operations/diff';
import { lint } from '@robots-exclusion/operations/lint';
import { readings } from '@robots-exclusion/operations/readings';
import { diffInput, lintInput, operationSchemas, readingsInput } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import {
  agent,
  crawlerInput,
  listLimits,
  literal,
  maxCandidates,
  operationLimits,
  purposeTokens,
  urlInput,
} from '../question.ts';
import { fileInput, type RobotsSource, robotsSource } from '../robots-source.ts';
import { wordsOfEach } from '../words-text.ts';
import type { Tool } from './tool.ts';

type FileOperation = Pick<Operation<never, object, never>, 'asked' | 'shape' | 'words'> & {
  readonly name: string;
};

/**
 * The tool of an operation. Its call passes in the files, or the URLs of the sites that have them.
 *
 * @param files The members of the prepared query that are files. The members of a call are named after them.
 */
function toolOf<Input extends z.ZodObject>(
  operation: FileOperation,
  files: readonly ('robots' | 'before' | 'after')[],
  about: Pick<Tool<Input, object>, 'title' | 'description' | 'input'>,
): Tool<Input, object> {
  const name = operation.name as 'lint' | 'diff' | 'readings';
  const isOne = operation.shape === 'one';
  return {
    name: `robots_${name}`,
    ...about,
    output: operationSchemas[name].answer,
    async run(input, call) {
      const given = input as Readonly<Record<string, string | undefined>>;
      const { services, signal } = call;
      const sources: [string, RobotsSource][] = [];
      for (const file of files) {
        const site = file === 'robots' ? 'url' : `${file}Url`;
        const url = given[site];
        // Where the answer is one, a URL only says where the file is.
        if (
          isOne &&
          (url === undefined) === (given[file] === undefined && given[`${file}Base64`] === undefined)
        )
          throw new OperationError('invalid-request', `Expected either "${file}" or "${site}"`);
        const source = { robots: given[file], robotsBase64: given[`${file}Base64`], url };
        sources.push([file, await robotsSource(source, call)]);
      }
      const partsOf = (part: keyof RobotsSource) =>
        Object.fromEntries(sources.map(([file, source]) => [file, source[part]]));
      const bounds = { limits: operationLimits(services), registry: services.registry };
      const question = { ...operation.asked(withoutFiles(given) as never, bounds), ...partsOf('robots') };
      const answers = await services.work.run('operation', { name, asked: question }, signal);
      const each = partsOf('evidence');
      const { robots: evidence = each } = each;
      const results = answers.map((answer) => ('error' in answer ? answer : { ...answer, evidence }));
      return isOne ? (results[0] as object) : { results };
    },
    words(answer) {
      const answers = isOne ? [answer] : (answer as { readonly results: readonly object[] }).results;
      return wordsOfEach(answers, (one) => operation.words(one as never));
    },
  };
}

/** The operation's input without the files. Each operation reads the members that it knows. */
function withoutFiles({ url, crawler, robots: _, robotsBase64: __, ...given }: Record<string, unknown>) {
  const agents = given['crawlers'] ?? (crawler === undefined ? undefined : [crawler]);
  return { ...given, before: {}, after: {}, urls: [url], agents };
}

const { robots: _, robotsBase64: __, agents: ___, ...linted } = lintInput(listLimits).shape;

export const lintTool = toolOf(lint, ['robots'], {
  title: 'Lint a robots.txt',
  description:
    'Reports problems in a robots.txt, by line, and which of them can be fixed without changing a verdict.',
  input: z.strictObject({
    url: urlInput.optional().describe('Any URL of the site whose robots.txt is linted'),
    ...fileInput,
    crawler: agent.optional().describe('Example crawler for messages and effects of fixes'),
    ...linted,
    purposeTokens,
  }),
});

const side = (which: string) => fileInput.robots.describe(`The robots.txt ${which} the change`);
const sideUrl = urlInput.optional().describe('Or any URL of its site');

export const diffTool = toolOf(diff, ['before', 'after'], {
  title: 'Compare two robots.txt files by meaning',
  description:
    'Says which URLs change verdict between two robots.txt files, for which crawlers, each with the smallest example. Formatting and order do not count.',
  input: z.strictObject({
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
    ...diffInput(listLimits).omit({ before: true, after: true, agents: true }).shape,
    literal,
  }),
});

export const readingsTool = toolOf(readings, ['robots'], {
  title: 'Read robots.txt as real parsers do',
  description:
    'Says how each known robots.txt parser reads the file for one URL, and why a parser differs from RFC 9309.',
  input: z.strictObject({
    url: urlInput.describe('An absolute URL, or a path with robots'),
    crawler: crawlerInput.crawler,
    ...fileInput,
    dialects: readingsInput(listLimits).shape.dialects.describe('Default: all.'),
    maxCandidates,
  }),
});
