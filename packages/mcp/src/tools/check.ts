/** `robots_check` decides whether URLs may be fetched for a given use. */

import { inOrder } from '@robots-exclusion/client/in-order';
import { OperationError } from '@robots-exclusion/operations';
import { decisionWords } from '@robots-exclusion/operations/evaluate';
import { decisionsAnswer } from '@robots-exclusion/operations/schemas';
import { caller, counted, line, own } from '@robots-exclusion/operations/words';
import * as z from 'zod';
import { checked } from '../decide.ts';
import { askedBy, oneCrawlerOf, questionInput, urlInput } from '../question.ts';
import { userTriggered, userTriggeredSchema } from '../user-triggered.ts';
import { wordsOfEach } from '../words-text.ts';
import type { Decided } from '../work/tasks.ts';
import type { Tool } from './tool.ts';

/** Number of URLs processed at the same time. */
const CONCURRENCY = 16;

const input = z.strictObject({
  urls: z.array(urlInput).min(1).describe('Absolute URLs'),
  ...questionInput,
  userTriggered: z
    .boolean()
    .optional()
    .describe(
      'A person requested exactly these pages: reports what the site says about such fetchers, decides nothing. Default: a program chose them.',
    ),
});

type Report = z.input<typeof userTriggeredSchema>;

interface Checked {
  /** One item for each URL and crawler, in order. Empty if the call sets `userTriggered`. */
  readonly results: Decided;
  readonly userTriggered?: readonly Report[];
}

export const checkTool: Tool<typeof input, Checked> = {
  name: 'robots_check',
  title: 'Check URLs against robots.txt',
  description:
    'Says for each URL whether the crawler may fetch it: fetch, skip, or defer until a time. An error is not a permission. Call it before every fetch that a program decides on. A server error or timeout means defer.',
  input,
  output: decisionsAnswer.extend({ userTriggered: z.array(userTriggeredSchema).exactOptional() }),
  async run({ urls, userTriggered: isUserTriggered = false, ...given }, call) {
    const { limits } = call.services;
    if (urls.length > limits.maxUrls) {
      const message = `urls: Expected at most ${limits.maxUrls} in the list, got ${urls.length}`;
      throw new OperationError('invalid-request', message);
    }
    if (!isUserTriggered) return { results: await checked(urls, askedBy(given, call), call) };
    const crawler = oneCrawlerOf(given.crawler, given.literal, call);
    const reports: Report[] = [];
    const reported = inOrder(eachOf(urls), { items: CONCURRENCY }, (url) =>
      userTriggered(url, crawler, call),
    );
    for await (const report of reported) {
      reports.push(report);
      await call.progress(reports.length, urls.length);
    }
    return { results: [], userTriggered: reports };
  },
  words({ results, userTriggered: reports = [] }) {
    const reported = reports.map(({ url, policyRow, crawler, fetchers }) =>
      crawler === undefined
        ? line`${caller(url)}: nothing decided; no robots.txt was read (${own(policyRow)})`
        : line`${caller(url)}: nothing decided; robots.txt names ${counted(fetchers.length, 'user-triggered fetcher')}, see userTriggered`,
    );
    return [...wordsOfEach(results, decisionWords), ...reported];
  },
};

async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
