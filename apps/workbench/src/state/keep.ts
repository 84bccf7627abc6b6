/** Follows the session: stores it for the next visit, stores drafts, and writes short links. */

import { writeStored, writeTabStored } from '../storage.ts';
import {
  followKeptDrafts,
  type KeptDraft,
  readKeptDrafts,
  withDraft,
  writeKeptDrafts,
} from './kept-drafts.ts';
import { type Session, session } from './session.ts';
import { sharedOf, writeFragment } from './shared.ts';

/** A draft that is unchanged for this long is stored in the history. */
const REST_MS = 15_000;
const LINK_PAUSE_MS = 700;
/** Longer links are created only on request, because many programs cut them. */
const MAX_ADDRESS_LENGTH = 8000;

export function keepSession(): void {
  session.set({ keptDrafts: readKeptDrafts() ?? [] });
  followKeptDrafts((keptDrafts) => session.set({ keptDrafts }));
  addEventListener('pagehide', rememberInTab);
  let resting: ReturnType<typeof setTimeout> | undefined;
  let linking: ReturnType<typeof setTimeout> | undefined;
  let last = session.get();
  session.subscribe(() => {
    const now = session.get();
    const hasChanged = SHARED.some((name) => now[name] !== last[name]);
    const isNewDraft = now.draft !== last.draft;
    last = now;
    if (isNewDraft) {
      clearTimeout(resting);
      resting = setTimeout(() => keepDraft('Edited'), REST_MS);
    }
    if (!hasChanged) return;
    clearTimeout(linking);
    linking = setTimeout(() => void rememberNow(), LINK_PAUSE_MS);
  });
}

const SHARED: readonly (keyof Session)[] = [
  'draft',
  'robotsUrl',
  'urls',
  'urlsFrom',
  'columns',
  'onlyColumns',
  'crawler',
  'url',
  'panel',
  'profile',
  'reading',
];

/** Makes the draft a version of the history. */
export function keepDraft(title: string, text: string = session.get().draft): void {
  // Another tab may have stored drafts in the meantime.
  const keptDrafts = readKeptDrafts() ?? session.get().keptDrafts;
  const kept: KeptDraft = { at: Date.now(), title, text };
  const drafts = withDraft(keptDrafts, kept);
  if (drafts !== keptDrafts) session.set({ keptDrafts: writeKeptDrafts(drafts) });
}

/** Limit on the UTF-16 code units of draft and URLs. Storing more would block the page. */
const MAX_REMEMBERED_LENGTH = 300_000;

async function rememberNow(): Promise<void> {
  const shared = sharedOf(session.get());
  if (lengthOf(shared.draft, ...shared.urls) > MAX_REMEMBERED_LENGTH) {
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    return;
  }
  const isKept = writeTabStored('session', shared);
  // Also stores the state for the next new tab.
  if (!writeStored('session', shared) && !isKept) sayNothingIsKept();
  const fragment = await writeFragment(shared);
  const { pathname, search } = location;
  const address =
    fragment.length <= MAX_ADDRESS_LENGTH ? `${pathname}${search}${fragment}` : `${pathname}${search}`;
  const { draft, url, crawler } = session.get();
  const isCurrent = draft === shared.draft && url === shared.url && crawler === shared.crawler;
  if (isCurrent) history.replaceState(history.state, '', address);
}

let isSaid = false;

function sayNothingIsKept(): void {
  if (isSaid) return;
  isSaid = true;
  const text =
    'Nothing is saved in this browser: its storage is full or not permitted. Save your draft as a file before you leave.';
  session.set({ notice: { kind: 'warning', text } });
}

/** Stores the last edits, so that they are restored when the user returns to this page with Back. */
function rememberInTab(): void {
  if (session.get().view === 'start') return;
  writeTabStored('session', sharedOf(session.get()));
}

function lengthOf(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** The link with the whole state, created on request. */
export async function shareableLink(): Promise<string> {
  const { origin, pathname, search } = location;
  return `${origin}${pathname}${search}${await writeFragment(sharedOf(session.get()))}`;
}

/** A link that opens the current answer. It contains the current draft, URL and crawler. */
export async function linkToAnswer(): Promise<string> {
  const { origin, pathname, search } = location;
  const state = session.get();
  const fragment = await writeFragment({ ...sharedOf(state), urls: [state.url] });
  return `${origin}${pathname}${search}${fragment}`;
}
