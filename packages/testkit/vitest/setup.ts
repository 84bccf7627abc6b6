/** Before each test file: sets the seed of properties, and records the file's CPU time for the summary. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { cpuTimeMs } from './cpu-time.ts';
import './meta.ts';

const startedAtMs = cpuTimeMs();

// Sets the seed of the run. If a property fails, fast-check prints the seed.
fc.configureGlobal({ seed: Number(process.env['ROBOTS_TEST_SEED']) });

// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern here
afterAll(({}, { file }) => {
  file.meta.cpuMs = cpuTimeMs() - startedAtMs;
});
