/** `lint`: finds what should be fixed in a robots.txt. */
import { parse } from 'robots-exclusion';
import type { LintOptions } from 'robots-exclusion/lint';
import { OperationError } from '../errors.ts';
import { greatestLimits } from '../limits.ts';
import type { Operation } from '../operation.ts';
import { crawlersOf, exampleTokens, type UnknownCrawlers, unknownAmong } from '../shared/crawlers.ts';
import { lazily } from '../shared/lazily.ts';
import { EXAMPLE_ROBOTS, type RobotsBody, robotsBody } from '../shared/robots-body.ts';
import { registryFor } from '../shared/uses.ts';
import { findingOf } from './finding.ts';
import { placer } from './place.ts';
import type { LintAnswer, LintInput } from './schema.ts';
import { lintWords } from './words.ts';

/** The prepared input, which any thread can answer. */
export interface LintAsked extends UnknownCrawlers {
  readonly robots: RobotsBody;
  readonly options: LintOptions;
  readonly maxFindings: number;
}

const linter = lazily('The linter', () => import('robots-exclusion/lint'));
const reader = lazily('The dialects', () => import('robots-exclusion/interpret'));

/** Finds the problems of one file. */
export const lint: Operation<LintInput, LintAsked, LintAnswer> = {
  name: 'lint',
  title: 'What should be fixed in this robots.txt?',
  about: 'Lists findings in file order, with fixes, and says which fixes are proven to change no verdict.',
  shape: 'one',
  example: { robots: EXAMPLE_ROBOTS, profile: 'google' },
  asked({ profile, rules, robotsUrl, agents, purposeTokens, maxFindings, ...given }, call) {
    const { limits } = call;
    const registry = registryFor(call.registry, purposeTokens);
    const named = crawlersOf({ agents: agents ?? [] }, registry, limits.maxCrawlers);
    const crawlers = agents && exampleTokens(named);
    const options = {
      ...(profile !== undefined && { profile }),
      ...(rules && { rules }),
      ...(robotsUrl !== undefined && { robotsUrl }),
      ...(crawlers && { crawlers }),
      ...(registry && { registry }),
    };
    return {
      robots: robotsBody(given, limits.maxRobotsBytes),
      options,
      maxFindings: Math.min(maxFindings ?? limits.maxFindings, limits.maxFindings),
      ...unknownAmong(named, registry),
    };
  },
  // The cost is not limited by the file's size, because fixes require proofs.
  cost: () => Number.POSITIVE_INFINITY,
  async load() {
    await Promise.all([linter.load(), reader.load()]);
  },
  *run(asked) {
    yield lintAnswer(asked);
  },
  words: lintWords,
};

function lintAnswer({ robots, options, maxFindings, unknownCrawlers }: LintAsked): LintAnswer {
  const { body } = robots;
  // Uses the octets, not the parsed document, because findings may concern parts that crawlers skip or decode
  // differently.
  const found = diagnosticsOf(body, options);
  // Reads more octets than crawlers do, because a finding may be in the part of the file that crawlers do not read.
  const placeOf = placer(parse(body, { maxBytes: greatestLimits.maxRobotsBytes }).octets);
  const omitted = found.length - maxFindings;
  return {
    findings: found.slice(0, maxFindings).map((one) => findingOf(one, placeOf)),
    ...(omitted > 0 && { findingsOmitted: omitted }),
    ...(parse(body).isTruncated && { isTruncated: true }),
    ...(unknownCrawlers && { unknownCrawlers }),
  };
}

function diagnosticsOf(body: RobotsBody['body'], options: LintOptions) {
  const { divergences } = reader.loaded();
  try {
    return linter.loaded().lint(body, { ...options, divergences });
  } catch (error) {
    // The caller supplies the names of profiles, rules and severities, so an unknown name is an error in the input.
    if (error instanceof RangeError)
      throw new OperationError('invalid-request', error.message, misnamed(options));
    throw error;
  }
}

/** The member of the input that contains the unknown name. */
function misnamed({ profile }: LintOptions): string {
  const isKnown = profile === undefined || linter.loaded().lintProfiles.some(({ name }) => name === profile);
  return isKnown ? 'rules' : 'profile';
}
