import { readFileSync } from 'node:fs';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots } from './command.ts';

const BAD = '\ufeffUser-agent: *\nDisalow: /x\u001b[31m\nDisallow: /y\n';

function settingsSchema(): object {
  return JSON.parse(readFileSync(new URL('../../../spec/schema/robotslint.json', import.meta.url), 'utf8'));
}

describe('robots lint', () => {
  it('writes SARIF 2.1.0 with rules, places and fingerprints', async () => {
    const { stdout } = await robots(['lint', '-', '--format', 'sarif'], { input: BAD });
    const [run] = JSON.parse(stdout).runs;
    expect(run.results[1]).toMatchObject({
      ruleId: 'misspelt-record',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            region: { startLine: 2, startColumn: 1, endLine: 2, snippet: { text: BAD.split('\n')[1] } },
            contextRegion: { startLine: 1, endLine: 3 },
          },
        },
      ],
      partialFingerprints: { 'lineText/v1': expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(run.tool.driver.rules[run.results[1].ruleIndex].id).toBe('misspelt-record');
  });

  it('publishes a JSON Schema of its settings', () => {
    const isValid = new Ajv2020({ strict: false, formats: { uri: true } }).compile(settingsSchema());
    expect(
      isValid({
        profile: 'lighthouse',
        rules: { 'utf-16': 'off' },
        robotsUrl: 'https://example.com/robots.txt',
      }),
    ).toBe(true);
    for (const bad of [{ profile: 'x' }, { rules: { x: 'off' } }, { rules: { 'utf-16': 1 } }, { nope: 1 }]) {
      expect(isValid(bad)).toBe(false);
    }
  });

  it('lints what a site serves, once, and knows where it is served', async () => {
    const origin = await startHttpOrigin(() => ({
      status: 200,
      body: 'Sitemap: https://other.example/s.xml\n',
    }));
    onTestFinished(() => origin.close());
    const url = `${origin.origin}/`;
    const { stdout, exit } = await robots(['lint', url, url, '--format', 'json']);
    expect(JSON.parse(stdout).results).toMatchObject([
      { findings: [{ code: 'foreign-sitemap' }], evidence: { source: `${url}robots.txt` } },
    ]);
    expect(exit).toBe(0);
  });
});
