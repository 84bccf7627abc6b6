/**
 * Runs once for all browser tests: builds the page, and starts the system's Chromium. Without Chromium, the tests are
 * skipped with a message, or fail if `CI` is set.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { browserArguments, browserPath } from '../../scripts/browser.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address on which the browser listens; empty without a browser. */
    browserEndpoint: string;
    pageFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(browserPath)) {
    if (process.env['CI'] === 'true')
      throw new Error(`Cannot test the page: expected Chromium at "${browserPath}", or CHROMIUM to name it`);
    console.warn(`No Chromium at "${browserPath}": the tests of the page are skipped`);
    project.provide('browserEndpoint', '');
    project.provide('pageFolder', '');
    return async () => undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'workbench-'));
  await buildInto(folder);
  const browser = await chromium.launchServer({ executablePath: browserPath, args: browserArguments });
  project.provide('browserEndpoint', browser.wsEndpoint());
  project.provide('pageFolder', folder);
  return () => browser.close();
}

/**
 * Builds in a separate process, where nothing indicates a test, so that the tested files equal the published ones.
 */
async function buildInto(folder: string): Promise<void> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  for (const config of ['vite.config.ts', 'vite.embed.config.ts']) {
    const options = ['--config', join(root, config), '--outDir', folder, '--logLevel', 'error'];
    await promisify(execFile)(process.execPath, [vite, 'build', root, ...options], { env });
  }
}
