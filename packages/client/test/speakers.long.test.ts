/**
 * docs/transports.md: only the word of the one whose file it is opens a site. A matrix of who speaks, what is said, the
 * scheme, and whether a copy is kept; `spec/servers/speakers.tsv` keeps it, and the Python package answers the same.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import {
  type ClientOptions,
  createClient,
  createFtpTransport,
  createMemoryStore,
  type Decision,
} from '@robots-exclusion/client';
import { type FtpScript, listenOnLoopback, startFtpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';
import * as basicFtp from 'basic-ftp';
import { expect, it, onTestFinished } from 'vitest';
import { day, scripted, settableClock, userAgent } from './scripted.ts';

const RULES = 'User-agent: *\nDisallow: /private/\n';

interface Answer {
  program: string;
  settings: string;
  case: string;
  method: string;
  speaker: 'origin' | 'proxy';
  status: number;
  headers: Record<string, string>;
}

const { answers } = JSON.parse(
  readFileSync(new URL('../../../spec/servers/proxy-answers.json', import.meta.url), 'utf8'),
) as { answers: Answer[] };

/** Proxies that do not mark their own answers; docs/transports.md says so. */
const unmarked = new Set(['haproxy', 'varnishd', 'nginx']);

interface Cell {
  scheme: string;
  speaker: string;
  said: string;
  kept: 'copy' | 'none';
  outcome: string;
  row: string;
}

/** Decides about a disallowed page, with or without a copy of the rules from a day before. */
async function decided(
  origin: string,
  options: Partial<ClientOptions>,
  learn?: () => void,
): Promise<Decision> {
  const clock = settableClock();
  const client = createClient({ userAgent, clock, ...options });
  try {
    if (learn) {
      await client.check(`${origin}/private/x`);
      learn();
      clock.advance(1.1 * day);
    }
    return await client.check(`${origin}/private/x`);
  } finally {
    await client.close();
  }
}

const cellOf = (facts: Omit<Cell, 'outcome' | 'row'>, { outcome, policyRow }: Decision): Cell => ({
  ...facts,
  outcome,
  row: policyRow ?? '',
});

/** Each recorded answer, as a proxy gives it. Fields of one connection are left out. */
async function httpCells(): Promise<Cell[]> {
  const cells: Cell[] = [];
  const server = await startHttpOrigin({});
  onTestFinished(() => server.close());
  for (const { program, settings, case: what, method, speaker, status, headers } of answers) {
    if (!status || method !== 'GET' || status === 200) continue;
    const { 'transfer-encoding': _, connection: __, ...fields } = headers;
    const say = () => server.play(() => ({ status, headers: fields, body: '<html>' }));
    const serve = () => server.play(() => RULES);
    const said = `${program} ${settings}: ${what}: ${status}`;
    for (const kept of ['none', 'copy'] as const) {
      (kept === 'copy' ? serve : say)();
      const options = { proxy: () => server.origin };
      const decision = await decided('http://site.example', options, kept === 'copy' ? say : undefined);
      cells.push(cellOf({ scheme: 'http', speaker, said, kept }, decision));
    }
  }
  return cells;
}

/** Refusals of CONNECT beside those that proxies were recorded to give. */
const refusals = [301, 400, 401, 403, 404, 407, 410, 429, 451, 500, 502, 503, 504];

/** The answers of proxies to CONNECT, without which no octet of the site is read. */
async function httpsCells(): Promise<Cell[]> {
  const ofProxies = answers.filter(({ speaker, status }) => speaker === 'proxy' && status);
  const all = [
    ...ofProxies.map((one) => ({
      ...one,
      said: `${one.program} ${one.settings}: ${one.case}: ${one.status}`,
    })),
    ...refusals.map((status) => ({ status, headers: {}, said: `a proxy: to CONNECT: ${status}` })),
  ];
  let head = '';
  const server = createServer().on('connect', (_, socket) => void socket.end(head));
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const proxy = () => `http://127.0.0.1:${port}`;
  const origin = 'https://site.example';
  const cells: Cell[] = [];
  for (const { said, status, headers } of all) {
    const fields = Object.entries(headers).filter(([name]) => name !== 'transfer-encoding');
    head = [`HTTP/1.1 ${status} Said`, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join(
      '\r\n',
    );
    for (const kept of ['none', 'copy'] as const) {
      const store = createMemoryStore();
      const learnt = scripted({ [`${origin}/robots.txt`]: { body: RULES } });
      const clock = settableClock();
      if (kept === 'copy') await decided(origin, { store, clock, transports: [learnt] });
      clock.advance(1.1 * day);
      const decision = await decided(origin, { store, clock, proxy });
      cells.push(cellOf({ scheme: 'https', speaker: 'proxy', said, kept }, decision));
    }
  }
  return cells;
}

const codes = ['120', '332', '350', '421', '425', '450', '500', '502', '530', '534', '550', '553'];
const commands = ['greeting', 'USER', 'PASS', 'TYPE', 'EPSV', 'RETR'];

async function ftpCells(): Promise<Cell[]> {
  const cells: Cell[] = [];
  const script: FtpScript = { files: { 'robots.txt': RULES }, replies: {} };
  const server = await startFtpOrigin(script);
  onTestFinished(() => server.close());
  const transports = [createFtpTransport({ basicFtp })];
  const texts = ['', 'Sorry, the maximum number of allowed clients are already connected'];
  for (const command of commands)
    for (const code of codes)
      for (const text of code === '530' ? texts : ['']) {
        const reply = `${code} ${text || 'No'}`;
        const say = (): void => {
          const all = command === 'EPSV' ? { EPSV: reply, PASV: reply } : { [command]: reply };
          script.replies = command === 'greeting' ? {} : all;
          script.greeting = command === 'greeting' ? reply : '220 Ready';
        };
        const said = `${command}: ${reply}`;
        for (const kept of ['none', 'copy'] as const) {
          script.replies = {};
          script.greeting = '220 Ready';
          if (kept === 'none') say();
          const decision = await decided(server.origin, { transports }, kept === 'copy' ? say : undefined);
          cells.push(cellOf({ scheme: 'ftp', speaker: command, said, kept }, decision));
        }
      }
  return cells;
}

it('the word of another never opens a site', async () => {
  const cells = [...(await httpCells()), ...(await httpsCells()), ...(await ftpCells())];
  const ofAnother = cells.filter(
    ({ scheme, speaker, said, kept }) =>
      speaker !== 'origin' &&
      speaker !== 'RETR' &&
      // A login that is refused, in words that are not those of a busy server, is documented as 401.
      !(kept === 'none' && /^(?:USER|PASS): (?:332|530 No)/.test(said)) &&
      !(scheme === 'http' && unmarked.has(said.split(' ')[0]!)),
  );
  const opened = ofAnother.filter(({ outcome }) => outcome !== 'unreachable' && outcome !== 'stale-rules');
  const lines = [
    `cells\t${cells.length}\tof another\t${ofAnother.length}\topened by another\t${opened.length}`,
    'scheme\tspeaker\tsaid\tkept\toutcome\trow',
    ...cells.map((cell) => Object.values(cell).join('\t')),
  ];
  expect(opened).toEqual([]);
  expect(ofAnother.filter(({ kept, outcome }) => kept === 'copy' && outcome !== 'stale-rules')).toEqual([]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../../spec/servers/speakers.tsv');
});
