/** One question, from the ask bar: a URL or path, and a crawler. */
import { engine } from '../engine/engine.ts';
import { originOf } from './origin.ts';
import { readAskedUrl } from './question-text.ts';
import { askNext } from './questions.ts';
import { session } from './session.ts';

export async function ask(urlText: string, crawlerText: string): Promise<void> {
  const asked = readAskedUrl(urlText);
  if (asked.kind === 'problem') return session.set({ askProblem: asked.text });
  const name = await engine.detail.run('crawlerName', { text: crawlerText }).catch((error: Error) => ({
    problem: error.message,
  }));
  if ('problem' in name) return session.set({ askProblem: name.problem });
  await askNext(async () => {
    const { robotsUrl, service } = session.get();
    const origin = originOf(robotsUrl);
    session.set({ askProblem: '', ...withColumn(name.token) });
    if (asked.kind === 'path') chooseUrl(origin + asked.path);
    else if (originOf(asked.url) === origin || service !== 'up') chooseUrl(asked.url);
    else await (await import('./open-site.ts')).openSite(asked.url);
  });
}

/** A verdict that was clicked is a question, too. */
export function choose(crawler: string, url: string): void {
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
