/**
 * The presets, which are different interpretations of RFC 9309 §2.3.1. This file contains only data; `docs/access.md`
 * prints these tables.
 */
import type { OutcomeRows } from './outcome-table.ts';

/** The presets' names. */
export type PresetName = 'rfc9309' | 'google' | 'commoncrawl' | 'archive';

/**
 * A recorded program with its version, such as `crawlee-python@1.11`: a preset for simulations, which decides as the
 * program did. That is often not what RFC 9309 asks of a crawler.
 */
export type ProgramPresetName = `${string}@${string}`;

/** The behavior in one phase while robots.txt is unreachable. */
export interface UnreachableStep {
  /** The name of the phase, which is the last part of a decision's `policyRow`. */
  name: string;
  /**
   * The start of the phase in seconds since the first failed attempt; `stale-limit` means `staleSeconds` (default: 30
   * days).
   */
  from: number | 'stale-limit';
  /** The behavior while a last good copy is stored. */
  withCopy: 'disallow' | 'last-good' | 'allow';
  withoutCopy: 'disallow' | 'allow';
}

/** One interpretation of the outcomes. */
export interface Preset {
  name: PresetName | ProgramPresetName;
  /** The source of this interpretation, in words. */
  source: string;
  rows: OutcomeRows;
  /** The phases in order of time; the first begins at 0. */
  unreachable: readonly UnreachableStep[];
}

const hourSeconds = 3600;

/** The rows to which all others fall back. */
const rfc9309Rows: OutcomeRows = Object.freeze({
  '2xx': 'rules',
  // A redirect that cannot be followed counts as unreachable rather than as unavailable, to err on the side of
  // disallowing.
  '3xx': 'unreachable',
  'too-many-redirects': 'no-rules',
  '4xx': 'no-rules',
  '5xx': 'unreachable',
  network: 'unreachable',
  'address-refused': 'refused',
  'scheme-refused': 'refused',
});

const rfc9309: Preset = Object.freeze<Preset>({
  name: 'rfc9309',
  source: 'RFC 9309 §2.3.1; after the stale limit, follows the MUST of §2.3.1.4 and does not use its MAY',
  rows: rfc9309Rows,
  unreachable: [
    { name: 'at-once', from: 0, withCopy: 'last-good', withoutCopy: 'disallow' },
    { name: 'after-stale-limit', from: 'stale-limit', withCopy: 'disallow', withoutCopy: 'disallow' },
  ],
});

const google: Preset = Object.freeze<Preset>({
  name: 'google',
  source: 'How Google interprets the robots.txt specification, 2026-04',
  rows: Object.freeze({
    ...rfc9309Rows,
    '429': 'unreachable',
    '3xx': 'no-rules',
  }),
  unreachable: [
    { name: 'first-12-hours', from: 0, withCopy: 'disallow', withoutCopy: 'disallow' },
    { name: 'after-12-hours', from: 12 * hourSeconds, withCopy: 'last-good', withoutCopy: 'allow' },
    { name: 'after-stale-limit', from: 'stale-limit', withCopy: 'allow', withoutCopy: 'allow' },
  ],
});

const commoncrawl: Preset = Object.freeze<Preset>({
  name: 'commoncrawl',
  source:
    'Apache Nutch, on which CCBot is built: 4xx allows, 429 and 5xx defer, no copy outlives its lifetime. Stricter than Nutch 1.22 at errors of the network, where that fetches without rules',
  rows: Object.freeze({ ...rfc9309Rows, '429': 'unreachable' }),
  unreachable: [{ name: 'deferred', from: 0, withCopy: 'disallow', withoutCopy: 'disallow' }],
});

const archive: Preset = Object.freeze<Preset>({
  name: 'archive',
  source:
    'brozzler 1.9.6: rules that cannot be read do not apply. Heritrix 3.13 does so at 4xx and 5xx, at every redirect, and only after 31 tries at errors of the network',
  rows: rfc9309Rows,
  unreachable: [
    { name: 'at-once', from: 0, withCopy: 'last-good', withoutCopy: 'allow' },
    { name: 'after-stale-limit', from: 'stale-limit', withCopy: 'allow', withoutCopy: 'allow' },
  ],
});

/** All presets by name. */
export const presets: ReadonlyMap<string, Preset> = new Map(
  [rfc9309, google, commoncrawl, archive].map((preset) => [preset.name, preset]),
);
