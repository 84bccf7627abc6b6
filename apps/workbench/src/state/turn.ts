/** Answers arrive late and out of order: only what was asked for last is taken. */

/** Takes the turn. The function returned says whether nobody has taken it since. */
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
