import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

beforeAll(buildOnce);

/** Runs a program in this folder without the test runner's import conditions, and returns its output. */
function run(type: 'commonjs' | 'module', program: string): string {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  return execFileSync(process.execPath, [`--input-type=${type}`, '--eval', program], {
    cwd,
    encoding: 'utf8',
  }).trim();
}

const use = `console.log(robotsParser('http://a/robots.txt', 'User-agent: *\\nDisallow: /x').isAllowed('http://a/x'));`;

describe('the built package', () => {
  it('is a function when required, as the original is', () => {
    const program = `const robotsParser = require('@robots-exclusion/robots-parser');${use}`;
    expect(run('commonjs', program)).toBe('false');
  });

  it('is its default export when imported', () => {
    expect(run('module', `import robotsParser from '@robots-exclusion/robots-parser';${use}`)).toBe('false');
  });
});
