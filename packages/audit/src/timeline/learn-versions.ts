/**
 * Determines when each robots.txt was served, from the logged status, size and ETag of responses to `/robots.txt`. A
 * log does not contain file contents, so the caller provides the files, which are matched by size.
 */
import type { Hit } from '../hit.ts';
import { flat } from '../identity/crawler-of.ts';
import type { AnswerBook, LoggedAnswer } from './answer-book.ts';
import { Version, type VersionSource } from './version.ts';

/** What the size, status and ETag of a response show: one of the given files, no file, or a file that was not given. */
type Label = { readonly key: string; readonly file?: Version };

/** Consecutive responses with the same label. */
interface Segment {
  readonly label: Label;
  readonly first: number;
  last: number;
}

/** Limit on the sizes that are tested as compressed forms. Only a dynamically generated file has more sizes. */
const MOST_CODINGS = 64;
/**
 * If an unknown size alternates with a file's size at least this often, it may be the size of that file compressed for
 * some clients.
 */
const LEAST_TURNS = 4;

/**
 * The versions of each host. `from` is one millisecond after the last response with the previous version; `surelyFrom`
 * is the time of the first response with the version itself. If no given file has its size, the version is `isUnknown`.
 *
 * @param files - The files that may have been served, with their times if known.
 */
export function learnVersions(book: AnswerBook, files: readonly VersionSource[]): VersionSource[] {
  const known = files.map((file) => new Version(file)).sort((a, b) => (a.from < b.from ? -1 : 1));
  return book.hosts().flatMap(([host, answers]) => {
    const own = known.filter((file) => file.host === undefined || file.host === host);
    return versionsOf(host, segmentsOf(answers, own));
  });
}

/** Groups responses, which are in time order, into segments. */
function segmentsOf(answers: readonly LoggedAnswer[], files: readonly Version[]): Segment[] {
  const sizes = sizesByTag(answers);
  const bySize = new Map<number, Version[]>();
  for (const file of files) {
    const size = file.octets?.length;
    if (size !== undefined) bySize.set(size, [...(bySize.get(size) ?? []), file]);
  }
  const labelled = answers.map((answer) => ({ ...answer, label: labelOf(answer, sizes, bySize) }));
  const codings = codingsAmong(labelled);
  const segments: Segment[] = [];
  for (const { time, label: own } of labelled) {
    const label = codings.get(own.key) ?? own;
    const last = segments.at(-1);
    if (last?.label.key === label.key) last.last = time;
    else segments.push({ label, first: time, last: time });
  }
  return segments;
}

/**
 * The sizes seen with each ETag. Responses with the same ETag are the same file, although content codings change the
 * size.
 */
function sizesByTag(answers: readonly LoggedAnswer[]): ReadonlyMap<string, ReadonlySet<number>> {
  const sizes = new Map<string, Set<number>>();
  for (const { tag, bytes } of answers) {
    if (tag !== undefined) sizes.set(tag, (sizes.get(tag) ?? new Set()).add(bytes));
  }
  return sizes;
}

function labelOf(
  { time, isMissing, bytes, tag }: LoggedAnswer,
  sizes: ReadonlyMap<string, ReadonlySet<number>>,
  bySize: ReadonlyMap<number, readonly Version[]>,
): Label {
  if (isMissing) return { key: 'none' };
  const seen = (tag !== undefined && sizes.get(tag)) || [bytes];
  const alike = [...seen].flatMap((size) => bySize.get(size) ?? []);
  // If several files have this size, take the latest file published before the response, or else the first file
  // published after it.
  const file = alike.findLast(({ from }) => from <= time) ?? alike[0];
  if (file) return { key: `file ${file.name}`, file };
  return { key: tag === undefined ? `${bytes} octets` : `ETag ${tag}` };
}

/**
 * Finds unknown sizes that alternate with exactly one known file, and maps them to that file, because they are probably
 * its compressed sizes. A client always accepts the same codings, so if one client received both sizes, they belong to
 * different files.
 */
function codingsAmong(answers: readonly (LoggedAnswer & { label: Label })[]): ReadonlyMap<string, Label> {
  const codings = new Map<string, Label>();
  const unknown = new Set(
    answers.flatMap(({ label: { key, file } }) => (!file && key.endsWith(' octets') ? [key] : [])),
  );
  for (const key of [...unknown].slice(0, MOST_CODINGS)) {
    const first = answers.findIndex(({ label }) => label.key === key);
    const last = answers.findLastIndex(({ label }) => label.key === key);
    const within = answers.slice(first, last + 1).filter(({ label }) => label.file || label.key === key);
    const files = new Map(within.flatMap(({ label }) => (label.file ? [[label.key, label] as const] : [])));
    const turns = within.filter(({ label }, at) => at > 0 && label.key !== within[at - 1]?.label.key).length;
    const [only] = files.values();
    if (!only || files.size > 1 || turns < LEAST_TURNS) continue;
    const getters = new Set(within.flatMap(({ label, userAgent }) => (label.file ? [userAgent] : [])));
    const gotBoth = within.some(({ label, userAgent }) => !label.file && getters.has(userAgent));
    if (!gotBoth) codings.set(key, only);
  }
  return codings;
}

function versionsOf(host: string | undefined, segments: readonly Segment[]): VersionSource[] {
  return segments.map(({ label, first }, index): VersionSource => {
    const before = segments[index - 1];
    const from = before ? before.last + 1 : first;
    const since = new Date(first).toISOString().replace('.000Z', 'Z');
    const name = `${label.file?.name ?? label.key}@${since}`;
    return {
      body: label.file?.octets ?? null,
      isUnknown: !label.file && label.key !== 'none',
      from,
      surelyFrom: first,
      host,
      name: host === undefined || label.file?.name.startsWith(`${host}/`) ? name : `${host}/${name}`,
    };
  });
}

/** What a hit shows about the robots.txt of its host; `undefined` if nothing. */
export function answerIn({ method, status, time, bytes, etag, userAgent }: Hit): LoggedAnswer | undefined {
  if (method !== 'GET' && method !== '') return undefined;
  if (status === 404 || status === 410) return { time, isMissing: true, bytes: 0, tag: undefined, userAgent };
  if (status !== 200 || bytes === undefined) return undefined;
  return { time, isMissing: false, bytes, tag: tagOf(etag), userAgent };
}

/** The opaque tag without what servers add for a content coding, such as `W/`, `-gzip` and `;br`. */
function tagOf(etag: string | undefined): string | undefined {
  const tag = etag
    ?.replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/[-;+](?:gzip|br|zstd|deflate)$/, '');
  return tag === undefined || tag === '' ? undefined : flat(tag);
}
