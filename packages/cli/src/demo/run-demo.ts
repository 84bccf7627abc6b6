/** Shows the main task on a real example without external network access: checks the example site over HTTP. */
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { createHttpTransport, type Resolve } from '@robots-exclusion/client';
import { rfc9309 } from 'robots-exclusion';
import { type CheckItem, isResult } from '../check/check-result.ts';
import { originSource } from '../check/network-source.ts';
import { crawlersOf } from '../crawlers/crawlers.ts';
import { ExitCode } from '../exit-codes.ts';
import { writeOut } from '../output/stdout.ts';
import { stdoutTerminal } from '../output/terminal.ts';
import { demoTable } from './demo-table.ts';
import { examplesFolder } from './examples-folder.ts';
import { type SiteDescription, serveSite } from './site.ts';

/** Serves the examples, prints the verdict table, and then stops the server. */
export async function runDemo(signal: AbortSignal): Promise<ExitCode> {
  const folder = examplesFolder();
  const site: SiteDescription = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
  const served = await serveSite(site, folder);
  const question = {
    dialect: rfc9309.name,
    crawlers: crawlersOf(site.crawlers, false),
    maxCandidates: 1,
    page: undefined,
    isExplained: false,
  };
  const options = {
    preset: 'rfc9309' as const,
    store: 'memory',
    transports: [createHttpTransport({ resolve: loopback })],
  };
  const source = await originSource(question, options, signal);
  try {
    const rows: CheckItem[] = [];
    for (const url of site.urls) rows.push(...(await source.check(withPort(url, served.port))));
    await writeOut(demoTable(rows.filter(isResult), stdoutTerminal(), shownPath(folder)));
    return ExitCode.allowed;
  } finally {
    await source.close();
    await served.close();
  }
}

/** A path that works from the current folder: relative if the file is below it. */
function shownPath(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? resolve(folder) : path;
}

/** Adds the port without parsing the URL, because a parser would escape characters that the demo shows unescaped. */
function withPort(url: string, port: number): string {
  return url.replace(/^(http:\/\/[^/]+)/, `$1:${port}`);
}

/**
 * Resolves every host name of the site to this machine, even if the system does not resolve `*.localhost` (RFC 6761
 * §6.3).
 */
const loopback: Resolve = (_hostname, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);
