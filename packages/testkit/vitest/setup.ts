/** Runs before each test file. Sets the seed of property tests, and records the file's CPU time for the summary. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { cpuTimeMs } from './cpu-time.ts';
import './meta.ts';

const startedAtMs = cpuTimeMs();

// Uses the seed of the whole run. If a property fails, fast-check prints the seed.
fc.configureGlobal({ seed: Number(process.env['ROBOTS_TEST_SEED']) });

// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern here
afterAll(({}, { file }) => {
  file.meta.cpuMs = cpuTimeMs() - startedAtMs;
});
