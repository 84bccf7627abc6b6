/**
 * Loads the dialects and the readers of usage statements before the first query that needs them. Each module is loaded
 * at most once.
 */
import { type Dialect, rfc9309 } from 'robots-exclusion';

type Dialects = typeof import('robots-exclusion/dialects');
type Usage = typeof import('robots-exclusion/usage');

let dialects: Dialects | undefined;
let usage: Usage | undefined;

/** Loads the dialects, which are needed for any name other than `rfc9309`. */
export async function loadDialects(): Promise<void> {
  dialects ??= await import('robots-exclusion/dialects');
}

/** Loads the readers of statements about use. */
export async function loadUsage(): Promise<void> {
  usage ??= await import('robots-exclusion/usage');
}

/** The dialect with this name; call {@link loadDialects} first. */
export function dialectNamed(name: string): Dialect {
  if (name === rfc9309.name) return rfc9309;
  const found = dialects?.findDialect(name);
  if (found === undefined)
    throw new RangeError(`Cannot read as ${JSON.stringify(name)}: not a loaded dialect`);
  return found;
}

/** The readers of statements about use; call {@link loadUsage} first. */
export function usageModule(): Usage {
  if (usage === undefined) throw new Error('The reader of usage statements was not loaded');
  return usage;
}
