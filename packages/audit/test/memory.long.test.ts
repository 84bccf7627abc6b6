/** Memory does not grow with a log: the log is larger than the heap of the process that reads it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, expect, it } from 'vitest';

beforeAll(buildOnce);

/** MiB of V8's old space. */
const HEAP = 96;
const LINES = 1_000_000;

/**
 * The log keeps introducing new hosts, addresses, crawlers, URLs and ETags, which an audit stores up to its limits. If
 * an audit stored a slice of the log's text, the chunk of 256 KiB to which the slice belongs would stay in memory.
 */
const program = `
import { audit, timeline, versionsInLogs } from '@robots-exclusion/audit';

const agents = ['Mozilla/5.0 (compatible; GPTBot/1.3)', 'CCBot/2.0', 'Googlebot/2.1', 'Mozilla/5.0 Chrome/140.0'];
const two = (number) => String(number).padStart(2, '0');
function lineOf(index) {
  const seconds = Math.floor(index / 30);
  const clock = two(Math.floor(seconds / 3600) % 24) + ':' + two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
  const own = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  const host = index % 50 === 0 ? 'h' + own + '.example' : 'www.example.com';
  const url = index % 40 === 0 ? '/robots.txt' : '/section-' + (own % 400) + '/' + index + '?' + 'x'.repeat(100);
  const agent = index % 60 === 0 ? 'Crowd' + own + 'bot/1.0 (+https://x.example)' : agents[own % agents.length];
  const address = [own >>> 24, (own >>> 16) & 255, (own >>> 8) & 255, own & 255].join('.');
  return host + ' ' + address + ' - - [05/Nov/2026:' + clock + ' +0000] "GET ' + url + ' HTTP/1.1" 200 ' + (own % 9000) +
    ' "-" "' + agent + '" "' + own + '"\\n';
}
let octets = 0;
function* chunks() {
  for (let index = 0; index < ${LINES}; ) {
    let text = '';
    for (; text.length < 262_144 && index < ${LINES}; index++) text += lineOf(index);
    octets += text.length;
    yield Buffer.from(text, 'latin1');
  }
}
const rules = Array.from({ length: 400 }, (_, index) => 'Disallow: /section-' + index + '/\\n').join('');
const body = 'User-agent: *\\n' + rules;
const format = '$host $remote_addr - - [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" "$sent_http_etag"';
const logs = [{ name: 'access.log', open: chunks }];
const versions = await versionsInLogs(logs, [{ body, from: Number.NEGATIVE_INFINITY, name: 'robots.txt' }], { format });
const report = await audit(logs, { timeline: timeline([{ body, from: Number.NEGATIVE_INFINITY }]), format });
console.log(JSON.stringify({
  mebibytes: Math.round(octets / 3 / 1048576),
  requests: report.requests,
  rules: report.rules.length,
  versions: versions.length > 10_000,
  hasNote: report.notes.some((note) => note.includes('10,000 hosts')),
}));
`;

it('an audit of a log that is twice as large as the heap, every line of it unlike the others', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, '--input-type=module', '-e', program],
    { cwd: fileURLToPath(new URL('..', import.meta.url)) },
  );
  const found = JSON.parse(stdout) as Record<string, number | boolean>;
  expect(found).toMatchObject({ requests: LINES, versions: true, hasNote: true });
  expect(found['mebibytes']).toBeGreaterThan(2 * HEAP);
  expect(found['rules']).toBeGreaterThan(5000);
});
