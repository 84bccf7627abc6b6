/** Opens a file as the draft or as the list of URLs. */

import { textOfBody } from '../engine/body-text.ts';
import { originOf } from '../engine/origin.ts';
import { countOf } from '../engine/words.ts';
import { keepDraft } from './keep.ts';
import { newDraft } from './new-draft.ts';
import { type Session, session } from './session.ts';
import { takeUrlText, textOfUrlFile, urlsFromRules } from './take-urls.ts';
import { takeTurn } from './turn.ts';

/** Limit on the size of an opened file in octets: slightly more than the largest known limit of a crawler. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Limit on the earlier versions that are kept for comparison, because each may be as large as an opened file. */
const MAX_OTHERS = 10;

/** Sitemaps and tables are recognized by name; anything else is a robots.txt. */
export function openDropped(file: File): Promise<void> {
  if (!/\.(?:xml|csv|tsv)$/i.test(file.name)) return openFile(file);
  return textOfUrlFile(file)
    .then((text) => takeUrlText(text))
    .catch((error: Error) =>
      session.set({ notice: { kind: 'error', text: `Cannot read the file: ${error.message}` } }),
    );
}

export async function openFile(file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) {
    session.set({
      notice: { kind: 'error', text: `${file.name} is larger than 4 MiB: no crawler reads that much` },
    });
    return;
  }
  const isStill = takeTurn();
  const octets = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    (error: Error) => error,
  );
  if (!isStill()) return;
  if (octets instanceof Error) {
    const text = `${file.name} cannot be read: ${octets.message}`;
    return session.set({ notice: { kind: 'error', text } });
  }
  keepDraft('Before a file was opened');
  await openBody(octets, file.name);
}

/** Opens a file as the draft, and reports if the text differs from the octets. */
async function openBody(octets: Uint8Array, name: string): Promise<void> {
  const { text, lineEnd, remark } = textOfBody(octets);
  session.set({
    ...newDraft(text),
    ...openedAs(`Opened: ${name}`, text),
    ...{ lineEnd, line: 1, lineFilter: 0, notice: undefined, site: undefined },
  });
  const about = await takeOwnUrls();
  const kind = remark === undefined ? 'info' : 'warning';
  const said = [remark, about].filter(Boolean).join(' · ');
  if (said !== '') session.set({ notice: { kind, text: `${name}: ${said}` } });
}

/** Makes the opened file the version for comparison, in place of the previous site's file. */
function openedAs(title: string, text: string): Pick<Session, 'versions' | 'comparedWith'> {
  const others = session.get().versions.filter(({ kind }) => kind === 'opened' || kind === 'watched');
  return {
    versions: [{ kind: 'opened', title, text, at: Date.now() }, ...others.slice(0, MAX_OTHERS)],
    comparedWith: '',
  };
}

/** Limit on the code units of a pasted draft. A larger one would freeze the editor. */
const MAX_PASTE = 16 * 1024 * 1024;

/** Whether a pasted text is too large for the editor; says so. */
export function refusesPaste({ length }: string): boolean {
  if (length <= MAX_PASTE) return false;
  const text =
    'The pasted text is larger than 16 MiB, and no crawler reads that much. The draft is as it was.';
  session.set({ notice: { kind: 'error', text } });
  return true;
}

/** Handles a whole file pasted over the draft `before`. */
export async function openPasted(text: string, before: string): Promise<void> {
  takeTurn();
  keepDraft('Before a file was pasted', before);
  const { site } = session.get();
  session.set({ ...newDraft(text), ...(site === undefined && openedAs('Pasted', text)), lineFilter: 0 });
  const about = await takeOwnUrls();
  if (about !== undefined) session.set({ notice: { kind: 'info', text: `Pasted: ${about}` } });
}

/** Replaces the example's URLs, or URLs generated from other rules, with URLs generated from the rules of this file. */
async function takeOwnUrls(): Promise<string | undefined> {
  const { urlsFrom, site, url } = session.get();
  if (urlsFrom === 'person') return undefined;
  if (site === undefined) session.set({ robotsUrl: '' });
  const count = site ? await urlsFromRules(originOf(site.robotsUrl), url) : await urlsFromRules('');
  if (count === undefined) return undefined;
  return `${countOf(count, 'URL')} generated from its rules. To use your own, choose “URLs…”.`;
}
