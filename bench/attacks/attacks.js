/** Attacks by one client. Each continues until its signal is aborted. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const attacker = { 'x-forwarded-for': '203.0.113.1' };
const wildcards = `User-agent: *\n${`Disallow: /${'*aaaaaaaaab'.repeat(40)}\n`.repeat(1000)}`;
const hostile = JSON.stringify({
  robots: wildcards,
  urls: Array.from({ length: 300 }, (_, at) => `/${'a'.repeat(8000)}${at}`),
});
/** A linter question that takes a thread a few hundred milliseconds. */
const heavyLint = {
  robots: `User-agent: *\n${Array.from({ length: 3000 }, (_, at) => `Disallow: /*a*b*${at}\n`).join('')}`,
};
const lintAsAgent = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'robots_lint', arguments: heavyLint },
};
const unknownKeys = `{${Array.from({ length: 270_000 }, (_, at) => `"key${at}":1`).join(',')}}`;

/** Opens `count` connections that send `octets` and then nothing. Reopens closed ones. */
async function stalled(url, count, octets, signal) {
  const { port } = new URL(url);
  const sockets = new Set();
  signal.addEventListener('abort', () => {
    for (const socket of sockets) socket.destroy();
  });
  while (!signal.aborted) {
    while (sockets.size < count && !signal.aborted) {
      const socket = connect(port, '127.0.0.1');
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => sockets.delete(socket))
        .resume()
        .write(octets);
    }
    await pause(200);
  }
}

function head(path, length, type = 'application/json') {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.1\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
}

/** Keeps `count` requests running at the same time. */
async function flood(url, count, path, bodyOf, signal) {
  await Promise.all(
    Array.from({ length: count }, async (_, lane) => {
      for (let turn = 0; !signal.aborted; turn++) {
        const status = await post(url + path, bodyOf(lane, turn), attacker, signal);
        if (status !== 200) await pause(20);
      }
    }),
  );
}

/** Resolves to the status; 0 if there was no response. */
export function post(url, body, headers, signal) {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
        ...headers,
      },
    };
    const sent = request(url, options, (response) => {
      response.resume().on('close', () => resolve(response.statusCode));
    });
    sent.on('error', () => resolve(0)).end(body);
  });
}

/** The attacks by name. */
export const attacks = {
  none: async (_, signal) => {
    while (!signal.aborted) await pause(100);
  },
  '256 bodies of one octet': (url, signal) => stalled(url, 256, `${head('/v1/evaluate', 1000)}{`, signal),
  '64 idle streams': (url, signal) =>
    stalled(url, 64, head('/v1/evaluate', 1000, 'application/x-ndjson'), signal),
  '300 checks of slow sites': (url, signal) =>
    flood(
      url,
      300,
      '/v1/check',
      (lane, turn) =>
        JSON.stringify({
          urls: Array.from({ length: 32 }, (_, at) => `https://slow-${lane}-${turn}-${at}.example/`),
        }),
      signal,
    ),
  '1,900 stalled bodies of 500 KB': (url, signal) =>
    stalled(url, 1900, head('/v1/evaluate', 500_001) + 'a'.repeat(500_000), signal),
  '8 times 3.5 MB of unknown keys': (url, signal) => flood(url, 8, '/v1/evaluate', () => unknownKeys, signal),
  '64 lints at both doors': (url, signal) =>
    Promise.all([
      flood(url, 32, '/v1/lint', () => JSON.stringify(heavyLint), signal),
      flood(url, 32, '/v1/mcp', () => JSON.stringify(lintAsAgent), signal),
    ]),
  '60 hostile files': (url, signal) => flood(url, 60, '/v1/evaluate', () => hostile, signal),
};
