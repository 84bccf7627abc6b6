/**
 * Prints, as JSON, the descriptions that the service, the tools and the schemas publish. They belong to the copy of the
 * repository in a given folder.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const load = (file) => import(pathToFileURL(join(process.argv[2], 'packages', file)).href);
const { createService } = await load('server/dist/index.js');
const { createRobotsMcp } = await load('mcp/dist/index.js');
const { describeOperations } = await load('operations/dist/schemas.js');
const { greatestLimits } = await load('operations/dist/limits.js');

const service = createService({ userAgent: 'TestBot/1.0' });
const mcp = createRobotsMcp();
const openApi = await (await service.fetch(new Request('http://localhost/openapi.json'))).text();
const tools = await (
  await mcp.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    }),
  )
).text();
await mcp.close();
await service.close();
console.log(
  JSON.stringify({
    inOpenApi: JSON.stringify(JSON.parse(openApi)),
    inTools: tools,
    inSchema: JSON.stringify(describeOperations(greatestLimits)),
  }),
);
