import { describe, expect, it } from 'vitest';
import { locate } from '../src/locate.ts';
import { runVector, vectorFile } from './access-vectors.ts';

const scenarioFiles = [
  'statuses',
  'presets',
  'failures',
  'redirects',
  'freshness',
  'retry-after',
  'lifecycle',
  'bodies',
];

describe.each(scenarioFiles)('spec/access/%s.json', (name) => {
  const { start, vectors } = vectorFile(name);
  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', async (_, vector) => {
    await runVector(vector, start);
  });
});

describe('spec/access/locate.json', () => {
  const { vectors } = vectorFile<{ url: string; robotsUrl: string | null; why: string }>('locate');
  it.each(vectors)('$url', ({ url, robotsUrl, why }) => {
    expect(locate(url)?.robotsUrl ?? null, why).toBe(robotsUrl);
  });
});
