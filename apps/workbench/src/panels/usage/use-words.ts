/** Uses and preferences in the words of the page. */
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

/** Name of an icon. */
export function preferenceSign(preference: string): string {
  return preference === 'allow' ? 'allowed' : preference === 'disallow' ? 'disallowed' : 'unknown';
}
