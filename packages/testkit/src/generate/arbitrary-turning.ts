/**
 * Generates small questions whose answers depend on one detail of a parser. The file is ordinary except for one unusual
 * name, line, pattern or order. How a parser reads that detail determines its answer for the crawler and the URL.
 */
import fc from 'fast-check';
import type { Question } from './arbitrary-robots.ts';
import { groups, runs } from './turning/groups.ts';
import { agents, stars } from './turning/names.ts';
import { limits, markup, nameOctets, octets, openings } from './turning/octets.ts';
import { patterns, precedence } from './turning/patterns.ts';
import { agentRecords, ruleRecords } from './turning/records.ts';
import { brokenUrls, targets } from './turning/targets.ts';

/** A small question whose answer depends on one detail. */
export const arbitraryTurning: fc.Arbitrary<Question> = fc.oneof(
  { weight: 12, arbitrary: agents },
  { weight: 4, arbitrary: stars },
  { weight: 6, arbitrary: agentRecords },
  { weight: 7, arbitrary: ruleRecords },
  { weight: 10, arbitrary: groups },
  { weight: 10, arbitrary: runs },
  { weight: 20, arbitrary: patterns },
  { weight: 10, arbitrary: precedence },
  { weight: 6, arbitrary: octets },
  { weight: 1, arbitrary: nameOctets },
  { weight: 3, arbitrary: openings },
  { weight: 2, arbitrary: limits },
  { weight: 5, arbitrary: markup },
  { weight: 11, arbitrary: targets },
  { weight: 2, arbitrary: brokenUrls },
);
