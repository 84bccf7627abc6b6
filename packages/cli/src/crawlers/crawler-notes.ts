/** Writes notes about crawler names to standard error. */
import { tell } from '../output/stdout.ts';

/** Limit on the number of notes that are written individually. */
export const MOST_NOTES = 10;

/**
 * @param notes The notes, without duplicates.
 * @param isCut Whether there may be more notes.
 */
export function tellNotes(notes: ReadonlySet<string>, isCut = false): void {
  for (const note of [...notes].slice(0, MOST_NOTES)) tell(note);
  const more = notes.size - MOST_NOTES;
  if (more > 0)
    tell(`${isCut ? 'at least ' : ''}${more} more ${more === 1 ? 'crawler is' : 'crawlers are'} not known`);
}
