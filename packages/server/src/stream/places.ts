/** A bounded number of places: whoever gets one gives it back by a call. */

/** Undefined when every place is taken. */
export function createPlaces(
  count: number,
  onChange: (change: 1 | -1) => void,
): () => (() => void) | undefined {
  let taken = 0;
  return () => {
    if (taken >= count) return undefined;
    taken += 1;
    onChange(1);
    let isMine = true;
    return () => {
      if (!isMine) return;
      isMine = false;
      taken -= 1;
      onChange(-1);
    };
  };
}
