/** Content-Usage: statements of preference in robots.txt and in HTTP (draft-ietf-aipref-attach-05 §2, §3). */
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord, LineSource } from '../parse/records.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import { recordsForCrawler } from '../records/group-records.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { fieldValue, type HeaderFields } from './header-fields.ts';
import { type LeadingPath, pathMatches, readLeadingPath } from './leading-path.ts';
import { parseStatement, type Statement } from './statement.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface ContentUsage<Label extends string = string> {
  readonly record: DocumentRecord;
  readonly path: LeadingPath;
  readonly statement: Statement<Label>;
}

export const CONTENT_USAGE = 'content-usage';

/**
 * The records that apply to a target: among the matching records in the crawler's merged group, those with the longest
 * path. If several are equally long, all of them apply. A record whose statement does not parse also applies, with
 * every category unknown, and overrides records with shorter paths.
 */
export function contentUsageFor<Label extends string>(
  document: RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
  vocabulary: Vocabulary<Label>,
): readonly ContentUsage<Label>[] {
  const prepared = prepareTarget(target);
  const matching = recordsForCrawler(document, who, CONTENT_USAGE)
    .map((record) => ({ record, path: readLeadingPath(document, record) }))
    .filter(({ path }) => pathMatches(path, prepared));
  const longest = matching.reduce((most, { path }) => Math.max(most, path.octets), 0);
  return matching
    .filter(({ path }) => path.octets === longest)
    .map(({ record, path }) => ({
      record,
      path,
      statement: statementOf(document, record, path, vocabulary),
    }));
}

/** The statement of one record: the part of its value after the path. */
export function statementOf<Label extends string>(
  { octets }: LineSource,
  { valueSpan }: DocumentRecord,
  { statementStart }: LeadingPath,
  vocabulary: Vocabulary<Label>,
): Statement<Label> {
  return parseStatement(octets.subarray(statementStart, valueSpan.end), vocabulary);
}

/** The statement in a response's header; `undefined` if the header is absent. */
export function contentUsageOf<Label extends string>(
  headers: HeaderFields | undefined,
  vocabulary: Vocabulary<Label>,
): { readonly text: string; readonly statement: Statement<Label> } | undefined {
  const text = fieldValue(headers, CONTENT_USAGE);
  return text === undefined ? undefined : { text, statement: parseStatement(text, vocabulary) };
}
