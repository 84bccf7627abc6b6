/** `POST /v1/preflight`: what it says of the rules, for the first path of a sheet; it fetches pages, too. */
import type { RunningServer } from '@robots-exclusion/server/node';
import { type Door, type DoorAnswer, startHttpOrigin } from '@robots-exclusion/testkit';

interface Report {
  policy: { allowed: boolean; verdict?: { because: string; rule?: { line: number } } };
}

export function preflightRoute(server: RunningServer): Door {
  return {
    name: '/v1/preflight',
    takes: ({ dialect }) => dialect === undefined,
    async ask({ robots, status, agents, paths, literal }) {
      const origin = await startHttpOrigin({ '/robots.txt': { status, body: robots } });
      try {
        const url = `${origin.origin}${paths[0]}`;
        const answers: (DoorAnswer | undefined)[] = [];
        for (const agent of agents) {
          const { policy } = await post(server, { url, agent, ...(literal && { literal }) });
          const { allowed, verdict } = policy;
          const reported = status === 200 && { because: verdict?.because, line: verdict?.rule?.line };
          answers.push({ allowed, ...reported });
        }
        return [...answers, ...Array.from({ length: agents.length * (paths.length - 1) }, () => undefined)];
      } finally {
        await origin.close();
      }
    },
  };
}

async function post({ url }: RunningServer, body: object): Promise<Report> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/preflight`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/v1/preflight: ${response.status} ${text}`);
  return JSON.parse(text);
}
