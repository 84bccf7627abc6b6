/** Asks a question from the ask bar, which consists of a URL or path and a crawler. */

import { engine } from '../engine/engine.ts';
import { JobError } from '../engine/lane.ts';
import { originOf } from '../engine/origin.ts';
import { readAskedUrl } from '../engine/question-text.ts';
import { NO_RESPONSE } from '../service/no-response.ts';
import { askNext } from './questions.ts';
import { session } from './session.ts';
import { takeTurn } from './turn.ts';

export async function ask(urlText: string, crawlerText: string): Promise<void> {
  const asked = readAskedUrl(urlText);
  if (asked.kind === 'problem') return session.set({ askProblem: asked.text });
  const isStill = takeTurn();
  const name = await engine.detail.run('crawlerName', { text: crawlerText }).catch(problemOf);
  if (!isStill()) return;
  if ('problem' in name) return session.set({ askProblem: name.problem });
  const { token } = name;
  if (asked.kind === 'url' && isOfAnotherSite(asked.url) && session.get().service === 'up')
    return askSite(asked.url, token, isStill);
  await askNext(() => {
    session.set({ askProblem: '', ...withColumn(token) });
    chooseUrl(asked.kind === 'url' ? asked.url : originOf(session.get().robotsUrl) + asked.path);
  });
}

/**
 * Fetches the file of a site and answers the question. If a module of the page cannot be loaded, the service is
 * unavailable, because it also serves the page.
 */
async function askSite(url: string, token: string, isStill: () => boolean): Promise<void> {
  const loaded = await import('./open-site.ts').catch(() => undefined);
  if (!isStill()) return;
  if (!loaded) return session.set({ askProblem: NO_RESPONSE });
  await askNext(() => {
    session.set({ askProblem: '', ...withColumn(token) });
    return loaded.openSite(url);
  });
}

function isOfAnotherSite(url: string): boolean {
  return originOf(url) !== originOf(session.get().robotsUrl);
}

/** Describes why a question failed. There is no message if a newer question replaced it. */
function problemOf(error: Error): { problem: string } {
  return { problem: error instanceof JobError && error.end === 'aborted' ? '' : error.message };
}

/** Makes a clicked verdict the current question. */
export function choose(crawler: string, url: string): void {
  takeTurn();
  void askNext(() => session.set({ crawler, url, askProblem: '' }));
}

function withColumn(crawler: string): { crawler: string; columns: readonly string[] } {
  const { columns } = session.get();
  const isThere = columns.some((token) => token.toLowerCase() === crawler.toLowerCase());
  return { crawler, columns: isThere ? columns : [...columns, crawler] };
}

function chooseUrl(url: string): void {
  const { urls } = session.get();
  session.set({ url, lineFilter: 0, urls: urls.includes(url) ? urls : [url, ...urls] });
}
