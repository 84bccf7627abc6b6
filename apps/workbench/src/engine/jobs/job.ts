/** Milliseconds of work between two parts. */
export const SLICE_MS = 30;
