/** Collects servers, so that `afterEach` can close them together. */

import type { LoopbackServer } from './loopback.ts';

/** A collection of servers. */
export interface Stage {
  /** Remembers a server that is starting, and returns it. */
  start<Server extends LoopbackServer>(starting: Promise<Server>): Promise<Server>;
  /** Closes all remembered servers. */
  clear(): Promise<void>;
}

/** Makes an empty stage. */
export function createStage(): Stage {
  const running: LoopbackServer[] = [];
  return {
    start: async (starting) => {
      const server = await starting;
      running.push(server);
      return server;
    },
    clear: async () => {
      await Promise.all(running.splice(0).map((server) => server.close()));
    },
  };
}
