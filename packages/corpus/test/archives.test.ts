/** Archives that real programs wrote of sites on loopback (`npm run archives:real`): each row is what the site sent, or unknown. */
import { readFileSync } from 'node:fs';
import { readWarc, toRow } from '@robots-exclusion/corpus';
import { expect, it } from 'vitest';

const folder = new URL('../../../spec/archives/', import.meta.url);
const sent: { kind: string; url: string; outcome: string; sha256: string | null }[] = JSON.parse(
  readFileSync(new URL('sent.json', folder), 'utf8'),
);
const [plain] = sent;

it.each([
  ['wget-1.21.3.warc.gz', {}],
  ['warcio-1.8.1.warc.gz', { 'early-hints': 'archiver/interim-only' }],
  ['fastwarc-2.0.1.warc.gz', {}],
  ['warcprox-2.13.1.warc.gz', { 'early-hints': 'archiver/interim-only' }],
  ['jwarc-0.31.1.warc', {}],
  ['gowarc-0.8.96.warc.gz', { 'transfer-gzip': 'no row' }],
  ['pywb-2.10.0.warc.gz', { 'early-hints': 'archiver/interim-only' }],
  ['wpull-2.0.1.warc.gz', { 'early-hints': 'archiver/interim-only', continue: 'archiver/interim-only' }],
  // It stores no Content-Encoding, decodes some codings, and keeps the Content-Length.
  [
    'crau-0.3.3.warc.gz',
    {
      ...{ gzip: 'archiver/short-body', 'x-gzip': 'archiver/short-body', 'transfer-gzip': 'no row' },
      ...{ zstd: 'rules', 'gzip-br': 'rules', dcz: 'rules' },
    },
  ],
  // It stores the decoded body and keeps the Content-Length of the coded one.
  [
    'warcio.js-2.4.11.warc.gz',
    {
      ...{ gzip: 'archiver/short-body', 'x-gzip': 'archiver/short-body', 'gzip-br': 'archiver/short-body' },
      continue: 'no row',
    },
  ],
])('%s', async (name, others) => {
  const rows = new Map<string, ReturnType<typeof toRow>>();
  for await (const capture of readWarc(readFileSync(new URL(name, folder))))
    rows.set(capture.url, toRow(capture, { agents: ['GPTBot'] }));
  const found = sent.flatMap(({ kind, url, outcome, sha256 }) => {
    const row = rows.get(url);
    if (row === undefined) return [[kind, 'no row']];
    const isSent = sha256 === null || row.sha256 === sha256;
    if (row.outcome === 'unknown' && row.redirect_target === plain?.url) return [];
    if (row.outcome === outcome && isSent) return [];
    return [[kind, row.outcome === 'unknown' ? row.policy_row : row.outcome]];
  });
  expect(Object.fromEntries(found)).toEqual(others);
});
