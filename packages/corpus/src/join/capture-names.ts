/**
 * The names by which revisits refer to the responses that they repeat (ISO 28500 §6.7), as hashes, for joining captures
 * of different archives.
 */
import { isoDate } from '../row/capture-date.ts';
import type { Fields } from '../warc/fields.ts';
import { bare } from '../warc/record-head.ts';
import { TwiceFinder } from './twice-finder.ts';

/**
 * The hash of each name, most exact first: the record's id, its URL and date, its URL and digest, its digest. 0 if the
 * record has no such name.
 */
export type NameHashes = readonly number[];

export const NAMES = 4;

/** The parts of a record's header that name it. */
interface Named {
  readonly id: string | undefined;
  readonly url: string;
  readonly date: string | undefined;
  readonly payloadDigest: string | undefined;
}

/** The names of a response. */
export function ownNames({ id, url, date, payloadDigest }: Named): NameHashes {
  return hashesOf(id, url, date, url, payloadDigest);
}

/** The names that a revisit gives its original. */
export function referredNames(fields: Pick<Fields, 'get'>, url: string): NameHashes {
  const of = fields.get('warc-refers-to-target-uri');
  const digest = fields.get('warc-payload-digest');
  return hashesOf(
    fields.get('warc-refers-to'),
    of && bare(of),
    fields.get('warc-refers-to-date'),
    bare(of ?? url),
    digest,
  );
}

function hashesOf(
  id: string | undefined,
  at: string | undefined,
  written: string | undefined,
  url: string,
  payloadDigest: string | undefined,
): NameHashes {
  const date = isoDate(written);
  // Writers spell digests in lower or in upper case.
  const digest = payloadDigest?.toLowerCase();
  const names = [
    id,
    at !== undefined && date !== null ? `${date} ${at}` : undefined,
    digest && `${digest} ${url}`,
    digest,
  ];
  return names.map((name) => (name ? TwiceFinder.hash(name) : 0));
}
