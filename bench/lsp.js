/**
 * Measures how long an editor waits for the language server.
 *
 *     node bench/lsp.js            a table: file, request, median and 95th percentile in milliseconds
 *
 * The bench opens each file and edits it 20 times. After each edit, it immediately requests a completion and a hover,
 * as an editor does during typing. After the last edit, it waits for the diagnostics.
 */
import { spawn } from 'node:child_process';

const EDITS = 20;
const URI = 'file:///site/robots.txt';

const files = {
  'a usual file, 40 rules': rules(40, (at) => `/section-${at}/`),
  '218 KiB of prefixes': rules(8_200, (at) => `/section-${at}/page`),
  '500 KiB of prefixes': rules(18_500, (at) => `/section-${at}/page`),
  '20,000 rules with wildcards': rules(20_000, (at) => `/*/${at}*/x`),
  '500 KiB in 5,000 groups': Array.from(
    { length: 5_000 },
    (_, at) =>
      `User-agent: Bot${at}\nDisallow: /private-${at}/\nAllow: /private-${at}/open\nDisallow: /tmp/\n\n`,
  ).join(''),
};

function rules(count, pathOf) {
  return `User-agent: *\n${Array.from({ length: count }, (_, at) => `Disallow: ${pathOf(at)}\n`).join('')}`;
}

console.log('| file | request | median ms | p95 ms |\n|---|---|--:|--:|');
for (const [name, text] of Object.entries(files)) await measure(name, text);

async function measure(name, text) {
  const client = start();
  await client.request('initialize', { processId: null, rootUri: null, capabilities: {} });
  client.notify('initialized', {});
  client.notify('textDocument/didOpen', {
    textDocument: { uri: URI, languageId: 'robotstxt', version: 1, text },
  });
  const times = { 'hover, first': [], completion: [], hover: [], diagnostics: [] };
  const timed = async (kind, run) => {
    const start = performance.now();
    await run();
    times[kind].push(performance.now() - start);
  };
  const at = { textDocument: { uri: URI }, position: { line: 21, character: 12 } };
  await timed('hover, first', () => client.request('textDocument/hover', at));
  for (let version = 2; version < 2 + EDITS; version++) {
    const place = { line: 20, character: 11 };
    client.notify('textDocument/didChange', {
      textDocument: { uri: URI, version },
      contentChanges: [{ range: { start: place, end: place }, text: 'x' }],
    });
    await timed('completion', () => client.request('textDocument/completion', at));
    await timed('hover', () => client.request('textDocument/hover', at));
  }
  await timed('diagnostics', () => client.diagnostics(1 + EDITS));
  for (const [kind, all] of Object.entries(times)) {
    all.sort((a, b) => a - b);
    const of = (share) => all[Math.min(all.length - 1, Math.floor(share * all.length))].toFixed(0);
    console.log(`| ${name} | ${kind} | ${of(0.5)} | ${of(0.95)} |`);
  }
  client.end();
}

function start() {
  const server = spawn(
    process.execPath,
    [new URL('../packages/cli/bin/robots.js', import.meta.url).pathname, 'lsp', '--stdio'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const waiting = new Map();
  const published = new Map();
  let whenPublished = () => {};
  let buffer = Buffer.alloc(0);
  server.stdout.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const head = buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const size = Number(/content-length: *(\d+)/i.exec(buffer.subarray(0, head).toString())?.[1]);
      if (buffer.length < head + 4 + size) return;
      const message = JSON.parse(buffer.subarray(head + 4, head + 4 + size).toString());
      buffer = buffer.subarray(head + 4 + size);
      if (message.method === 'textDocument/publishDiagnostics') {
        published.set(message.params.version, true);
        whenPublished();
      } else waiting.get(message.id)?.(message.result);
    }
  });
  let lastId = 0;
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  return {
    request(method, params) {
      const id = ++lastId;
      send({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    notify: (method, params) => send({ method, params }),
    diagnostics: (version) =>
      new Promise((resolve) => {
        whenPublished = () => published.has(version) && resolve();
        whenPublished();
      }),
    end: () => server.kill(),
  };
}
