/** Generates random numbers from a seed (Mulberry32). The same seed gives the same numbers. */
export function randomFrom(seed) {
  let state = seed | 0;
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    draw,
    below: (bound) => Math.floor(draw() * bound),
    /** Standard normal (Box and Muller). */
    normal: () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw()),
    /** Picks a value from pairs of a share and a value. The shares need not add up to 1. */
    among(pairs) {
      let left = draw() * pairs.reduce((sum, [share]) => sum + share, 0);
      for (const [share, value] of pairs) {
        left -= share;
        if (left < 0) return value;
      }
      return pairs.at(-1)[1];
    },
    /** Times of a Poisson process with `rate` events per millisecond. */
    *arrivals(rate, endMs) {
      const gap = () => -Math.log(1 - draw()) / rate;
      let at = gap();
      while (at < endMs) {
        yield at;
        at += gap();
      }
    },
  };
}
