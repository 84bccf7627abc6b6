/**
 * Writes the table of servers in docs/audit.md from the recorded logs of `spec/logs`: the format that each server writes,
 * and what its log lacks of the requests that were sent. With `--check`, only reports whether the table is up to date.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { keep, table, withPart } from '../../../scripts/generated.js';
import { readLog } from '../dist/index.js';

const FILE = 'docs/audit.md';
const FOLDER = 'spec/logs';
const LOST = {
  query: 'queries',
  encoding: 'percent-encoding',
  'target-end': 'the end of some targets',
  'user-agent': 'the end of some User-Agents',
};
/** Only many requests show what a server never logs. */
const TIMES = 5;

async function rowOf(name) {
  const log = readFileSync(`${FOLDER}/${name}.log`);
  const reading = readLog(Array(TIMES).fill(log));
  const counts = new Map();
  for await (const hit of reading)
    for (const part of hit.lost ?? []) counts.set(part, (counts.get(part) ?? 0) + 1);
  const { format, hits, fields, losses } = reading.summary;
  // One request alone may have an empty query; a server that logs none, or decodes, does so always.
  const usual = [...counts].filter(([part, count]) => /end|agent/.test(part) || count > hits / 2);
  const lost = new Set([...usual.map(([part]) => part), ...losses.map(({ part }) => part)]);
  const [, server, version] = /^(.*)-([\d.]+)$/.exec(name);
  return [
    `${server} ${version}`,
    format === undefined ? 'none' : `\`${format}\``,
    lackOf(hits, fields, lost),
  ];
}

function lackOf(hits, fields, lost) {
  if (hits === 0) return 'not read: no time or no request';
  const absent = Object.entries({
    userAgent: 'User-Agent',
    status: 'status',
    address: 'address',
    zone: 'zone of the time',
  });
  const cut = Object.entries(LOST).flatMap(([part, words]) => (lost.has(part) ? [words] : []));
  return [...absent.flatMap(([field, words]) => (fields[field] === 0 ? [words] : [])), ...cut].join(', ');
}

const rows = await Promise.all(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.log'))
    .map((file) => file.slice(0, -'.log'.length))
    .sort()
    .map(rowOf),
);
const servers = new Map();
for (const [server, ...log] of rows) {
  const key = JSON.stringify(log);
  servers.set(key, [...(servers.get(key) ?? []), server]);
}
const grouped = [...servers].map(([log, names]) => [names.join(', '), ...JSON.parse(log)]);
const part = ['servers', table(['Server', 'Format', 'Missing'], grouped).trimEnd()];
keep(FILE, withPart(readFileSync(FILE, 'utf8'), part));
