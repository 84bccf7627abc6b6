/** Hands the draft on as a file, with the line ends of the original file. */
import { saveFile } from '../output/save-file.ts';
import { session } from '../state/session.ts';
import { copyText } from './copy-text.ts';

export function copyDraft(): void {
  void copyText(fileText(), 'The file is copied.');
}

/** Downloads the draft as `robots.txt`. */
export function saveDraft(): void {
  saveFile('robots.txt', 'text/plain', fileText());
}

function fileText(): string {
  const { draft, lineEnd } = session.get();
  return lineEnd === '\n' ? draft : draft.replaceAll('\n', lineEnd);
}
