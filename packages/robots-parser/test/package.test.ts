import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

const isBuilt = existsSync(new URL('../dist/index.js', import.meta.url));

describe.skipIf(!isBuilt)('the built package', () => {
  it('is a function when required, as the original is', () => {
    const robotsParser = createRequire(import.meta.url)('@robots-exclusion/robots-parser');
    expect(robotsParser).toBeTypeOf('function');
    const robot = robotsParser('http://example.com/robots.txt', 'User-agent: *\nDisallow: /a');
    expect(robot.isAllowed('http://example.com/a', 'FooBot')).toBe(false);
  });

  it('is its default export when imported', async () => {
    const { default: robotsParser } = await import('../dist/index.js');
    expect(robotsParser('http://example.com/robots.txt', '').isAllowed('http://example.com/a')).toBe(true);
  });
});
