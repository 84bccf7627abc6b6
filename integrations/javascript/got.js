/**
 * Hooks for got: it asks before the first request and before each redirect. Retries ask again.
 *
 *     const robots = got.extend(robotsHooks(guard(client)));
 */
export function robotsHooks(ask) {
  return {
    hooks: {
      beforeRequest: [async ({ url }) => void (await ask(url))],
      beforeRedirect: [async ({ url }) => void (await ask(url))],
    },
  };
}
