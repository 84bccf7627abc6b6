/**
 * Tests that the command, the service, the MCP tools and the workbench page name the same deciding statement for each
 * use of a web page.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import {
  arbitraryStatedSite,
  runCommand,
  type SlowUse,
  type StatedSite,
  slowUses,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { placeOf, type UsageStatement } from 'robots-exclusion/usage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { unknownCrawler } from '../../../apps/workbench/src/engine/crawler.ts';
import { registry } from '../../../apps/workbench/src/engine/jobs/registry.ts';
import { usage } from '../../../apps/workbench/src/panels/usage/job.ts';
import { ORIGIN } from './doors/answers.ts';
import { openCommandHost } from './doors/command.ts';
import { mcpFetch } from './doors/mcp-fetch.ts';
import { startService } from './doors/service.ts';

const SITES = 500;
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);

type Shown = Readonly<Record<string, SlowUse>>;

/** Combines the preferences by use and the locations of the deciding statements into one record. */
function shown(
  preferences: Readonly<Record<string, string>>,
  decidedBy: Readonly<Record<string, UsageStatement | { place: string }>>,
): Shown {
  return Object.fromEntries(
    Object.entries(preferences).map(([use, preference]) => {
      const by = decidedBy[use];
      return [use, { preference, ...(by && { place: 'place' in by ? by.place : placeOf(by) }) } as SlowUse];
    }),
  );
}

function fromUses(uses: Readonly<Record<string, { preference: string; decidedBy?: UsageStatement }>>): Shown {
  const each = Object.entries(uses);
  return shown(
    Object.fromEntries(each.map(([use, { preference }]) => [use, preference])),
    Object.fromEntries(each.flatMap(([use, { decidedBy }]) => (decidedBy ? [[use, decidedBy]] : []))),
  );
}

describe('of several statements about a use, every door names the one that decides', () => {
  const sites = fc.sample(arbitraryStatedSite, { seed: SEED, numRuns: SITES });

  it(`robots check --usage, for ${SITES} sites, in JSON and in text`, async () => {
    const host = openCommandHost();
    onTestFinished(() => host.close());
    for (const site of sites) {
      const argv = argvFor(site, host.file);
      const [item] = (await host.run([...argv, '--format', 'ndjson'])) as [{ usage: { uses: never } }];
      expect(fromUses(item.usage.uses), JSON.stringify(site)).toEqual(slowUses(site));
      const { stdout } = await runCommand([...argv, '--explain']);
      for (const { preference, place } of Object.values(slowUses(site))) {
        if (place !== undefined) expect(stdout).toContain(`${preference} by ${place}`);
      }
    }
  });

  it(`/v1/evaluate, for ${SITES} sites`, async () => {
    const server = await startService();
    onTestFinished(() => server.close());
    for (const site of sites) {
      const { robots, headers, tdmrep, crawler, path } = site;
      const response = await fetch(`${server.url}/v1/evaluate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          robots,
          headers,
          tdmrep,
          urls: [ORIGIN + path],
          agents: [crawler],
          usage: true,
        }),
      });
      const { results } = (await response.json()) as { results: [{ usage: { uses: never } }] };
      expect(fromUses(results[0].usage.uses), JSON.stringify(site)).toEqual(slowUses(site));
    }
  });

  it(`robots_usage, for ${SITES} sites, in its JSON and in its text`, async () => {
    const mcp = createRobotsMcp({});
    const client = new Client({ name: 'uses', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL('http://mcp.test/'), {
      fetch: mcpFetch(mcp),
    });
    await client.connect(transport);
    onTestFinished(async () => {
      await client.close();
      await mcp.close();
    });
    for (const site of sites) {
      const { path, ...input } = site;
      const answer = await client.callTool({
        name: 'robots_usage',
        arguments: { url: ORIGIN + path, ...input },
      });
      const { results } = answer.structuredContent as { results: [{ usage: { uses: never } }] };
      expect(fromUses(results[0].usage.uses), JSON.stringify(site)).toEqual(slowUses(site));
      const [{ text }] = answer.content as unknown as [{ text: string }];
      for (const [use, { preference, place }] of Object.entries(slowUses(site))) {
        if (place !== undefined) expect(text).toContain(`${use}: ${preference} (${place})`);
      }
    }
  });

  it(`the page, for ${SITES} sites`, async () => {
    const known = new Map(registry().map((crawler) => [crawler.token, crawler]));
    for (const { tdmrep: _, ...site } of sites) {
      const { robots, headers, path } = site;
      const crawler = known.get(site.crawler) ?? unknownCrawler(site.crawler);
      const answer = await usage({ draft: robots, crawlers: [], crawler, url: path, headers });
      if ('error' in answer) throw new Error(answer.error.message);
      expect(fromUses(answer.decision.usage.uses), JSON.stringify(site)).toEqual(slowUses(site));
    }
  });
});

function argvFor(
  { robots, headers, tdmrep, crawler, path }: StatedSite,
  file: (name: string, content: string) => string,
): string[] {
  return [
    'check',
    ORIGIN + path,
    '--usage',
    ...['--agent', crawler],
    ...['--robots', file('robots.txt', robots)],
    ...Object.entries(headers).flatMap(([name, value]) => ['--page-header', `${name}: ${value}`]),
    ...(tdmrep === undefined ? [] : ['--tdmrep', file('tdmrep.json', tdmrep)]),
  ];
}
