/**
 * `/v1/mcp`: the Model Context Protocol over Streamable HTTP. The route exists only if `agentDoor` was passed. The
 * gate's checks of hosts, origins, rates and body size apply to this route too.
 */
import { receiveBody } from '../body/receive.ts';
import type { AgentDoor } from '../options.ts';
import { unlessRefused } from '../problems.ts';
import type { ServiceContext, Services } from '../service-env.ts';

export function mcpAnswers(door: AgentDoor, { limits }: Pick<Services, 'limits'>) {
  return async ({ env, req }: ServiceContext): Promise<Response> => {
    const { method, url, headers } = req.raw;
    const { share } = env;
    const { client } = share;
    if (method !== 'POST') return door.fetch(new Request(url, { method, headers }), { client });
    const body = await receiveBody(env.body, limits.maxRequestBytes, (part) => share.hold(part));
    await share.turn();
    unlessRefused(share.begin());
    const signal = env.signal();
    const request = new Request(url, { method, headers, signal, body: new Uint8Array(body) });
    return door.fetch(request, { client });
  };
}
