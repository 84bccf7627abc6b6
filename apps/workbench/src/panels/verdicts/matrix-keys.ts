/** Moves through the matrix by keys (ARIA Authoring Practices, grid). */

export interface MatrixPlace {
  readonly place: number;
  readonly column: number;
}

export interface MatrixExtent extends MatrixPlace {
  /** Number of rows on a page. */
  readonly page: number;
  readonly places: number;
  readonly columns: number;
}

/** The cell to which a key moves the selection; undefined for keys that do not move it. */
export function movedBy(key: string, isControl: boolean, extent: MatrixExtent): MatrixPlace | undefined {
  const { place, column, page, places, columns } = extent;
  const to = (toPlace: number, toColumn: number): MatrixPlace => ({
    place: Math.max(0, Math.min(places - 1, toPlace)),
    column: Math.max(0, Math.min(columns - 1, toColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(place - 1, column);
    case 'ArrowDown':
      return to(place + 1, column);
    case 'ArrowLeft':
      return to(place, column - 1);
    case 'ArrowRight':
      return to(place, column + 1);
    case 'PageUp':
      return to(place - page, column);
    case 'PageDown':
      return to(place + page, column);
    case 'Home':
      return to(isControl ? 0 : place, 0);
    case 'End':
      return to(isControl ? places - 1 : place, columns - 1);
    default:
      return undefined;
  }
}

/** Performs the action of a key. */
export function moveBy(
  event: KeyboardEvent,
  extent: MatrixExtent,
  choose: (place: number, column: number) => void,
): void {
  const moved = movedBy(event.key, event.ctrlKey, extent);
  if (!moved) return;
  event.preventDefault();
  choose(moved.place, moved.column);
}
