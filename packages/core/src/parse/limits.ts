/** How much of a robots.txt is read. All packages, options and messages take the number and its wording from here. */

/** The default for `maxBytes` in octets: the smallest limit that RFC 9309 §2.5 permits. */
export const DEFAULT_MAX_BYTES = 512_000;

/** The same in words. */
export const DEFAULT_MAX_SIZE: string = `${DEFAULT_MAX_BYTES / 1024} KiB`;
