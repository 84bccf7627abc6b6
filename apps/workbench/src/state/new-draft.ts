/** Another file in place of the draft: nothing that was found about the old one is shown as if it were of the new one. */
import { nothingFound, type Session, session } from './session.ts';

export function newDraft(draft: string): Partial<Session> {
  // What is the same text is not judged again.
  if (draft === session.get().draft) return { draft };
  return { draft, ...nothingFound() };
}
