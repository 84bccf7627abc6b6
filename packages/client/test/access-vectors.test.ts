import { checkAll } from '@robots-exclusion/testkit';
import { expect, it } from 'vitest';
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

it.each(scenarioFiles)('spec/access/%s.json', async (name) => {
  const { start, vectors } = vectorFile(name);
  await checkAll(
    vectors,
    ({ id }) => id,
    (vector) => runVector(vector, start),
  );
});

it('spec/access/locate.json', async () => {
  const { vectors } = vectorFile<{ url: string; robotsUrl: string | null; why: string }>('locate');
  await checkAll(
    vectors,
    ({ url }) => url,
    ({ url, robotsUrl, why }) => {
      expect(locate(url)?.robotsUrl ?? null, why).toBe(robotsUrl);
    },
  );
});
