/** Replaces the draft by another file, and drops all results about the old one. */
import { nothingFound, type Session, session } from './session.ts';

export function newDraft(draft: string): Partial<Session> {
  // The same text is not judged again.
  if (draft === session.get().draft) return { draft };
  return { draft, ...nothingFound() };
}
