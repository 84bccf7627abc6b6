/**
 * Reads the body of any remote response, with the same checks of stalls, lengths, codings and size for every kind of
 * file.
 */
export { contentCodings } from './fetch/content-codings.ts';
export { decode } from './fetch/decode.ts';
export { defaultLimits, type Limits } from './fetch/limits.ts';
export { discardBody, type RawBody, type ReadBody, readBody } from './fetch/read-body.ts';
