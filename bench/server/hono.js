/** A bare hono handler on the same adapter. It reads the body as JSON and writes a response as JSON. */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { answer, listening } from './parent.js';

const app = new Hono();
app.post('*', async (c) => {
  await c.req.json();
  return c.json(answer().value);
});
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => listening(`http://127.0.0.1:${server.address().port}`));
