/**
 * The workbench page, represented by the jobs of its worker. On the page, crawlers are chosen by token, and there is no
 * switch for literal tokens.
 */
import type { Door, DoorAnswer, DoorSheet } from '@robots-exclusion/testkit';
import { type Crawler, unknownCrawler } from '../../../../apps/workbench/src/engine/crawler.ts';
import { loadDialects } from '../../../../apps/workbench/src/engine/drafts.ts';
import { explain } from '../../../../apps/workbench/src/engine/jobs/facts.ts';
import { registry } from '../../../../apps/workbench/src/engine/jobs/registry.ts';
import { matrix } from '../../../../apps/workbench/src/engine/jobs/verdicts.ts';
import { Cell, type MatrixQuestion } from '../../../../apps/workbench/src/engine/protocol.ts';
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

async function answer(
  { robots, dialect, headers = {}, tdmrep }: DoorSheet,
  agent: string | readonly string[],
  url: string,
): Promise<DoorAnswer | undefined> {
  const crawler = pageCrawler(agent);
  // Skips the explicit dialect `rfc9309`, because on the page this name selects the default view, which also uses the
  // registry.
  if (crawler === undefined || dialect === 'rfc9309') return undefined;
  const explained = explain({ draft: robots, crawler, url, reading: dialect ?? 'rfc9309' });
  const stated = await usage({ draft: robots, crawlers: [], crawler, url, headers, purposeTokens: [] });
  if ('error' in explained || 'error' in stated)
    throw new Error(`page: ${JSON.stringify({ explained, stated })}`);
  const { verdict } = explained.decision;
  const file = { draft: robots, origin: '', others: new Map() };
  const cell = cellOf({ ...file, crawlers: [crawler], urls: [url], reading: dialect ?? 'rfc9309' });
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

/** The cell of a matrix with one URL and one crawler, which core computes directly. */
function cellOf(question: MatrixQuestion): number | undefined {
  const [part] = matrix(question);
  return part?.cells[0];
}

/** The crawler for a token; undefined for lists and headers, which cannot be chosen on the page. */
export function pageCrawler(agent: string | readonly string[]): Crawler | undefined {
  if (typeof agent !== 'string' || /[\s(,/]/.test(agent)) return undefined;
  return crawlers.get(agent.toLowerCase()) ?? unknownCrawler(agent);
}
