/** Writes the decisions about listed URLs as a table or as JSON, in the columns and objects of `robots check`. */
import type { Failure } from '@robots-exclusion/operations';
import {
  type Decide,
  type DecisionAnswer,
  decider,
  decisionCells,
  decisionColumns,
} from '@robots-exclusion/operations/evaluate';
import { describeCrawler } from 'robots-exclusion/agents';
import { csvRow, printableJson, withoutUserInformation } from 'robots-exclusion/print';
import type { Crawler } from '../../engine/crawler.ts';
import { draftQuestion, resolved } from '../../engine/drafts.ts';
import { SLICE_MS } from '../../engine/jobs/job.ts';
import { fileFor, isElsewhere, originOf, type SiteFiles } from '../../engine/origin.ts';
import type { PanelJobs, ReadingQuestion } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    'verdicts.output': { question: OutputQuestion; part: string; answer: { rows: number } };
  }
}

export interface FileSource {
  /** URL of the file, or a name of it. */
  readonly source: string;
  /** ISO 8601; absent if the file was not fetched. */
  readonly fetchedAt?: string;
  /** `draft`: a file that is not known to be live. */
  readonly state: 'live' | 'draft';
}

export interface OutputQuestion extends ReadingQuestion, SiteFiles {
  readonly format: 'csv' | 'json';
  readonly crawlers: readonly Crawler[];
  /** In the order in which they are written; the same URL may occur several times. */
  readonly urls: readonly string[];
  readonly own: FileSource;
}

/** Columns after those of the command. */
const MORE_COLUMNS = ['fetched_at', 'state'];

type Item = DecisionAnswer | Failure;

/** A failure about a URL whose file the page does not have, for one crawler. */
interface Unknown extends Failure {
  readonly agent: string;
}

export type ReportItem = Item | Unknown;

/** The page keeps files of other sites only from its own fetches. */
function otherSource(url: string, { others }: SiteFiles): FileSource {
  const origin = originOf(url);
  const { fetchedAt } = others.get(origin) ?? {};
  return { source: `${origin}/robots.txt`, state: 'live', ...(fetchedAt && { fetchedAt }) };
}

/** Sends the output in parts. */
function* output(question: OutputQuestion): Generator<string, { rows: number }> {
  const { urls, format } = question;
  const itemsFor = decisions(question);
  const write = format === 'csv' ? csvLine : jsonItem;
  let rows = 0;
  let text = format === 'csv' ? csvRow([...decisionColumns, ...MORE_COLUMNS]) : '{\n  "results": [';
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (const url of urls) {
    const source = isElsewhere(url, question.origin) ? otherSource(url, question) : question.own;
    for (const item of itemsFor(url)) text += write(item, source, rows++);
    if (performance.now() < sliceEndsAt) continue;
    yield text;
    text = '';
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  yield format === 'csv' ? text : `${text}${rows > 0 ? '\n  ' : ''}]\n}\n`;
  return { rows };
}

function decisions(question: OutputQuestion): (url: string) => readonly ReportItem[] {
  const { crawlers, reading } = question;
  const names = crawlers.map((crawler) =>
    describeCrawler(undefined, resolved(crawler, reading)).tokens.join(),
  );
  const known = new Map<string, readonly Decide[]>();
  const decidersOf = (file: string): readonly Decide[] =>
    crawlers.map((crawler) => decider(draftQuestion(file, crawler, reading)));
  return (url) => {
    const file = fileFor(url, question);
    if (file === undefined) return names.map((name) => unknown(url, name));
    const deciders = known.get(file) ?? decidersOf(file);
    known.set(file, deciders);
    const items = deciders.flatMap((decide) => decide(url));
    // A text that is not a URL is one item, because no crawler makes a difference.
    return 'error' in (items[0] ?? {}) ? items.slice(0, 1) : items;
  };
}

function unknown(url: string, agent: string): Unknown {
  return { url: withoutUserInformation(url), agent, error: { code: 'no-robots-txt', message: OTHER_SITE } };
}

const OTHER_SITE = 'Unknown: the robots.txt of another site applies, and the page does not have it';

function csvLine(item: ReportItem, { source, fetchedAt, state }: FileSource): string {
  if ('agent' in item) {
    const cells = decisionCells(item).map((cell, at) => (at === 1 ? item.agent : at === 2 ? '?' : cell));
    return csvRow([...cells, undefined, undefined]);
  }
  if ('error' in item) return csvRow([...decisionCells(item), undefined, undefined]);
  return csvRow([...decisionCells({ ...item, evidence: { source } }), fetchedAt, state]);
}

function jsonItem(item: ReportItem, { source, fetchedAt, state }: FileSource, row: number): string {
  const told =
    'error' in item ? item : { ...item, evidence: { source, ...(fetchedAt && { fetchedAt }) }, state };
  return `${row === 0 ? '\n' : ',\n'}${printableJson(told, 2).replace(/^/gm, '    ')}`;
}

export const jobs: PanelJobs<'verdicts.output'> = { 'verdicts.output': output };
