/**
 * Tests that errors name the requested URL without its user information and without characters that a terminal
 * interprets or hides.
 */
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};

const messages: [string, (url: string) => object][] = [
  ['an unknown tool', (url) => ({ method: 'tools/call', params: { name: url, arguments: {} } })],
  ['an unknown resource', (url) => ({ method: 'resources/read', params: { uri: url } })],
  ['an unknown prompt', (url) => ({ method: 'prompts/get', params: { name: url } })],
  ['an unknown method', (url) => ({ method: url, params: {} })],
  [
    'a wrong argument',
    (url) => ({ method: 'tools/call', params: { name: 'robots_check', arguments: { [url]: url } } }),
  ],
];

describe('the user information of a URL, and what a terminal would execute or hide', () => {
  it.each(messages)('is not in the error for %s', async (_, message) => {
    const mcp = createRobotsMcp();
    onTestFinished(() => mcp.close());
    const schemes = ['http', 'https', 'ftp', 'redis', 'mongodb+srv', 'lmdb:mongodb', 'x'];
    for (const before of [...schemes.map((scheme) => `${scheme}://`), '//', '']) {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        ...message(`${before}user:hunter2@host.example/\u001b[31m\u202e`),
      });
      const answer = await mcp.fetch(new Request('http://mcp.test/mcp', { method: 'POST', headers, body }));
      const text = await answer.text();
      expect(text).toMatch(/error/i);
      expect(text).not.toContain('hunter2');
      expect(text).not.toMatch(/\\u001b|\u202e/);
    }
  });
});
