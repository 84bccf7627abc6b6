/** How much of a robots.txt is read. Every package, option and message takes the number and its words from here. */

/** Octets that are read unless `maxBytes` says otherwise: the least limit that RFC 9309 §2.5 permits. */
export const DEFAULT_MAX_BYTES = 512_000;

/** The same in words. */
export const DEFAULT_MAX_SIZE: string = `${DEFAULT_MAX_BYTES / 1024} KiB`;
