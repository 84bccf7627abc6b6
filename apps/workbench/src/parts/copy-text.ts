/** Copies a text and confirms the copy; if the browser refuses, shows the text. */
import { session } from '../state/session.ts';

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    session.set({ notice: { kind: 'info', text: done } });
  } catch {
    session.set({
      notice: {
        kind: 'warning',
        text: `The browser did not permit copying. Copy this text yourself: ${text}`,
      },
    });
  }
}

export function copyDraft(): void {
  void copyText(fileText(), 'The file is copied.');
}

export function saveDraft(): void {
  saveFile('robots.txt', 'text/plain', fileText());
}

function fileText(): string {
  const { draft, lineEnd } = session.get();
  return lineEnd === '\n' ? draft : draft.replaceAll('\n', lineEnd);
}

/** Offers texts to the browser as a download. */
function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, type, [text]);
}

/** Like {@link saveFile}, for a text in parts. */
export function saveBlob(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
