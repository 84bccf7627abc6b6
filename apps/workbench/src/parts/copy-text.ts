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
