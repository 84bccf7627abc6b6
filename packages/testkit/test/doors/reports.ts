/**
 * Collects the findings and differences that each door reports, to compare them with those of the library. Omits texts
 * that are meant only for people.
 */
import type { RunningServer } from '@robots-exclusion/server/node';
import { parse } from 'robots-exclusion';
import { agents as known, resolveCrawler } from 'robots-exclusion/agents';
import { diff } from 'robots-exclusion/diff';
import { divergences } from 'robots-exclusion/interpret';
import { lint } from 'robots-exclusion/lint';
import { lint as lintOnPage } from '../../../../apps/workbench/src/engine/jobs/lint.ts';
import type { CommandHost } from './command.ts';

/** The report of each door, by its name. */
export type Reports = Readonly<Record<string, unknown>>;

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly line: number;
  readonly message: string;
  readonly fixes?: readonly {
    readonly title: string;
    readonly changesVerdicts: boolean;
    readonly effect?: string | undefined;
  }[];
}

/** Findings in a file, with the profile that runs every rule. */
export async function findings(body: Uint8Array, host: CommandHost, server: RunningServer): Promise<Reports> {
  const profile = 'strict';
  const [command] = (await host.run([
    ...['lint', host.file('linted.txt', body), '--profile', profile],
    ...['--format', 'json'],
  ])) as [{ findings: Found[] }];
  const robotsBase64 = Buffer.from(body).toString('base64');
  const service = (await post(server, '/v1/lint', { robotsBase64, profile })) as { findings: Found[] };
  const draft = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const isText = Buffer.from(draft).equals(Buffer.from(body));
  return {
    library: lint(body, { profile, divergences }).map(shown),
    'robots lint': command.findings.map(shown),
    '/v1/lint': service.findings.map(shown),
    ...(isText && {
      page: (await lintOnPage({ robots: draft, profile })).findings.map(shown),
    }),
  };
}

function shown({ code, severity, line, message, fixes = [] }: Found): object {
  const reported = fixes.map(({ title, changesVerdicts, effect = '' }) => ({
    title,
    changesVerdicts,
    effect,
  }));
  return { code, severity, line, message, fixes: reported };
}

/**
 * Changes from one file to another, for the crawlers that the files name and for the crawlers in `agents`. Core
 * takes the registry as an option.
 */
export async function differences(
  [before, after]: readonly [string, string],
  agents: readonly string[],
  host: CommandHost,
  server: RunningServer,
): Promise<Reports> {
  const named = agents.flatMap((agent) => ['--agent', agent]);
  const files = [host.file('before.txt', before), host.file('after.txt', after)];
  const [command] = await host.run(['diff', ...files, ...named, '--format', 'json']);
  const { evidence: _, ...report } = withoutUnknown(command);
  const crawlers = agents.map((agent) => resolveCrawler(agent).who);
  return {
    library: JSON.parse(JSON.stringify(diff(parse(before), parse(after), { crawlers, known }))),
    'robots diff': report,
    '/v1/diff': withoutUnknown(
      await post(server, '/v1/diff', {
        before: { robots: before },
        after: { robots: after },
        ...(agents.length > 0 && { agents }),
      }),
    ),
  };
}

function withoutUnknown(answer: unknown): Record<string, unknown> {
  const { unknownCrawlers: _, ...report } = answer as Record<string, unknown>;
  return report;
}

async function post(server: RunningServer, route: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(server.url + route, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`${route}: ${response.status} ${await response.text()}`);
  return response.json();
}
