/** A file becomes the draft, or the list of URLs. */
import { textOfBody } from '../engine/body-text.ts';
import { keepDraft } from './keep.ts';
import { session } from './session.ts';
import { takeUrlText, textOfUrlFile } from './take-urls.ts';

/** Octets of a file that is opened: as many as the largest limit that crawlers are known to have, and some more. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Sitemaps and tables are URLs by their names; all else is a robots.txt. */
export function openDropped(file: File): Promise<void> {
  if (!/\.(?:xml|csv|tsv)$/i.test(file.name)) return openFile(file);
  return textOfUrlFile(file)
    .then(takeUrlText)
    .catch((error: Error) => session.set({ notice: { kind: 'error', text: `Not read: ${error.message}` } }));
}

export async function openFile(file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) {
    session.set({
      notice: { kind: 'error', text: `${file.name} is larger than 4 MiB: no crawler reads so much` },
    });
    return;
  }
  const octets = new Uint8Array(await file.arrayBuffer());
  keepDraft('Before a file was opened');
  openBody(octets, file.name);
}

/** Says so where the text is not exactly what the octets are. */
function openBody(octets: Uint8Array, name: string): void {
  const { text, lineEnd, remark } = textOfBody(octets);
  session.set({
    draft: text,
    lineEnd,
    line: 1,
    lineFilter: 0,
    notice: remark === undefined ? undefined : { kind: 'warning', text: `${name}: ${remark}` },
  });
}
