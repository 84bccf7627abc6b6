/** Fetches rules from the origin of each URL, or from one robots.txt that is given by its URL. */
import { parseUrl } from '@robots-exclusion/client/url';
import {
  type CheckPort,
  check,
  failureOf,
  oncePerOrigin,
  recordBasis,
} from '@robots-exclusion/operations/check';
import { decider, loadFor } from '@robots-exclusion/operations/evaluate';
import { inPlaceNote } from '@robots-exclusion/operations/record';
import { DEFAULT_MAX_BYTES, parse } from 'robots-exclusion';
import { fetchFile } from '../network/fetch-file.ts';
import { type NetworkOptions, openNetwork } from '../network/open-client.ts';
import { warn } from '../output/stdout.ts';
import { asOfThisRun } from '../record/record-facts.ts';
import { tellIfElsewhere } from '../sources/read-robots.ts';
import { type CheckQuestion, fileSource, type RulesSource } from './rules-source.ts';
import { targetHint } from './target-hint.ts';
import { truncationOf } from './truncation.ts';

/**
 * Checks each URL against its own origin's robots.txt, which is fetched when the first URL of that origin is checked.
 */
export async function originSource(
  question: CheckQuestion,
  options: NetworkOptions,
  signal: AbortSignal,
): Promise<RulesSource> {
  const { client, close } = await openNetwork(options);
  await loadFor(question);
  const fetched = async (url: string) => asOfThisRun(await client.robots(url, { signal }));
  const port: CheckPort<Answers> = {
    robots: oncePerOrigin({ robots: fetched, now: Date.now }),
    decide: async (asked) => asked.urls.map(decider(asked)),
    failure: (url, code) => [failureOf(url, code)],
    maxRobotsBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    now: Date.now,
  };
  return {
    refusal: refusalOfUrl,
    check: async (url) => (await check.run({ urls: [url], asked: question }, port, 1)).flat(),
    close,
  };
}

type Answers = Awaited<ReturnType<RulesSource['check']>>;

/** Checks all URLs against one robots.txt: the site's own if `robots` has no path, otherwise the file at `robots`. */
export async function urlSource(
  robots: string,
  question: CheckQuestion,
  options: NetworkOptions,
  signal: AbortSignal,
): Promise<RulesSource> {
  tellIfElsewhere(robots);
  const record = asOfThisRun(await fetchFile(robots, options, signal));
  const maxRobotsBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const { body, robotsUrl = robots } = record;
  const basis = recordBasis(record, {
    maxRobotsBytes,
    now: Date.now(),
    isExplained: question.isExplained,
  });
  const notRobotsTxt = await inPlaceNote(record);
  if (notRobotsTxt !== undefined) warn(`${robotsUrl}: ${notRobotsTxt}`);
  const fetched = basis.fetched && { ...basis.fetched, ...(notRobotsTxt !== undefined && { notRobotsTxt }) };
  const truncation =
    body && truncationOf(parse(body, { maxBytes: basis.robots?.maxBytes ?? maxRobotsBytes }));
  return fileSource(robotsUrl, { ...question, ...basis, ...(fetched && { fetched }) }, truncation);
}

function refusalOfUrl(url: string): string | undefined {
  if (parseUrl(url)) return undefined;
  return `Cannot check ${JSON.stringify(url)}: expected a URL such as "https://example.com/a" (or --robots FILE to check against a file)${targetHint(url)}`;
}
