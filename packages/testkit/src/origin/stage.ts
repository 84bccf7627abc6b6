/** Servers that are closed together, in `afterEach`. */

import type { LoopbackServer } from './loopback.ts';

/** Remembers servers. */
export interface Stage {
  /** Remembers a server that is being started, and gives it back. */
  start<Server extends LoopbackServer>(starting: Promise<Server>): Promise<Server>;
  /** Closes all that were remembered. */
  clear(): Promise<void>;
}

/** An empty stage. */
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
