/**
 * Runs the checks of the MCP Inspector, which determine whether other MCP clients can use the server. The Inspector
 * requires a newer Node than this project, so MCP_INSPECTOR is a command that starts it, such as `npx --yes --package
 * node@22 --package @modelcontextprotocol/inspector@2 mcp-inspector`.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { needs, startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRobots } from './command.ts';

const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));
const inspector = process.env['MCP_INSPECTOR'];
const isThere = inspector !== undefined;

/** Fails if the Inspector reports an error. */
async function inspect(target: readonly string[], ...checks: string[]): Promise<string> {
  const [program = '', ...before] = (inspector ?? '').split(' ');
  const args = [...before, '--cli', ...target, ...checks];
  const { stdout, stderr } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 24 });
  expect(stderr).not.toMatch(/error|warning|schema/i);
  return stdout;
}

async function serviceAt(origin: string): Promise<readonly string[]> {
  const service = startRobots(['serve', '--port', '0', '--mcp', '--also-fetch', origin]);
  onTestFinished(() => void service.kill());
  let greeting = '';
  for await (const chunk of service.stdout ?? []) {
    greeting += chunk;
    if (greeting.includes('\n')) break;
  }
  return [new URL('/v1/mcp', /http:\S+/.exec(greeting)?.[0]).href, '--transport', 'http'];
}

describe('the MCP Inspector', needs('the MCP Inspector: set MCP_INSPECTOR to its command', isThere), () => {
  it.each([
    [
      'standard input and output',
      async (origin: string) => [process.execPath, bin, 'mcp', '--also-fetch', origin],
    ],
    ['Streamable HTTP', serviceAt],
  ])('finds nothing, over %s', { timeout: 600_000 }, async (_, targetOf) => {
    const site = await startHttpOrigin({ '/robots.txt': 'User-agent: *\nDisallow: /private\n' });
    onTestFinished(() => site.close());
    const target = await targetOf(site.origin);
    const { tools } = JSON.parse(await inspect(target, '--strict', '--method', 'tools/list'));
    expect(tools).toHaveLength(6);
    expect(await inspect(target, '--method', 'resources/list')).toContain('robots-exclusion://agents');
    expect(await inspect(target, '--method', 'resources/templates/list')).toContain('{origin}');
    const urls = `urls=["${site.origin}/private/a"]`;
    const call = [
      '--method',
      'tools/call',
      '--tool-name',
      'robots_check',
      '--tool-arg',
      urls,
      'crawler=FooBot',
    ];
    const { structuredContent } = JSON.parse(await inspect(target, ...call));
    expect(structuredContent).toMatchObject({
      results: [{ action: 'skip', verdict: { rule: { line: 2 } } }],
    });
  });
});
