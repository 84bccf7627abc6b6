/** What was probably meant by an argument that is neither a URL nor a path. */
import { findAgent } from 'robots-exclusion/agents';

/** A sentence that continues an error; empty if nothing is known. */
export function targetHint(text: string): string {
  if (/\s/.test(text) && findAgent(text)) return '. A User-Agent header is named by --user-agent';
  if (/^[\w-]+$/.test(text) && findAgent(text)) return `. A crawler is named by --agent ${text}`;
  return /^[\w.%~-]+(?:\/\S*|\.\w+)$/.test(text) ? `. A path begins with a slash: "/${text}"` : '';
}
