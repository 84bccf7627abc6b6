/** Lists the first of several items, and states how many more there are. */
export function listed(all: readonly (string | number)[], most: number): string {
  const more = all.length > most ? ` and ${all.length - most} more` : '';
  return `${all.slice(0, most).join(', ')}${more}`;
}
