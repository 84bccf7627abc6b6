/** Replaces the draft with another file, and drops all results about the old file. */
import { nothingFound, type Session, session } from './session.ts';

export function newDraft(draft: string): Partial<Session> {
  // If the text is the same, the results remain valid.
  if (draft === session.get().draft) return { draft, view: 'tools' };
  return { draft, view: 'tools', ...nothingFound() };
}
