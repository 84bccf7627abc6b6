/**
 * Responses with changed, dropped, doubled or truncated octets: the client always decides in time and closes the
 * connection. It may read the response as rules, but must never throw, hang or leave a connection open.
 */
import {
  createStage,
  startFtpOrigin,
  startGeminiOrigin,
  startRawOrigin,
  untilLetGo,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { decide } from './client-under-test.ts';

const stage = createStage();

afterAll(stage.clear);

const RULES = 'User-agent: *\nDisallow: /secret/\n';

/** Every timeout fires long before the test's own. */
const options = { limits: { headersTimeoutMs: 150, bodyTimeoutMs: 150, totalTimeoutMs: 400 } };

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  kind: fc.constantFrom('change', 'drop', 'double', 'cut'),
  octet: fc.integer({ min: 0, max: 255 }),
});

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function edited(text: string, edits: readonly Edit[]): Buffer {
  let octets = Buffer.from(text, 'latin1');
  for (const { at, kind, octet } of edits) {
    const index = Math.floor(at * octets.length);
    const [before, after] = [octets.subarray(0, index), octets.subarray(index + 1)];
    if (kind === 'cut') octets = Buffer.from(before);
    else if (kind === 'drop') octets = Buffer.concat([before, after]);
    else if (kind === 'change') octets = Buffer.concat([before, Buffer.of(octet), after]);
    else octets = Buffer.concat([before, octets.subarray(index, index + 8), octets.subarray(index)]);
  }
  return octets;
}

const edits = fc.array(edit, { minLength: 1, maxLength: 4 });

const chunked = `${RULES.length.toString(16)}\r\n${RULES}\r\n0\r\n\r\n`;

const httpAnswers = [
  `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${RULES.length}\r\n\r\n${RULES}`,
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
  `HTTP/1.0 200 OK\r\n\r\n${RULES}`,
  'HTTP/1.1 302 Found\r\nLocation: /robots.txt\r\nContent-Length: 0\r\n\r\n',
];

const runs = { numRuns: 60, endOnFailure: true };

it('HTTP', async () => {
  let answer: Buffer = Buffer.alloc(0);
  const origin = await stage.start(startRawOrigin((socket) => socket.end(answer)));
  const property = fc.asyncProperty(fc.constantFrom(...httpAnswers), edits, async (text, changes) => {
    answer = edited(text, changes);
    const { open } = await decide(origin.origin, options);
    expect(open.policyRow).toMatch(/^rfc9309\//);
    await untilLetGo(origin);
  });
  await fc.assert(property, runs);
}, 120_000);

it('Gemini', async () => {
  let answer: Buffer = Buffer.alloc(0);
  const origin = await stage.start(startGeminiOrigin((socket) => socket.end(answer)));
  const answers = fc.constantFrom(`20 text/plain\r\n${RULES}`, '31 /robots.txt\r\n', '51 Not found\r\n');
  const property = fc.asyncProperty(answers, edits, async (text, changes) => {
    answer = edited(text, changes);
    const { open } = await decide(origin.origin, options);
    expect(open.policyRow).toMatch(/^rfc9309\//);
    await untilLetGo(origin);
  });
  await fc.assert(property, runs);
}, 120_000);

it('FTP', async () => {
  const replies: Record<string, string> = {};
  const origin = await stage.start(startFtpOrigin({ files: { 'robots.txt': RULES }, replies }));
  const usual: [command: string, reply: string][] = [
    ['USER', '331 Any password'],
    ['PASS', '230 Logged in'],
    ['TYPE', '200 Done'],
    ['EPSV', '229 Entering extended passive mode (|||40000|)'],
    ['PASV', '227 Entering passive mode (127,0,0,1,200,0)'],
    ['RETR', '550 No such file'],
  ];
  const property = fc.asyncProperty(fc.constantFrom(...usual), edits, async ([command, reply], changes) => {
    for (const name of Object.keys(replies)) delete replies[name];
    replies[command] = edited(reply, changes).toString('latin1');
    const { open } = await decide(origin.origin, options);
    expect(open.policyRow).toMatch(/^rfc9309\//);
    await untilLetGo(origin);
  });
  await fc.assert(property, runs);
}, 120_000);
