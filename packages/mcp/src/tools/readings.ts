/** `robots_readings` compares how different real parsers read a robots.txt. */
import type { Failure } from '@robots-exclusion/operations';
import { type ReadingsAnswer, readings, readingsWords } from '@robots-exclusion/operations/readings';
import { readingsAnswer, readingsInput } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { crawlerInput, listLimits, maxCandidates, operationLimits, urlInput } from '../question.ts';
import { fileInput, robotsSource } from '../robots-source.ts';
import type { Tool } from './tool.ts';

const { dialects } = readingsInput(listLimits).shape;

const input = z.strictObject({
  url: urlInput.describe('An absolute URL, or a path with robots'),
  crawler: crawlerInput.crawler,
  ...fileInput,
  dialects: dialects.describe('Names as in robots_check. Default: all.'),
  maxCandidates,
});

/** The answer of the tool. */
interface Read {
  readonly results: readonly (ReadingsAnswer | Failure)[];
}

export const readingsTool: Tool<typeof input, Read> = {
  name: 'robots_readings',
  title: 'Read robots.txt as real parsers do',
  description:
    'Says how each known robots.txt parser reads the file for one URL, and why a parser differs from RFC 9309.',
  input,
  output: readingsAnswer,
  async run({ url, crawler, robots, robotsBase64, ...given }, call) {
    const { services, signal } = call;
    const source = await robotsSource({ robots, robotsBase64, url }, call);
    const bounds = { limits: operationLimits(services), registry: services.registry };
    const asked = readings.asked({ ...given, urls: [url], agents: [crawler] }, bounds);
    const file = { ...asked, robots: source.robots };
    const answers = await services.work.run('operation', { name: 'readings', asked: file }, signal);
    return { results: (answers as Read['results']).map((one) => withEvidence(one, source.evidence)) };
  },
  words: ({ results }) => results.flatMap(readingsWords),
};

function withEvidence(
  answer: ReadingsAnswer | Failure,
  evidence: ReadingsAnswer['evidence'],
): ReadingsAnswer | Failure {
  return 'error' in answer || evidence === undefined ? answer : { ...answer, evidence };
}
