/** Replaces the rows of the matrix with the URLs of a list or a file. */

import { engine } from '../engine/engine.ts';
import { JobError } from '../engine/lane.ts';
import type { UrlList, UrlProgress } from '../engine/protocol.ts';
import { countOf } from '../engine/words.ts';
import { type Notice, session } from './session.ts';
import { takeListTurn } from './turn.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** @throws {RangeError} If the file is too large. */
export async function textOfUrlFile(file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new RangeError(`${file.name} is larger than 16 MiB`);
  return file.text();
}

/** Reads a list or a sitemap, and replaces the current URLs with it. */
export async function takeUrlText(text: string, onRead?: (read: number) => void): Promise<void> {
  const isStill = takeListTurn();
  const onPart = ({ read }: UrlProgress): void => onRead?.(read);
  const list = await engine.list.run('readUrls', { text }, { onPart }).catch(unlessSuperseded);
  if (isStill() && list.urls !== undefined) takeUrls(list);
}

/**
 * Generates the rows from the draft's rules, with the requested URL first. Returns the number of rows, or `undefined`
 * if the draft has been replaced in the meantime, or if the rules give no URLs: a notice then says why.
 */
export async function urlsFromRules(origin: string, asked = ''): Promise<number | undefined> {
  const { draft } = session.get();
  const made = await engine.detail.run('urlsFromRules', { draft, origin }).catch((error: JobError) => error);
  const isSuperseded = made instanceof Error && made.end === 'aborted';
  if (isSuperseded || session.get().draft !== draft) return undefined;
  const urls = made instanceof Error ? [`${origin}/`] : made.urls;
  const all = asked === '' || urls.includes(asked) ? urls : [asked, ...urls];
  session.set({
    urls: all,
    urlsFrom: 'rules',
    weights: undefined,
    url: asked === '' ? chosenAmong(all) : asked,
  });
  if (!(made instanceof Error)) return all.length;
  session.set({ notice: { kind: 'error', text: `No URLs are generated from the rules: ${made.message}` } });
  return undefined;
}

function unlessSuperseded(error: unknown): Partial<UrlList> {
  if (error instanceof JobError && error.end === 'aborted') return {};
  throw error;
}

/** The chosen URL if it is in the list, or the first URL otherwise. */
function chosenAmong(urls: readonly string[]): string {
  const { url } = session.get();
  return urls.includes(url) ? url : (urls[0] ?? '');
}

/** Takes the URLs, and reports dropped ones. */
function takeUrls({ urls = [], omitted = 0, order, weights }: Partial<UrlList>): void {
  const merged = order === undefined ? 0 : order.length - urls.length;
  session.set({
    urls,
    urlsFrom: 'person',
    urlOrder: order && { urls, order },
    view: 'tools',
    weights,
    url: chosenAmong(urls),
    lineFilter: 0,
    notice: noticeOf(omitted, merged),
  });
}

function noticeOf(omitted: number, merged: number): Notice | undefined {
  const left = `Omitted: ${countOf(omitted, 'URL')}, too long or beyond the limit of 50,000 URLs or 16 MiB.`;
  const same = `${countOf(merged, 'duplicate')} merged; an export lists every line, in your order.`;
  const text = [omitted > 0 ? left : '', merged > 0 ? same : ''].filter(Boolean).join(' ');
  if (text === '') return undefined;
  return { kind: omitted > 0 ? 'warning' : 'info', text };
}
