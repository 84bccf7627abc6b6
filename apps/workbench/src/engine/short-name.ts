/** Shortens a name from a file for use in a sentence. Names of ordinary length are unchanged. */

const MAX_LENGTH = 60;

export function shortName(name: string): string {
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH - 1)}…` : name;
}
