/** What X-Robots-Tag says to a crawler is one answer, through whichever door its lines come. */
import { createClient, type Transport } from '@robots-exclusion/client';
import { preflight } from '@robots-exclusion/client/preflight';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readHeaderFields } from '../../../apps/workbench/src/panels/usage/header-fields.ts';
import { xRobotsTag } from '../../cli/src/doctor/checks/x-robots-tag.ts';
import { Visit } from '../../cli/src/doctor/visit.ts';
import { readPageStatements } from '../../cli/src/input/read-page-statements.ts';
import { openSameDoors, type SameDoors } from './doors/same.ts';

const ORIGIN = 'http://192.0.2.1';
const AGENTS = ['Googlebot', 'bingbot'];
const WORDS = [
  ...'noindex|none|nofollow|all|noindex; nofollow|no-index|max-snippet: 5||"noindex"'.split('|'),
  'unavailable_after: 25 Jun 2010 15:00:00 PST',
  'unavailable_after: Thursday, June 25, 2099 10:00:00 UTC',
];
const NAMES = '||googlebot: |Bingbot : |msnbot:|otherbot: |*: |robots: |rating: '.split('|');
const part = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...WORDS))
  .map(([name, word]) => name + word);
const line = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(', '));
const lines = fc.array(line, { maxLength: 3 });

/** A site whose home page has these lines. */
function siteWith(values: readonly string[]): Transport {
  return {
    schemes: ['http'],
    enforcesAddressPolicy: true,
    async send({ url }) {
      const headers = {
        'content-type': url.endsWith('.txt') ? 'text/plain' : 'text/html',
        ...(values.length > 0 && { 'x-robots-tag': values.join(', ') }),
      };
      if (url.endsWith('.txt')) return { status: 404, headers: {}, body: new Uint8Array() };
      const body = new TextEncoder().encode('<!doctype html><p>Text');
      return {
        status: 200,
        headers,
        ...(values.length > 1 && { repeated: { 'x-robots-tag': values } }),
        body,
      };
    },
  };
}

async function byPreflight(agent: string, transport: Transport): Promise<boolean> {
  const client = createClient({ userAgent: 'PlainClient/1.0', transports: [transport] });
  try {
    const { usage } = await preflight(client, `${ORIGIN}/`, { as: agent, transport });
    return usage?.uses.search.preference === 'disallow';
  } finally {
    await client.close();
  }
}

let doors: SameDoors;
beforeAll(async () => {
  doors = await openSameDoors({ addressPolicy: { allow: 'any' } });
});
afterAll(() => doors.close());

type Fields = Record<string, string | string[]>;
interface Usage {
  readonly usage: { readonly uses: { readonly search: { readonly preference: string } } };
}

const isNo = ({ usage }: Usage): boolean => usage.uses.search.preference === 'disallow';

/** What the service says of both crawlers. */
async function byService(headers: Fields): Promise<boolean[]> {
  const response = await fetch(`${doors.server.url}/v1/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ robots: '', urls: [`${ORIGIN}/`], agents: AGENTS, usage: true, headers }),
  });
  const { results } = (await response.json()) as { results: Usage[] };
  return results.map(isNo);
}

async function byTools(crawler: string, headers: Fields): Promise<boolean> {
  const given = { url: `${ORIGIN}/`, crawler, robots: '', headers };
  const [answer] = await doors.toolAnswers<Usage>('robots_usage', given);
  return answer !== undefined && isNo(answer);
}

it('preflight, doctor, page, command, service and tools say noindex alike', async () => {
  const check = async (values: readonly string[]): Promise<void> => {
    const transport = siteWith(values);
    const signal = new AbortController().signal;
    const options = {
      preset: 'rfc9309',
      store: 'memory',
      userAgent: 'x/1',
      delayMs: 0,
      signal,
      transport,
    } as never;
    const visit = await Visit.to(ORIGIN, options, signal);
    const { outcome, seen } = await xRobotsTag.run(visit);
    const page = readHeaderFields(values.map((value) => `X-Robots-Tag: ${value}`).join('\r\n'));
    const stated = await readPageStatements(
      values.map((value) => `X-Robots-Tag: ${value}`),
      undefined,
    );
    const headers = stated.headers as [string, string][];
    const ofCommand = { 'x-robots-tag': headers.map(([, value]) => value) };
    const [services, commands] = [await byService(page), await byService(ofCommand)];
    for (const [at, agent] of AGENTS.entries()) {
      const isTold = await byPreflight(agent, transport);
      const byDoctor =
        outcome === 'fails' &&
        (/says noindex[,.]/.test(seen) || seen.includes(`${agent}`)) &&
        seen.includes('says noindex');
      const told = {
        byDoctor,
        service: services[at],
        command: commands[at],
        tools: await byTools(agent, page),
      };
      expect(told).toEqual({ byDoctor: isTold, service: isTold, command: isTold, tools: isTold });
    }
  };
  await fc.assert(fc.asyncProperty(lines, check), { numRuns: runs(500) });
});
