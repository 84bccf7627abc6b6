/** `1 URL`, `1,200 URLs`: a number with its noun, whose plural ends in `s`. */
export function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
