/** `evaluate`: decides about URLs based on a given robots.txt. It fetches nothing. */
import type { Failure } from '../errors.ts';
import { DEFAULT_CANDIDATES } from '../limits.ts';
import type { Call, Operation } from '../operation.ts';
import { crawlersOf } from '../shared/crawlers.ts';
import { loadDialects, loadUsage } from '../shared/reading.ts';
import { EXAMPLE_ROBOTS, robotsBody } from '../shared/robots-body.ts';
import type { Complete } from '../shared/same.ts';
import { hostsNote } from '../shared/several-hosts.ts';
import { registryFor } from '../shared/uses.ts';
import { type DecisionBasis, decider, type EvaluateAsked } from './decision.ts';
import type { DecisionAnswer, DecisionInput, EvaluateInput } from './schema.ts';
import { decisionWords } from './words.ts';

// Estimates the worst-case cost of an answer from the size and shape of the input. Queries that are certainly cheap are
// answered immediately; all others go to a worker.
//
// A pattern without a star is compared once with the beginning of a target. The segments of a pattern with stars are
// searched for in the target. The number of steps is at most the number of octets in the pattern times the number of
// octets in the target (`patterns/match.ts` in the core). The output contains each rule that matches.

/**
 * Costs in nanoseconds, measured on hostile files and rounded up. They are upper bounds; typical files take a tenth of
 * this time.
 */
const PER_LINE = 4000;
const PER_OCTET = 20;
const PER_OCTET_OF_URL = 50;
/** The cost for each pair of an octet in a pattern with stars and an octet in a target. */
const PER_COMPARISON = 2;
/** A factor for usage records, because they are looked up and compiled for each target. */
const USAGE_FACTOR = 10;

/** A cost above every estimate, for inputs that are not analyzed. */
const DEAR = Number.POSITIVE_INFINITY;

/** The size above which inputs are not analyzed. */
const MAX_OCTETS = 65_536;
const MAX_URLS = 1000;

/** A rough estimate below this value is returned without analyzing the file. */
const NEGLIGIBLE = 10_000_000;

/** The worst-case cost of a decision in nanoseconds, for any file and URLs. */
function decisionCost(asked: EvaluateAsked): number {
  const { robots, dialect, urls, crawlers, usage, use, purposeTokens = [], page } = asked;
  // Other dialects behave like the original parsers, to which these bounds do not apply. A tdmrep.json is parsed again
  // for each target.
  if (dialect !== 'rfc9309' || page?.tdmrep !== undefined) return DEAR;
  const body = robots?.body ?? '';
  if (body.length > MAX_OCTETS || urls.length > MAX_URLS) return DEAR;
  const urlOctets = urls.reduce((sum, url) => sum + url.length + 1, 0);
  const costAs = ({ lines, starred }: Shape): number => {
    const perUrl = lines * PER_LINE + body.length * PER_OCTET;
    const cost = urls.length * perUrl + urlOctets * (PER_OCTET_OF_URL + starred * PER_COMPARISON);
    return cost * crawlers.length * (usage || use ? USAGE_FACTOR + purposeTokens.length : 1);
  };
  const worst = costAs({ lines: body.length + 1, starred: body.length });
  return worst <= NEGLIGIBLE ? worst : costAs(typeof body === 'string' ? shapeOf(body) : shapeOfOctets(body));
}

/** Cached shapes of bodies. Caching is safe, because the octets of a record are never modified. */
const shapes = new WeakMap<Uint8Array, Shape>();

function shapeOfOctets(octets: Uint8Array): Shape {
  const known = shapes.get(octets);
  if (known) return known;
  const shape = shapeOf(latin1.decode(octets));
  shapes.set(octets, shape);
  return shape;
}

/** Decodes one character per octet. This is exact for line ends and stars, and only they are counted here. */
const latin1 = new TextDecoder('latin1');

/** The number of lines, and the number of octets in lines that contain a star. */
interface Shape {
  lines: number;
  starred: number;
}

function shapeOf(text: string): Shape {
  let lines = 1;
  let starred = 0;
  let start = 0;
  let hasStar = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === STAR) hasStar = true;
    if (code !== LF && code !== CR) continue;
    if (hasStar) starred += at - start;
    lines++;
    hasStar = false;
    start = at + 1;
  }
  return { lines, starred: hasStar ? starred + text.length - start : starred };
}

const LF = 0x0a;
const CR = 0x0d;
const STAR = 0x2a;

/** Decides about each URL for each crawler. */
export const evaluate: Operation<EvaluateInput, EvaluateAsked, DecisionAnswer | Failure> = {
  name: 'evaluate',
  title: 'What does this robots.txt say about these URLs?',
  about: 'The request contains the file; nothing is fetched.',
  shape: 'each',
  example: { robots: EXAMPLE_ROBOTS, urls: ['/private/x'], agents: ['FooBot'] },
  asked(input, { registry, limits }) {
    const { urls, headers, tdmrep } = input;
    const hasPage = headers !== undefined || tdmrep !== undefined;
    const { dialect, crawlers, maxCandidates, usage, use, purposeTokens } = questionOf(input, {
      registry,
      limits,
    });
    const robots = robotsBody(input, limits.maxRobotsBytes);
    const page = hasPage ? { headers, tdmrep } : undefined;
    // Lists the members individually, because a spread would take longer than deciding about one URL.
    const named: Named = { dialect, crawlers, maxCandidates, usage, use, purposeTokens, urls, robots, page };
    return named;
  },
  cost: decisionCost,
  load: loadFor,
  *run(asked) {
    for (const answers of byUrl(asked)) yield* answers;
  },
  byUrl,
  note: ({ urls }) => hostsNote(urls),
  words: decisionWords,
};

function* byUrl(asked: EvaluateAsked): Generator<readonly (DecisionAnswer | Failure)[]> {
  const decide = decider(asked);
  for (const url of asked.urls) yield decide(url);
}

/** The part of the input that is common to all URLs. */
export function questionOf(
  input: Omit<DecisionInput, 'urls'> & { readonly evidence?: boolean | undefined },
  { registry, limits }: Pick<Call, 'registry' | 'limits'>,
): DecisionQuestion {
  const { dialect = 'rfc9309', usage, use, purposeTokens, maxCandidates = DEFAULT_CANDIDATES } = input;
  const crawlers = crawlersOf(input, registryFor(registry, purposeTokens), limits.maxCrawlers);
  return { dialect, crawlers, maxCandidates, usage, use, purposeTokens, isExplained: input.evidence };
}

/** The part of a decision's basis that comes from the query. */
export type DecisionQuestion = Omit<DecisionBasis, keyof RecordFacts | 'robots' | 'page'>;

type Named = Complete<Omit<EvaluateAsked, keyof RecordFacts | 'isExplained'>>;

/** The members that only a fetched file has. */
type RecordFacts = Pick<DecisionBasis, 'fetched' | 'evidence'>;

/** Loads the modules that this kind of decision needs. */
export async function loadFor({ dialect, usage, use }: DecisionBasis): Promise<void> {
  if (dialect !== 'rfc9309') await loadDialects();
  if (usage || use !== undefined) await loadUsage();
}
