/** Wording of uses and preferences. */
import { uses } from 'robots-exclusion/usage';

export const useTitles = uses.map(({ name, title }) => [name, title] as const);

const words: ReadonlyMap<string, string> = new Map([
  ['allow', 'Allowed'],
  ['disallow', 'Disallowed'],
  ['unknown', 'Not stated'],
  ['not-applicable', 'May not be fetched'],
]);

export function preferenceWord(preference: string): string {
  return words.get(preference) ?? preference;
}

/** The name of a preference's icon. */
export function preferenceSign(preference: string): string {
  return preference === 'allow' ? 'allowed' : preference === 'disallow' ? 'disallowed' : 'unknown';
}
