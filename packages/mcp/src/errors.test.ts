/**
 * Tests protocol errors. They repeat parts of the request, but must contain neither user information from URLs nor
 * control characters.
 */
import { expect, it } from 'vitest';
import { hideSecretsInErrors } from './robots-mcp.ts';

it('a message that is an error loses user information and controls; others are sent as they are', async () => {
  const sent: unknown[] = [];
  const transport = { send: async (...parts: unknown[]) => void sent.push(parts) };
  const connections: unknown[] = [];
  const server = { server: { connect: async (to: unknown) => void connections.push(to) } };
  hideSecretsInErrors(server as never);
  await server.server.connect(transport);
  expect(connections).toEqual([transport]);
  const url = 'https://me:seCret@a.example/';
  const answer = { jsonrpc: '2.0', id: 1, result: { url } };
  await transport.send(answer, { relatedRequestId: 1 });
  await transport.send({
    jsonrpc: '2.0',
    id: 2,
    error: { code: -1, message: `no \u001b[1m\u202etool ${url}`, data: [url, 7] },
  });
  expect(sent).toEqual([
    [answer, { relatedRequestId: 1 }],
    [
      {
        ...{ jsonrpc: '2.0', id: 2 },
        error: {
          code: -1,
          message: 'no \\x1b[1m\\u{202e}tool https://***@a.example/',
          data: ['https://***@a.example/', 7],
        },
      },
      undefined,
    ],
  ]);
});
