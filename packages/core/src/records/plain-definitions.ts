/**
 * Records that code in other directories reads, or that no code reads: those of RFC 9309, statements about use, and
 * proposals without a reader.
 */
import type { RecordDefinition } from './record-definition.ts';

/** RFC 9309's own records, which the parser reads. */
export const OF_THE_RFC: readonly RecordDefinition[] = [
  {
    name: 'User-agent',
    help: 'Begins a group, or names one more crawler for it. A crawler obeys the groups that name it; if none does, it obeys those of "*" (RFC 9309 §2.2.1).',
  },
  {
    name: 'Disallow',
    help: 'The crawler may not fetch paths that match. The rule with the longest matching pattern decides (RFC 9309 §2.2.2).',
    values: ['/'],
  },
  {
    name: 'Allow',
    help: 'The crawler may fetch paths that match, even if a shorter pattern disallows them (RFC 9309 §2.2.2).',
    values: ['/'],
  },
];

/** Statements about the use of content, which `usage/` reads. */
export const OF_USAGE: readonly RecordDefinition[] = [
  {
    name: 'Content-Signal',
    help: 'What the content may be used for: search, ai-input, ai-train (contentsignals.org).',
    values: ['search=yes, ai-train=no', 'search=yes, ai-input=yes, ai-train=yes'],
  },
  {
    name: 'Content-Usage',
    help: 'Preferences about the use of content, optionally for a path (AIPREF, an IETF draft).',
    values: ['train-ai=n', 'ai-use=n', 'train-ai=n, ai-use=n, search=y'],
  },
  { name: 'License', help: 'URL of machine-readable license terms (Really Simple Licensing).' },
];

/** Records from proposals and from earlier years, which no code reads. */
export const OF_NOBODY: readonly RecordDefinition[] = [
  {
    name: 'Nofollow',
    help: 'Links not to follow. Never standardized; Google stopped reading it in 2019.',
    obsolete: 'It was never a standard, and Google stopped supporting it in September 2019',
  },
  {
    name: 'Noarchive',
    help: 'Pages not to cache. Never standardized; Google stopped reading it in 2019.',
    obsolete: 'It was never a standard, and Google stopped supporting it in September 2019',
  },
  {
    name: 'Revisit-after',
    help: 'When to visit again. No known crawler reads it.',
    obsolete: 'No known crawler supports it',
  },
  {
    name: 'Robot-version',
    help: 'The version of the format, from a 2002 proposal. No known crawler reads it.',
    obsolete: 'It comes from a 2002 proposal that no known crawler follows',
  },
];
