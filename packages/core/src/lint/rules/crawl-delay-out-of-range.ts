import { readCrawlDelay } from '../../records/crawl-delay.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** `fetcher.max.crawl.delay` of Nutch 1.22 and StormCrawler 2.4, above which their fetchers skip the page. */
const MOST_SECONDS = 30;

/** The value of Crawl-delay is a number of seconds, as a plain decimal number. */
export function* crawlDelayOutOfRange(context: LintContext): Iterable<Finding> {
  for (const record of context.recordsOf('crawl-delay')) {
    const reading = readCrawlDelay(record);
    if ('defect' in reading) yield { message: reading.defect.message, span: record.span };
    else if (reading.value.seconds > MOST_SECONDS) {
      yield {
        message: `A delay of ${record.value} seconds: Nutch and StormCrawler skip the pages of a site that asks for more than ${MOST_SECONDS} seconds`,
        span: record.span,
      };
    }
  }
}
