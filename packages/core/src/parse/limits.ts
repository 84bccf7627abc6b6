/**
 * The limit on how much of a robots.txt is read. All packages, options and messages take the number and its wording
 * from this file.
 */

/** The default for `maxBytes` in octets: the smallest limit that RFC 9309 §2.5 permits. */
export const DEFAULT_MAX_BYTES = 512_000;

/** The default limit in words. */
export const DEFAULT_MAX_SIZE: string = /* @__PURE__ */ inKiB(DEFAULT_MAX_BYTES);

function inKiB(octets: number): string {
  return `${octets / 1024} KiB`;
}
