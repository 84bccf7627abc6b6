/** The main job on something real at once, without a network: the example site, checked over HTTP. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHttpTransport, type Resolve } from '@robots-exclusion/client';
import type { CheckResult } from '../check/check-result.ts';
import { crawlersOf } from '../check/crawlers.ts';
import { originSource } from '../check/network-source.ts';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { demoTable } from '../output/demo-table.ts';
import { writeOut } from '../output/stdout.ts';
import { stdoutTerminal } from '../output/terminal.ts';
import { type SiteDescription, serveSite } from './site.ts';

/** Serves the examples, prints the verdict table, and ends. */
export async function runDemo(signal: AbortSignal): Promise<ExitCode> {
  const folder = examplesFolder();
  const site: SiteDescription = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
  const served = await serveSite(site, folder);
  const source = await originSource(
    { preset: 'rfc9309', store: 'memory', transports: [createHttpTransport({ resolve: loopback })] },
    signal,
  );
  try {
    const crawlers = crawlersOf(site.crawlers);
    const rows: CheckResult[] = [];
    for (const url of site.urls) {
      const address = withPort(url, served.port);
      for (const crawler of crawlers) rows.push(await source.check(address, crawler));
    }
    await writeOut(demoTable(rows, stdoutTerminal()));
    return ExitCode.allowed;
  } finally {
    await source.close();
    await served.close();
  }
}

/** Beside the package when it was installed, at the top of the repository otherwise. */
function examplesFolder(): string {
  const places = ['../../examples/', '../../../../examples/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const found = places.find((place) => existsSync(join(place, 'site.json')));
  if (found !== undefined) return found;
  throw new CommandError(
    `Cannot find the examples: expected a folder ${places.map((place) => JSON.stringify(place)).join(' or ')}`,
  );
}

/** Kept as written besides: a parser would already escape what the demo wants to show. */
function withPort(url: string, port: number): string {
  return url.replace(/^(http:\/\/[^/]+)/, `$1:${port}`);
}

/** Every name of the site is this machine's, also where the system does not resolve `*.localhost` (RFC 6761 §6.3). */
const loopback: Resolve = (_hostname, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);
