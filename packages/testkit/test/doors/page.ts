/** The page: the jobs of its worker. It chooses crawlers by token and has no switch for the bare token. */
import type { Door, DoorAnswer, DoorSheet } from '@robots-exclusion/testkit';
import { type Crawler, unknownCrawler } from '../../../../apps/workbench/src/engine/crawler.ts';
import { loadDialects } from '../../../../apps/workbench/src/engine/dialects.ts';
import { explain } from '../../../../apps/workbench/src/engine/jobs/explain.ts';
import { matrix } from '../../../../apps/workbench/src/engine/jobs/matrix.ts';
import { registry } from '../../../../apps/workbench/src/engine/jobs/registry.ts';
import { Cell, type MatrixQuestion } from '../../../../apps/workbench/src/engine/protocol.ts';
import { readings } from '../../../../apps/workbench/src/panels/readings/job.ts';
import { usage } from '../../../../apps/workbench/src/panels/usage/job.ts';
import { answersTo, ofRegistry, usesOf } from './answers.ts';

const crawlers = new Map(registry().map((crawler) => [crawler.token.toLowerCase(), crawler]));

export const page: Door = {
  name: 'page',
  takes: ({ status, literal }) => status === 200 && literal === undefined,
  async ask(sheet) {
    await loadDialects();
    return Promise.all(answersTo(sheet, (agent, path) => answer(sheet, agent, path)));
  },
};

/**
 * The decision with all that is stated of use, as the page has it; undefined for a crawler that cannot be chosen there.
 * Other doors repeat a token as it was typed; the page has each known one in the registry's spelling alone. The page
 * states uses as RFC 9309 reads the file: in a dialect, only the decision is asked for.
 */
export async function pageAnswer(
  draft: string,
  agent: string | readonly string[],
  url: string,
  dialect?: string,
): Promise<object | undefined> {
  await loadDialects();
  const crawler = crawlerOf(agent);
  if (crawler === undefined || crawler.token !== agent) return undefined;
  const answer =
    dialect === undefined
      ? await usage({ draft, crawlers: [], crawler, url, headers: {} })
      : explain({ draft, crawler, url, reading: dialect });
  if ('notUrl' in answer) throw new Error(`page: ${answer.notUrl}`);
  return answer.decision;
}

/** What each dialect says on the page, by its name. */
export function pageReadings(draft: string, agent: string, url: string): ReadonlyMap<string, object> {
  const crawler = crawlerOf(agent);
  if (crawler === undefined) throw new Error(`page: ${agent} cannot be chosen`);
  const steps = readings({ draft, crawler, url, reading: 'rfc9309' });
  for (;;) {
    const { done, value } = steps.next();
    if (!done) continue;
    if ('notUrl' in value) throw new Error(`page: ${value.notUrl}`);
    return new Map(
      value.readings.map(({ name, isAllowed, line, error, differsBecause }) => [
        name,
        error === undefined ? { allowed: isAllowed, line, because: differsBecause } : { error },
      ]),
    );
  }
}

async function answer(
  { robots, dialect, headers = {}, tdmrep }: DoorSheet,
  agent: string | readonly string[],
  url: string,
): Promise<DoorAnswer | undefined> {
  const crawler = crawlerOf(agent);
  // What the page reads as RFC 9309 is its ordinary view, which uses the registry: it names no dialect.
  if (crawler === undefined || dialect === 'rfc9309') return undefined;
  const explained = explain({ draft: robots, crawler, url, reading: dialect ?? 'rfc9309' });
  const stated = await usage({ draft: robots, crawlers: [], crawler, url, headers });
  if ('notUrl' in explained || 'notUrl' in stated)
    throw new Error(`page: ${JSON.stringify({ explained, stated })}`);
  const { verdict } = explained.decision;
  const cell = cellOf({ draft: robots, crawlers: [crawler], urls: [url], reading: dialect ?? 'rfc9309' });
  if (cell !== (verdict.allowed ? Cell.allowed : Cell.disallowed))
    throw new Error(`page: the matrix says ${cell}, the explanation ${verdict.allowed}`);
  return {
    allowed: verdict.allowed,
    because: verdict.because,
    line: verdict.rule?.line,
    crawler: ofRegistry(explained.decision.crawler),
    ...(dialect === undefined && tdmrep === undefined && { uses: usesOf(stated.decision.usage.uses) }),
  };
}

/** The one cell of a matrix, which asks core directly. */
function cellOf(question: MatrixQuestion): number | undefined {
  const [part] = matrix(question);
  return part?.cells[0];
}

/** A token: lists and headers cannot be chosen on the page. */
function crawlerOf(agent: string | readonly string[]): Crawler | undefined {
  if (typeof agent !== 'string' || /[\s(,/]/.test(agent)) return undefined;
  return crawlers.get(agent.toLowerCase()) ?? unknownCrawler(agent);
}
