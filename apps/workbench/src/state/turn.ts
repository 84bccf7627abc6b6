/** Answers arrive late and out of order: only the latest request counts. */

/** Takes the turn. The returned function says whether it is still ours. */
export type TakeTurn = () => () => boolean;

function turns(): TakeTurn {
  let last = 0;
  return () => {
    const own = ++last;
    return () => own === last;
  };
}

/** For what becomes the question or the draft: a site, a file, a step back. */
export const takeTurn: TakeTurn = turns();

/** For what becomes the list of URLs. */
export const takeListTurn: TakeTurn = turns();
