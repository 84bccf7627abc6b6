/** Identifies the latest request, so that late results of earlier requests can be dropped. */

/** Starts a request. The returned function reports whether it is still the latest one. */
export type TakeTurn = () => () => boolean;

function turns(): TakeTurn {
  let last = 0;
  return () => {
    const own = ++last;
    return () => own === last;
  };
}

/** For requests that change the question or the draft: opening a site or a file, or going back. */
export const takeTurn: TakeTurn = turns();

/** For requests that change the list of URLs. */
export const takeListTurn: TakeTurn = turns();
