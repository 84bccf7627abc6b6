/**
 * Maps Gemini status codes to HTTP statuses, chosen by their meaning in RFC 9309 §2.3.1: 4xx is "unavailable" (crawl
 * freely), 5xx is "unreachable" (do not crawl).
 *
 * | Gemini | HTTP | Why |
 * |---|---|---|
 * | 1x input expected | 404 | the server requires a query, so this is a program, not a file |
 * | 2x | 200 | |
 * | 30 and other 3x | 302 | |
 * | 31 | 301 | |
 * | 40, 41 and other 4x | 503 | a temporary failure of the server, which is RFC 9309's "server error", not its 4xx |
 * | 42 CGI error | 500 | |
 * | 43 proxy error | 502 | |
 * | 44 slow down | 429, `retry-after` from the text | |
 * | 50, 51 and other 5x | 404 | a permanent failure: the request will not succeed later, so there is no file |
 * | 52 gone | 410 | |
 * | 53 proxy request refused | 421 | "not my host", which HTTP calls misdirected |
 * | 59 bad request | 400 | |
 * | 60 and other 6x | 401 | the server requires a certificate |
 * | 61, 62 | 403 | the server refuses the certificate, or requires a valid one |
 */

const STATUS: ReadonlyMap<string, number> = new Map([
  ['31', 301],
  ['42', 500],
  ['43', 502],
  ['44', 429],
  ['52', 410],
  ['53', 421],
  ['59', 400],
  ['61', 403],
  ['62', 403],
]);

/** Statuses by first digit, for codes without an entry in `STATUS`. A code's second digit only refines the first. */
const STATUS_BY_DIGIT: ReadonlyMap<string, number> = new Map([
  ['1', 404],
  ['2', 200],
  ['3', 302],
  ['4', 503],
  ['5', 404],
  ['6', 401],
]);

/** The HTTP status that corresponds to a Gemini status of 10 to 69. */
export function geminiStatus(code: string): number {
  return STATUS.get(code) ?? STATUS_BY_DIGIT.get(code[0] ?? '') ?? 502;
}

/** Reads the wait in seconds from the text after status 44. Later specifications allow any text. */
export function retryAfter(meta: string): Record<string, string> {
  return /^\d{1,9}$/.test(meta.trim()) ? { 'retry-after': meta.trim() } : {};
}
