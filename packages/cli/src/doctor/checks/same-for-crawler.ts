import { libraryNameTexts } from '@robots-exclusion/client/programs';
import { findAgent } from 'robots-exclusion/agents';
import { withoutSecrets } from 'robots-exclusion/print';
import { type Answer, answerText, inPlaceOfAnswer } from '../ask.ts';
import { type DoctorCheck, fails, holds, notApplicable, notLookedAt } from '../check.ts';

/** The shortest User-Agent that sites accept as a browser's. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Programs whose makers gave them no name send that of their library. */
const LIBRARY = 'Python-urllib/3.12';

/** Requests pages under other crawlers' names, so it runs only if the site's owner asks for it. */
export const sameForCrawler: DoctorCheck = {
  code: 'same-for-crawler',
  title: 'The crawler gets the same file as other clients',
  problem: 'The crawler does not get the same file as other clients',
  why: 'Firewalls and bot filters often answer crawlers differently: a crawler gets an error or another file, and the owner, who uses a browser, does not notice.',
  async run(visit) {
    const crawlerAsked = visit.options.as;
    if (crawlerAsked === undefined) return notLookedAt('use --agent TOKEN on your own site');
    const { as, userAgent } = crawlerAsked;
    const header = userAgent ?? findAgent(as)?.exampleUserAgents[0] ?? `Mozilla/5.0 (compatible; ${as}/1.0)`;
    const url = visit.robots.url;
    const crawler = await visit.ask(url, { userAgent: header });
    const browser = await visit.ask(url, { userAgent: BROWSER });
    const library = await visit.ask(url, { userAgent: LIBRARY });
    const details = [
      `${describe(crawler)}: as ${as} ("${withoutSecrets(header)}")`,
      `${describe(browser)}: as a browser`,
      `${describe(library)}: as a library ("${LIBRARY}")`,
      `${describe(visit.robots)}: as ${withoutSecrets(visit.options.userAgent)}`,
    ];
    if ([crawler, browser, visit.robots].every(({ status }) => status === undefined))
      return notLookedAt('No client received a response', details);
    // A filter's page differs each time.
    const keys = [crawler, browser, visit.robots].map(
      (answer) => `${answer.status} ${inPlaceOfAnswer(answer)?.isFilter ? 'filter' : answer.digest}`,
    );
    if (new Set(keys).size === 1) {
      if (library.status === 403 && crawler.status !== 403)
        return fails('warning', `The name of a library ("${LIBRARY}") is answered 403`, OPEN_TO_LIBRARIES, [
          ...details,
          ...libraryNameTexts(),
        ]);
      if (visit.inPlace?.isFilter)
        return notLookedAt(
          `${answerText(crawler)} for ${as} and a browser: ${visit.inPlace.message}`,
          details,
        );
      if (crawler.digest === undefined || visit.inPlace)
        return notApplicable(`Neither ${as} nor a browser gets a robots.txt: ${answerText(crawler)}`);
      return holds(`${as} and a browser get the same file`, details);
    }
    const fix =
      'Exempt /robots.txt from bot filters, and serve one file to all. A real crawler is recognized by its address, so the filter may deliberately reject other senders of its name';
    if (keys[0] !== keys[1])
      return fails('error', `${as} is answered differently from a browser`, fix, details);
    const seen = 'This program is answered differently from the crawler and a browser';
    return fails('warning', seen, fix, details);
  },
};

const OPEN_TO_LIBRARIES =
  'Exempt /robots.txt from bot filters: some crawlers that obey it request it under the name of a library, and pages under their own';

function describe(answer: {
  status: number | undefined;
  error: Answer['error'];
  digest: string | undefined;
}): string {
  return `${answerText(answer)}${answer.digest === undefined ? '' : `, sha-256 ${answer.digest.slice(0, 12)}`}`;
}
