import { readCrawlDelay } from '../../records/crawl-delay.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** The delay in seconds above which crawler-commons (Nutch, StormCrawler) treats the whole site as disallowed. */
const MOST_SECONDS = 300;

/** The value of Crawl-delay is a number of seconds, as a plain decimal number. */
export const crawlDelayOutOfRange: LintRule = {
  code: 'crawl-delay-out-of-range',
  severity: 'warning',
  ownCodes: ['bad-crawl-delay'],
  title: 'A Crawl-delay is probably not what was meant',
  reason:
    'The value is in seconds. Some crawlers drop a host that asks for more than five minutes, and some fail if the value is not a plain number.',
  bad: { body: 'User-agent: *\nDisallow: /a\nCrawl-delay: 3600\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nCrawl-delay: 10\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const record of context.recordsOf('crawl-delay')) {
      const reading = readCrawlDelay(record);
      if ('defect' in reading) yield { message: reading.defect.message, span: record.span };
      else if (reading.value.seconds > MOST_SECONDS) {
        yield {
          message: `A delay of ${record.value} seconds: crawlers built on crawler-commons skip the whole site if the delay is more than ${MOST_SECONDS} seconds`,
          span: record.span,
        };
      }
    }
  },
};
