/** A name from a file that stands in a text: whole if it is one that people use, and else its beginning. */

const MAX_LENGTH = 60;

export function shortName(name: string): string {
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH - 1)}…` : name;
}
