/** A file becomes the draft. */
import { textOfBody } from '../engine/body-text.ts';
import { session } from './session.ts';

/** Octets of a file that is opened: as many as the largest limit that crawlers are known to have, and some more. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

export async function openFile(file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) {
    session.set({
      notice: { kind: 'error', text: `${file.name} is larger than 4 MiB: no crawler reads so much` },
    });
    return;
  }
  openBody(new Uint8Array(await file.arrayBuffer()), file.name);
}

/** Octets become the draft; says so where the text is not exactly what the octets are. */
export function openBody(octets: Uint8Array, name: string): void {
  const { text, lineEnd, remark } = textOfBody(octets);
  session.set({
    draft: text,
    lineEnd,
    line: 1,
    lineFilter: 0,
    notice: remark === undefined ? undefined : { kind: 'warning', text: `${name}: ${remark}` },
  });
}
