/**
 * Reads the body of any remote response. Stalls, lengths, codings and size are checked in the same way for every kind
 * of file.
 */
export { contentCodings } from './fetch/content-codings.ts';
export { decode } from './fetch/decode.ts';
export { defaultLimits, type Limits } from './fetch/limits.ts';
export { discardBody, type RawBody, type ReadBody, readBody } from './fetch/read-body.ts';
