/**
 * Tests one client that sends as much work as it can over HTTP and MCP. Checks how long another client waits, and what
 * work remains when the first client disconnects.
 */
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { type AgentDoorParts, createService, type Service } from '@robots-exclusion/server';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

beforeAll(buildOnce);
const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

/** Occupies a thread for a few hundred milliseconds. */
const heavy = `User-agent: *\n${Array.from({ length: 3000 }, (_, rule) => `Disallow: /*a*b*${rule}\n`).join('')}`;
const small = 'User-agent: *\nDisallow: /x\nDisalow: /y\n';

function start(limits: object): { service: Service; waiting: () => Promise<number>; running: () => number } {
  let parts: AgentDoorParts | undefined;
  const service = createService({
    userAgent: 'TestBot/1.0',
    rate: 'unlimited',
    limits: { workers: 2, workDeadlineMs: 600_000, cpuBurstMs: 1e9, ...limits },
    agentDoor(given) {
      parts = given;
      return createRobotsMcp(given);
    },
  });
  services.push(service);
  return {
    service,
    waiting: async () => parts?.pool.waiting() ?? -1,
    running: () => parts?.pool.running() ?? -1,
  };
}

interface Question {
  readonly address: string;
  readonly path: string;
  readonly body: object;
  readonly signal?: AbortSignal;
}

function ask(service: Service, { address, path, body, signal }: Question): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) };
  return service.fetch(new Request(`http://localhost${path}`, init), { address });
}

const rest = (robots: string): Pick<Question, 'path' | 'body'> => ({ path: '/v1/lint', body: { robots } });
const agent = (robots: string): Pick<Question, 'path' | 'body'> => ({
  path: '/v1/mcp',
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'robots_lint', arguments: { robots } },
  },
});

describe('one client at full load, over HTTP and as an agent', () => {
  it('leaves a thread to others, and its own place at once when it is cancelled', async () => {
    const { service, waiting, running } = start({});
    const stranger = { address: '203.0.113.1' };
    const other = { address: '198.51.100.1' };
    for (const door of [rest, agent])
      expect((await ask(service, { ...other, ...door(small) })).status).toBe(200);
    const gone = new AbortController();
    const asked = Array.from({ length: 30 }, (_, index) =>
      ask(service, { ...stranger, ...(index % 2 === 0 ? rest : agent)(heavy), signal: gone.signal }),
    );
    await expect.poll(waiting).toBeGreaterThan(20);
    // The first client never gets more than its share of the threads, so the other client never waits for it.
    for (let time = 0; time < 20; time++) {
      const door = time % 2 === 0 ? rest : agent;
      expect(running()).toBeLessThanOrEqual(1);
      const answer = await ask(service, { ...other, ...door(small) });
      expect(answer.status).toBe(200);
      await answer.text();
    }
    const before = await waiting();
    expect(before).toBeGreaterThan(10);
    gone.abort();
    await expect.poll(waiting).toBe(0);
    await Promise.allSettled(asked);
    await expect.poll(running).toBe(0);
    expect((await ask(service, { ...stranger, ...rest(small) })).status).toBe(200);
  });

  it('is refused beyond its places in the queue, at both doors, while another is answered', async () => {
    const { service, waiting } = start({ maxQueuedWorkPerClient: 2 });
    const stranger = { address: '203.0.113.1' };
    const gone = new AbortController();
    const asked = Array.from({ length: 3 }, () =>
      ask(service, { ...stranger, ...rest(heavy), signal: gone.signal }),
    );
    await expect.poll(waiting).toBe(2);
    expect((await ask(service, { ...stranger, ...rest(small) })).status).toBe(429);
    const refused = await (await ask(service, { ...stranger, ...agent(small) })).text();
    expect(refused).toContain('Too much of your work is queued');
    expect((await ask(service, { address: '198.51.100.1', ...agent(small) })).status).toBe(200);
    gone.abort();
    await Promise.allSettled(asked);
  });

  it('pays for what it asks as an agent', async () => {
    const { service } = start({ cpuBurstMs: 50, cpuMsPerSecond: 1 });
    const stranger = { address: '203.0.113.1' };
    await (await ask(service, { ...stranger, ...agent(heavy) })).text();
    for (const door of [rest, agent])
      expect((await ask(service, { ...stranger, ...door(small) })).status).toBe(429);
    expect((await ask(service, { address: '198.51.100.1', ...rest(small) })).status).toBe(200);
  });
});
