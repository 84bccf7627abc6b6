/** Loads the dialects on demand, because most drafts are read only by RFC 9309. */
import { loadDialects as loadForAnswers } from '@robots-exclusion/operations/evaluate';
import type { Dialect } from 'robots-exclusion';
import type { DialectDefinition } from 'robots-exclusion/dialects';

let loaded: typeof import('robots-exclusion/dialects') | undefined;

export async function loadDialects(): Promise<void> {
  loaded = await import('robots-exclusion/dialects');
  await loadForAnswers();
}

export function findDialect(name: string): Dialect | undefined {
  return loaded?.findDialect(name);
}

/** Describes which rule wins; empty if the dialect's precedence is that of RFC 9309. */
export function precedenceOf(dialect: Dialect | DialectDefinition): string {
  if (!('facts' in dialect) || loaded === undefined) return '';
  const sentences = loaded.describeFacts(dialect.facts).filter(({ axis }) => axis === 'precedence');
  return sentences.map(({ sentence }) => sentence).join(' ');
}
