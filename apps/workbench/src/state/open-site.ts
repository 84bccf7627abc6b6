/** The live file of a site becomes the draft, and the version that drafts are compared with. */

import { textOfBody } from '../engine/body-text.ts';
import { keepDraft } from './keep.ts';
import { newDraft } from './new-draft.ts';
import { originOf } from './origin.ts';
import { type Notice, session, type Version } from './session.ts';
import { urlsFromRules } from './take-urls.ts';

/** What a person types for a site. Without a scheme it is https, but http where it can only be a server under work. */
export function siteUrl(text: string): string | undefined {
  const trimmed = text.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${schemeFor(trimmed)}://${trimmed}`;
  return trimmed !== '' && URL.canParse(url) && /^(?:https?|ftp|gemini):$/.test(new URL(url).protocol)
    ? url
    : undefined;
}

/** A loopback address, or a port other than that of https. */
function schemeFor(place: string): 'http' | 'https' {
  const url = `https://${place}`;
  if (!URL.canParse(url)) return 'https';
  const { hostname, port } = new URL(url);
  const isLoopback = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
  return isLoopback || port !== '' ? 'http' : 'https';
}

export async function openSite(url: string, mode: 'default' | 'reload' = 'default'): Promise<void> {
  const { fetchSite } = await import('../service/fetch-site.ts');
  const { outcome, robotsUrl, body, failure, evidence } = await fetchSite(url, mode);
  const place = robotsUrl ?? url;
  if (outcome === 'rules' || outcome === 'stale-rules') {
    const { text, lineEnd, remark } = textOfBody(body ?? new Uint8Array());
    keepDraft('Before a site was fetched');
    const live: Version = { kind: 'live', title: `Live: ${place}`, text, at: Date.now() };
    session.set({
      ...newDraft(text),
      lineEnd,
      robotsUrl: place,
      versions: [live, ...others(place)],
      lineFilter: 0,
      line: 1,
    });
    await takeUrlsOf(place);
    session.set({
      notice: noticeOf(outcome, `${place}: ${evidence}${remark ? ` · ${remark}` : ''}`, failure),
    });
  } else if (outcome === 'no-rules') {
    keepDraft('Before a site was fetched');
    session.set({ ...newDraft(''), lineEnd: '\n', robotsUrl: place, lineFilter: 0, line: 1 });
    await takeUrlsOf(place);
    session.set({
      notice: { kind: 'info', text: `${place}: no robots.txt, so everything is allowed. ${evidence}` },
    });
  } else {
    session.set({ notice: { kind: 'error', text: `${failure ?? outcome} ${stillShown()}` } });
  }
}

/** Whose verdicts are on the screen, said where a site was asked for and could not be had. */
export function stillShown(): string {
  const { robotsUrl } = session.get();
  return `— Nothing changed here: what is shown is still ${robotsUrl === '' ? 'your own file' : robotsUrl}.`;
}

function noticeOf(outcome: string, text: string, failure: string | undefined): Notice {
  return outcome === 'rules'
    ? { kind: 'info', text }
    : { kind: 'warning', text: `This is the last good copy. ${failure} ${text}` };
}

function others(place: string): readonly Version[] {
  return session
    .get()
    .versions.filter(({ kind, title }) => kind === 'live' && title !== `Live: ${place}`)
    .slice(0, 9);
}

/** URLs of another site say nothing about this one: then the rules themselves suggest some. */
async function takeUrlsOf(place: string): Promise<void> {
  const { urls, urlsFrom } = session.get();
  const origin = originOf(place);
  if (urlsFrom === 'person' && urls.some((one) => one.startsWith(`${origin}/`))) return;
  await urlsFromRules(origin);
}
