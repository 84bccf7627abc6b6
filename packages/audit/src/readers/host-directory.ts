/** Targets as `mini_httpd -v` writes them: decoded, without a query, and with the host as their first directory. */
import type { Fields } from './to-hit.ts';

const HOST_FIRST = /^([A-Z]+) \/((?:[a-z0-9-]+\.)+[a-z]{2,})(\/.*)$/is;
const ROBOTS = /^[A-Z]+ \/(?:[a-z0-9-]+\.)+[a-z]{2,}\/robots\.txt /i;
/** Fewer requests may all be for folders that are named like hosts. */
const LEAST_REQUESTS = 5;

/** Learns from the requests of a log whether it has such targets. */
export class HostDirectories {
  #requests = 0;
  #withHost = 0;
  #hasRobots = false;

  learn(request: string): void {
    this.#requests++;
    if (HOST_FIRST.test(request)) this.#withHost++;
    this.#hasRobots ||= ROBOTS.test(request);
  }

  get areLearned(): boolean {
    return this.#hasRobots && this.#requests >= LEAST_REQUESTS && this.#withHost >= this.#requests * 0.8;
  }

  /** The request in a log with such targets; otherwise `undefined`. One without a host is not that of a client. */
  read(request: string): Pick<Fields, 'request' | 'host' | 'lost'> | undefined {
    if (!this.areLearned) return undefined;
    const [, method, host, target] = HOST_FIRST.exec(request) ?? [];
    return { request: host === undefined ? '-' : `${method} ${target}`, host, lost: ['encoding', 'query'] };
  }
}
