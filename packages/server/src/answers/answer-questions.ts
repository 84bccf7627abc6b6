/**
 * Answers questions about one robots.txt, as JSON text: it is written where it is worked out, and only copied on its
 * way to the client. Synchronous, and bounded only by what is asked: see `cost.ts`.
 */
import { type NextStep, nextStep } from '@robots-exclusion/client/next-step';
import { compile, explainer, parse } from 'robots-exclusion';
import type { ResolvedCrawler } from 'robots-exclusion/agents';
import { type UsageReport, usagePreferences, usageReport } from 'robots-exclusion/usage';
import { type ReadFile, readFile } from './documents.ts';
import { AnswerTooLargeError, type FetchedFacts, type Questions } from './questions.ts';
import { verdictText } from './verdict-text.ts';

const withoutRules = explainer(compile(parse(''), []));

/**
 * The answers for each URL: JSON objects with commas between them, one for each crawler, or one that says that the
 * URL is none.
 *
 * @throws {AnswerTooLargeError} If they grow over the limit.
 */
export function answerQuestions(questions: Questions): string[] {
  const { robots, dialect, urls, maxAnswerBytes } = questions;
  const file = robots && readFile(robots, dialect);
  const texts: string[] = [];
  let bytes = 0;
  for (const url of urls) {
    const text = answersFor(url, file, questions);
    bytes += text.length;
    if (bytes > maxAnswerBytes) throw new AnswerTooLargeError('The answers are over the limit');
    texts.push(text);
  }
  return texts;
}

function answersFor(url: string, file: ReadFile | undefined, questions: Questions): string {
  const start = `{"url":${JSON.stringify(url)},"agent":`;
  try {
    return questions.crawlers
      .map((crawler) => `${start}${JSON.stringify(crawler.tokens)},${answer(url, crawler, file, questions)}}`)
      .join(',');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify({ url, error: { code: 'invalid-url', message: error.message } });
  }
}

/** Members of the answer. */
function answer(
  url: string,
  crawler: ResolvedCrawler,
  file: ReadFile | undefined,
  questions: Questions,
): string {
  const { fetched, usage, maxCandidates, headers = {}, tdmrep } = questions;
  if (file === undefined) return answerWithoutRules(url, fetched);
  const { document } = file;
  const { verdictOn, delayText, note } = file.forCrawler(crawler);
  const verdict = verdictOn(url);
  const { allowed } = verdict;
  const step = fetched && nextStep({ outcome: fetched.outcome, allowed, retryAt: fetched.retryAt });
  let text = step ? stepText(step) : `"allowed":${allowed}`;
  if (note) text += `,"crawler":${JSON.stringify(note)}`;
  if (fetched) text += `,${fetched.text}${delayText}`;
  if (document.isTruncated) text += ',"isTruncated":true';
  if ((fetched || usage) && file.unreadRecords.length > 0) {
    text += `,"unreadRecords":${JSON.stringify(file.unreadRecords)}`;
  }
  text += `,"verdict":${verdictText(verdict, maxCandidates)}`;
  if (usage === 'preferences')
    text += `,"usage":${JSON.stringify(usagePreferences(document, crawler.who, url, { headers }))}`;
  if (usage === 'report') {
    const options = { headers, ...(tdmrep !== undefined && { tdmrep }) };
    text += `,"usageReport":${JSON.stringify(withoutFile(usageReport(document, crawler.who, url, options)))}`;
  }
  return text;
}

/** As the client decides where there are no rules to be read. */
function answerWithoutRules(url: string, fetched: FetchedFacts | undefined): string {
  if (fetched === undefined) throw new RangeError('Cannot answer without rules: expected what fetching gave');
  // What has no robots.txt need not be a URL that rules could be asked about.
  if (fetched.outcome === 'unsupported') return `${stepText(nextStep(fetched))},${fetched.text}`;
  const verdict = withoutRules(url);
  const isItself = verdict.because === 'robots-txt-itself';
  const step = nextStep({ ...fetched, allowed: isItself ? verdict.allowed : undefined });
  return `${stepText(step)},${fetched.text}${isItself ? `,"verdict":${JSON.stringify(verdict)}` : ''}`;
}

/** Its members. */
function stepText({ allowed, action, retryAt }: NextStep): string {
  const text = `"allowed":${allowed},"action":"${action}"`;
  return retryAt === undefined ? text : `${text},"retryAt":${JSON.stringify(retryAt)}`;
}

/** Without what the answer says already, and what is said of the file as a whole. */
function withoutFile({ access: _, diagnostics: __, ...report }: UsageReport): object {
  return report;
}
