/**
 * The audit as a door. Each question becomes a logged request of a crawler, and the class of the request shows the
 * verdict. There is no answer for crawlers that do not follow robots.txt, or for headers that do not name a crawler.
 */
import { judge, readLog, timeline } from '@robots-exclusion/audit';
import type { Door, DoorAnswer, DoorSheet } from '@robots-exclusion/testkit';
import { resolveCrawler } from 'robots-exclusion/agents';
import { ORIGIN } from './answers.ts';

/** The members of a judged request that all doors report alike. */
interface Judged {
  readonly class: string;
  readonly because: string;
  readonly rule?: { readonly line: number } | undefined;
}

/** `judge` of the library, request by request. */
export const judgedHits: Door = {
  name: 'judge',
  takes,
  async ask(sheet) {
    const history = timeline([{ from: Number.NEGATIVE_INFINITY, body: bodyOf(sheet) }]);
    const found: Judged[] = [];
    for await (const hit of readLog(logOf(sheet))) found.push(judge(hit, history));
    return answersOf(sheet, found);
  },
};

/**
 * Accepts a sheet with a missing file, because its absence counts as a version, but not a sheet with a file that cannot
 * be fetched. Logs cannot express dialects or literal tokens.
 */
function takes({ status, literal, dialect }: DoorSheet): boolean {
  return status !== 503 && literal === undefined && dialect === undefined;
}

const bodyOf = ({ robots, status }: DoorSheet): string | null => (status === 200 ? robots : null);

interface Request {
  readonly header: string;
  /** The question to which an answer belongs. */
  readonly index: number;
  readonly target: string;
}

/** One request for each question about a crawler that a User-Agent header can name. */
function requestsOf({ agents, paths }: DoorSheet): Request[] {
  return paths.flatMap((path, row) => {
    // The path in the form that a client sends.
    const { pathname, search } = new URL(ORIGIN + path);
    return agents.flatMap((agent, column) => {
      const header = headerOf(agent);
      if (header === undefined) return [];
      return { header, index: row * agents.length + column, target: pathname + search };
    });
  });
}

/**
 * The User-Agent header for an agent; undefined if no header names the same crawler. An agent that is already a header
 * is unchanged.
 */
function headerOf(agent: string | readonly string[]): string | undefined {
  if (typeof agent !== 'string' || agent === '*' || agent.includes('"')) return undefined;
  const { known } = resolveCrawler(agent);
  if (known === undefined)
    return /[\s(]/.test(agent) ? undefined : `${agent} (compatible; +https://foo.example)`;
  if (/[\s(]/.test(agent)) return agent;
  const commented = `${agent} ()`;
  if (resolveCrawler(commented).known?.token !== known.token) return undefined;
  // A log's column of bare host names is not taken for one of User-Agents.
  return agent.includes('.') ? commented : agent;
}

export function logOf(sheet: DoorSheet): string {
  return requestsOf(sheet)
    .map(
      ({ header, target }) =>
        `192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${header}"\n`,
    )
    .join('');
}

function answersOf(sheet: DoorSheet, found: readonly Judged[]): (DoorAnswer | undefined)[] {
  const requests = requestsOf(sheet);
  if (found.length !== requests.length)
    throw new Error(`${found.length} of ${requests.length} requests were judged`);
  const answers: (DoorAnswer | undefined)[] = Array.from(
    { length: sheet.agents.length * sheet.paths.length },
    () => undefined,
  );
  for (const [at, { index }] of requests.entries()) answers[index] = answerOf(found[at] as Judged);
  return answers;
}

function answerOf({ class: found, because, rule }: Judged): DoorAnswer | undefined {
  if (found === 'allowed' || because === 'star-exempt') return { allowed: true };
  if (found === 'violation' || found === 'never-asked') return { allowed: false, line: rule?.line };
  if (found === 'not-bound') return undefined;
  throw new Error(`a request of a crawler is ${found}: ${because}`);
}
