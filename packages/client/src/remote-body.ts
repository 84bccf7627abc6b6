/** How the body of any remote answer is read: stalls, lengths, codings and size watched, the same for every kind of file. */
export { contentCodings } from './fetch/content-codings.ts';
export { decode } from './fetch/decode.ts';
export { defaultLimits, type Limits } from './fetch/limits.ts';
export { discardBody, type RawBody, type ReadBody, readBody } from './fetch/read-body.ts';
