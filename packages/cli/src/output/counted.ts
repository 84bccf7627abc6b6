/** A number with the noun that it counts, such as `1 group` or `2 groups`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
