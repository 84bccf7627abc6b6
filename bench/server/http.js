/** A server on `node:http` alone. It reads the body as JSON and writes a response as JSON. */
import { createServer } from 'node:http';
import { answer, listening } from './parent.js';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    const text = JSON.stringify(answer().value);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
});
server.listen(0, '127.0.0.1', () => listening(`http://127.0.0.1:${server.address().port}`));
