/** What each record is, in one sentence, and what its values can be. */
import type { RecordKind } from 'robots-exclusion';

/** One record name. */
export interface RecordHelp {
  readonly name: string;
  readonly kind: RecordKind;
  readonly text: string;
  /** Values that are offered. Product tokens are in the registry. */
  readonly values?: readonly string[];
}

export const recordHelps: readonly RecordHelp[] = [
  {
    name: 'User-agent',
    kind: 'user-agent',
    text: 'Begins a group, or names one more crawler for it. A crawler obeys the groups that name it, or else those of "*" (RFC 9309 §2.2.1).',
  },
  {
    name: 'Disallow',
    kind: 'disallow',
    text: 'Paths that match may not be fetched. The rule with the longest pattern decides (RFC 9309 §2.2.2).',
    values: ['/'],
  },
  {
    name: 'Allow',
    kind: 'allow',
    text: 'Paths that match may be fetched, also where a shorter pattern disallows them (RFC 9309 §2.2.2).',
    values: ['/'],
  },
  {
    name: 'Sitemap',
    kind: 'sitemap',
    text: 'Absolute URL of a list of pages. It belongs to the file, not to a group (sitemaps.org).',
    values: ['https://'],
  },
  {
    name: 'Crawl-delay',
    kind: 'crawl-delay',
    text: 'Seconds between two requests. Not part of RFC 9309: Bing and Yandex have read it, Google does not.',
  },
  {
    name: 'Content-Signal',
    kind: 'content-signal',
    text: 'What content may be used for: search, ai-input, ai-train (contentsignals.org).',
    values: ['search=yes, ai-train=no', 'search=yes, ai-input=yes, ai-train=yes'],
  },
  {
    name: 'Content-Usage',
    kind: 'content-usage',
    text: 'Preferences about the use of content, optionally for a path (AIPREF, a draft of the IETF).',
    values: ['train-ai=n', 'ai-use=n', 'train-ai=n, ai-use=n, search=y'],
  },
  { name: 'License', kind: 'license', text: 'URL of terms for machines (Really Simple Licensing).' },
  {
    name: 'Clean-param',
    kind: 'clean-param',
    text: 'Query parameters that do not change the page. Yandex reads it.',
  },
  { name: 'Host', kind: 'host', text: 'Preferred host name. Yandex read it until 2018; nobody does now.' },
  {
    name: 'Request-rate',
    kind: 'request-rate',
    text: 'Pages in so many seconds. Read by very few crawlers.',
  },
  { name: 'Visit-time', kind: 'visit-time', text: 'Hours in UTC for visits. Read by very few crawlers.' },
  { name: 'Noindex', kind: 'noindex', text: 'Never standardised; Google ignores it since 2019.' },
  { name: 'Cache-delay', kind: 'cache-delay', text: 'An invention of crawlers long gone.' },
];
