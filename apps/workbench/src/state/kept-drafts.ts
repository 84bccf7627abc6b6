/**
 * The history of drafts, newest first, which is stored only in this browser. The oldest drafts are dropped when space
 * runs out.
 */
import { readStored, whenStoredElsewhere, writeStored } from '../storage.ts';

export interface KeptDraft {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly title: string;
  readonly text: string;
}

export const MAX_DRAFTS = 40;
/** Limit on the UTF-16 code units of all drafts together. Browsers give a page about five million. */
export const MAX_TOTAL_LENGTH = 2_000_000;

const NAME = 'drafts';

/** Reads the stored drafts. Returns undefined if none are stored, or if the browser does not permit storage. */
export function readKeptDrafts(): readonly KeptDraft[] | undefined {
  const stored = readStored(NAME);
  return Array.isArray(stored) ? within(stored.filter(isKeptDraft)) : undefined;
}

export function followKeptDrafts(then: (drafts: readonly KeptDraft[]) => void): void {
  whenStoredElsewhere(NAME, () => then(readKeptDrafts() ?? []));
}

/** Adds a draft, unless it equals the newest one. */
export function withDraft(drafts: readonly KeptDraft[], draft: KeptDraft): readonly KeptDraft[] {
  if (draft.text === '' || drafts[0]?.text === draft.text) return drafts;
  return within([draft, ...drafts]);
}

/** Stores the drafts, or fewer if the browser has no room. Returns the stored ones. */
export function writeKeptDrafts(drafts: readonly KeptDraft[]): readonly KeptDraft[] {
  let kept = within(drafts);
  while (!writeStored(NAME, kept) && kept.length > 0) kept = kept.slice(0, Math.floor(kept.length / 2));
  return kept;
}

function within(drafts: readonly KeptDraft[]): readonly KeptDraft[] {
  let length = 0;
  const kept: KeptDraft[] = [];
  for (const draft of drafts.slice(0, MAX_DRAFTS)) {
    length += draft.text.length;
    if (length > MAX_TOTAL_LENGTH) break;
    kept.push(draft);
  }
  return kept;
}

function isKeptDraft(value: unknown): value is KeptDraft {
  const { at, title, text } = (value ?? {}) as Partial<KeptDraft>;
  return typeof at === 'number' && typeof title === 'string' && typeof text === 'string';
}
