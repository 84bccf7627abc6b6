/** `POST /v1/preflight`, for only the first path of a sheet. A preflight also fetches the page. */
import type { RunningServer } from '@robots-exclusion/server/node';
import type { Door, DoorAnswer } from '@robots-exclusion/testkit';
import { siteWith } from './origins.ts';

interface Report {
  decision: { allowed: boolean; verdict?: { because: string; rule?: { line: number } } };
}

export function preflightRoute(server: RunningServer): Door {
  return {
    name: '/v1/preflight',
    takes: ({ dialect }) => dialect === undefined,
    async ask(sheet) {
      const { status, agents, paths, literal } = sheet;
      const url = `${await siteWith(sheet)}${paths[0]}`;
      const answers: (DoorAnswer | undefined)[] = [];
      for (const agent of agents) {
        const { decision } = await post(server, { url, agent, ...(literal && { literal }) });
        const { allowed, verdict } = decision;
        const reported = status === 200 && { because: verdict?.because, line: verdict?.rule?.line };
        answers.push({ allowed, ...reported });
      }
      return [...answers, ...Array.from({ length: agents.length * (paths.length - 1) }, () => undefined)];
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
