/** Facts about the chosen crawler. */
import type { JSX } from 'preact';
import type { Crawler } from '../engine/crawler.ts';
import { CrawlerTitle } from '../parts/crawler-title.tsx';
import { obedienceText } from '../state/obedience.ts';
import { purposeTitle } from '../state/purposes.ts';

export function CrawlerFacts({ crawler }: { crawler: Crawler }): JSX.Element | null {
  if (crawler.token === '*') {
    return (
      <p class="crawler-facts note">
        “Any other crawler” stands for every crawler that no group in the draft names.
      </p>
    );
  }
  if (crawler.source === undefined) {
    return (
      <p class="crawler-facts note">
        <CrawlerTitle title={crawler.token} /> is not in the registry, so only its token is used.
      </p>
    );
  }
  return (
    <p class="crawler-facts note">
      <strong>{crawler.title}</strong> · {crawler.operator} · {crawler.purposes.map(purposeTitle).join(', ')}{' '}
      · {obedienceText(crawler)}
      {!crawler.fetches && ' · fetches nothing itself; the token governs a use'}. {crawler.note}{' '}
      <a href={crawler.source} rel="noreferrer noopener" target="_blank">
        Source, <span class="date">{crawler.asOf}</span>
      </a>
    </p>
  );
}
