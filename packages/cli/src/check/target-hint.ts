/** Guesses the intended meaning of an argument that is neither a URL nor a path. */
import { findAgent } from 'robots-exclusion/agents';

/** A sentence to append to an error message; empty if there is no hint. */
export function targetHint(text: string): string {
  if (/\s/.test(text) && findAgent(text)) return '. To name a User-Agent header, use --user-agent';
  if (/^[\w-]+$/.test(text) && findAgent(text)) return `. To name a crawler, use --agent ${text}`;
  return /^[\w.%~-]+(?:\/\S*|\.\w+)$/.test(text) ? `. A path begins with a slash: "/${text}"` : '';
}
