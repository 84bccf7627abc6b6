/**
 * `POST /v1/open-origin`: allows a service on a loopback address to fetch from a site on the same machine, until the
 * service ends. Only the user who started the service may do this. The service's page uses this route; programs set the
 * option `--also-fetch` instead.
 */
import { locate } from '@robots-exclusion/client';
import { isLoopbackHost } from '../access/hosts.ts';
import { ownerRefusal } from '../access/owner.ts';
import { receiveBody } from '../body/receive.ts';
import { ProblemError, unlessRefused } from '../problems.ts';
import type { ServiceContext, Services } from '../service-env.ts';
import { jsonReply } from '../web/reply.ts';

/** The maximum number of allowed origins. It is limited because every fetch is compared with all of them. */
const MOST_ORIGINS = 64;
const MAX_BODY_BYTES = 4096;

/** Creates the handler for the owner's requests to allow an origin. */
export function openOrigin(key: string, { openedOrigins }: Pick<Services, 'openedOrigins'>) {
  return async ({ env }: ServiceContext): Promise<Response> => {
    unlessRefused(ownerRefusal(key, env));
    const octets = await receiveBody(env.body, MAX_BODY_BYTES, (part) => env.share.hold(part));
    unlessRefused(env.share.begin());
    const origin = loopbackOrigin(octets);
    if (!openedOrigins.includes(origin)) {
      if (openedOrigins.length >= MOST_ORIGINS)
        throw invalid(`${MOST_ORIGINS} origins are open: start the service again to open another one`);
      openedOrigins.push(origin);
    }
    return jsonReply(JSON.stringify({ origin }), env.requestId);
  };
}

/** @throws {ProblemError} If the body does not name an origin on this machine. */
function loopbackOrigin(octets: Uint8Array): string {
  let asked: unknown;
  try {
    asked = JSON.parse(new TextDecoder().decode(octets));
  } catch {
    throw new ProblemError('malformed-json');
  }
  const { origin } = (asked ?? {}) as { origin?: unknown };
  if (typeof origin !== 'string' || !URL.canParse(origin)) throw invalid('expected the origin of a site');
  const { host, protocol, href } = new URL(origin);
  const isOrigin = /^https?:$/.test(protocol) && href === `${protocol}//${host}/`;
  if (!isOrigin || !isLoopbackHost(host))
    throw invalid(
      'expected http or https, and a loopback address or localhost, such as http://127.0.0.1:8080',
    );
  return locate(origin)!.origin;
}

function invalid(message: string): ProblemError {
  return new ProblemError('invalid-request', { errors: [{ path: 'origin', message }] });
}
