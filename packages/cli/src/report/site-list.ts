/** Recognizes a list of sites that the user passed instead of a robots.txt. */

/** Matches a host with a dot, with or without a scheme, a port and a path. */
const SITE = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\.?(?::\d+)?(?:\/\S*)?$/u;

/**
 * Whether every line is a site, a comment or blank, and at least one is a site. A line with a site is never a record.
 */
export function isSiteList(body: Uint8Array): boolean {
  const lines = Buffer.from(body)
    .toString()
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.length > 0 && lines.every((line) => SITE.test(line));
}
