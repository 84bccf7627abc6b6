/** Reads a body for comparison. */
import type { Body } from '../bytes/body.ts';
import { quote } from '../bytes/quote.ts';
import { RobotsDocument } from '../parse/document.ts';
import { parse } from '../parse/parse.ts';

/** @throws {TypeError} If `body` is neither a string, nor a `Uint8Array`, nor a document in the RFC 9309 dialect. */
export function readableDocument(body: Body | RobotsDocument): RobotsDocument {
  if (!(body instanceof RobotsDocument)) return parse(body);
  if (!body.dialect.reader) return body;
  throw new TypeError(
    `Cannot compare a document of the dialect ${quote(body.dialect.name)}: expected one read by RFC 9309`,
  );
}
