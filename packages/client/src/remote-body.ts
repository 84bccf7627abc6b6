/**
 * Reads the body of any remote response. Every kind of file gets the same checks for stalls, lengths, codings and size.
 */
export { contentCodings } from './fetch/content-codings.ts';
export { decode } from './fetch/decode.ts';
export { defaultLimits, type Limits } from './fetch/limits.ts';
export { discardBody, type RawBody, type ReadBody, readBody } from './fetch/read-body.ts';
