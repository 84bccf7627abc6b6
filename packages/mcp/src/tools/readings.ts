/** `robots_readings`: how each real parser reads a robots.txt. */
import type { Failure } from '@robots-exclusion/operations';
import { type ReadingsAnswer, readings, readingsWords } from '@robots-exclusion/operations/readings';
import { readingsAnswer, readingsInput } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { crawlerInput, listLimits, operationLimits, urlInput } from '../question.ts';
import { robotsSource } from '../robots-source.ts';
import { robotsText } from '../robots-text.ts';
import type { Tool } from './tool.ts';

const { dialects, maxCandidates } = readingsInput(listLimits).shape;

const input = z.object({
  url: urlInput.describe('An absolute URL; with robots also a path'),
  crawler: crawlerInput.crawler,
  robots: robotsText.optional().describe('A robots.txt to go by. Default: the site’s own.'),
  dialects,
  maxCandidates,
});

/** What the tool answers. */
interface Read {
  readonly results: readonly (ReadingsAnswer | Failure)[];
}

export const readingsTool: Tool<typeof input, Read> = {
  name: 'robots_readings',
  title: 'Read as real parsers do',
  description:
    'Says how each known parser of robots.txt reads the file for one URL, and why one differs from RFC 9309.',
  input,
  output: readingsAnswer,
  async run({ url, crawler, robots, ...given }, call) {
    const { services, signal } = call;
    const source = await robotsSource({ robots, url }, call);
    const bounds = { limits: operationLimits(services), registry: services.registry };
    const asked = readings.asked({ ...given, urls: [url], agents: [crawler] }, bounds);
    const file = { ...asked, robots: { ...asked.robots, body: source.body } };
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
