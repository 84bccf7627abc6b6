/** The crawlers that a request asks about. */
import { productTokens } from 'robots-exclusion';
import { ProblemError } from '../problems.ts';

/** One crawler: a product token, a User-Agent header, or a list of product tokens. */
export type Agent = string | readonly string[];

/** What is asked about when nobody says which crawler: how the file reads for all that it does not name. */
const anyCrawler: readonly string[] = Object.freeze(['*']);

/**
 * The product tokens of each crawler.
 *
 * @throws {ProblemError} If one has no product token.
 */
export function crawlersOf(agents: readonly Agent[] | undefined): readonly (readonly string[])[] {
  return agents === undefined ? [anyCrawler] : agents.map(tokensOf);
}

function tokensOf(agent: Agent, index: number): readonly string[] {
  if (agent === '*') return anyCrawler;
  const tokens = typeof agent === 'string' ? tokensOfText(agent.trim()) : agent;
  // What is cut off at its first character is an empty token, which matches no group.
  if (tokens.length > 0 && tokens.every((token) => TOKEN_START.test(token))) return tokens;
  const message =
    'Expected a product token such as "FooBot", a list of them, or a User-Agent header that names one';
  throw new ProblemError('invalid-request', { errors: [{ path: `agents[${index}]`, message }] });
}

function tokensOfText(text: string): readonly string[] {
  return HEADER.test(text) ? productTokens(text) : [text];
}

const HEADER = /[\s(]/;
const TOKEN_START = /^[^\s/*,;(]/;
