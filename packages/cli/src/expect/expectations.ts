/** Reads an expectations file, which lists crawlers, URLs and expected verdicts. */

import type { Dialect } from 'robots-exclusion';
import {
  type AgentIndex,
  crawlerNames,
  hasTokens,
  type ResolvedCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { refusalOfTarget } from '../check/rules-source.ts';
import { CommandError } from '../command-error.ts';
import { dialectNames, findDialect } from '../dialects.ts';
import { ExitCode } from '../exit-codes.ts';

export interface Expectation {
  readonly name: string;
  /** The line where the test begins, counted from 1. */
  readonly line: number;
  /** The dialect of the robots.txt; undefined for RFC 9309. */
  readonly dialect?: Dialect;
  readonly crawlers: readonly ResolvedCrawler[];
  readonly allow: readonly string[];
  readonly disallow: readonly string[];
  /** The usage preferences that are expected for every allowed URL. */
  readonly usage: ReadonlyMap<string, string>;
}

export interface Expectations {
  /** The robots.txt to test, relative to the expectations file; undefined if the command line names it. */
  readonly robots?: string;
  readonly tests: readonly Expectation[];
}

const USAGES: readonly string[] = ['allow', 'disallow', 'unknown'];
const KEYS: readonly string[] = ['name', 'crawler', 'literal', 'dialect', 'allow', 'disallow', 'usage'];

/** How to read the robots.txt and the crawler names, unless a test specifies otherwise. */
export interface NameReading {
  readonly dialect: Dialect | undefined;
  /** Whether to treat names as plain product tokens. */
  readonly isLiteral: boolean;
  /** The registry that resolves names; undefined for the built-in registry. */
  readonly registry: AgentIndex | undefined;
}

/**
 * @throws {CommandError} If the file is not YAML or does not match the schema. The message names the path and the
 * expected value.
 */
export function readExpectations(name: string, text: string, names: NameReading): Expectations {
  const { value, lineOf } = yamlValue(name, text);
  const file = objectAt(name, '$', value);
  for (const key of Object.keys(file)) {
    if (key !== 'robots' && key !== 'tests') throw bad(name, key, 'expected one of "robots", "tests"');
  }
  const { robots, tests } = file;
  if (robots !== undefined && typeof robots !== 'string')
    throw bad(name, 'robots', 'expected the name of a file, or a URL');
  if (!Array.isArray(tests) || tests.length === 0)
    throw bad(name, 'tests', 'expected a list of at least one test');
  return {
    ...(robots !== undefined && { robots }),
    tests: tests.map((test, index) => ({
      ...expectation(name, `tests[${index}]`, test, names),
      line: lineOf(['tests', index]),
    })),
  };
}

interface YamlValue {
  readonly value: unknown;
  /** The line on which the node at a path begins, counted from 1. */
  lineOf(path: readonly (string | number)[]): number;
}

function yamlValue(name: string, text: string): YamlValue {
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { prettyErrors: true, lineCounter });
    const [error] = document.errors;
    if (error) throw bad(name, '', firstLine(error.message));
    return {
      value: document.toJS({ maxAliasCount: 100 }),
      lineOf(path) {
        const node = document.getIn(path, true);
        const start = isNode(node) ? node.range?.[0] : undefined;
        return start === undefined ? 1 : lineCounter.linePos(start).line;
      },
    };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    // The cause may be too many aliases or too deeply nested lists, for example.
    throw bad(name, '', `expected valid YAML: ${firstLine((error as Error).message)}`);
  }
}

/** The first line of the parser's message, without the excerpt from the file. */
function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/:$/, '');
}

function expectation(
  name: string,
  path: string,
  value: unknown,
  reading: NameReading,
): Omit<Expectation, 'line'> {
  const test = objectAt(name, path, value);
  for (const key of Object.keys(test)) {
    if (!KEYS.includes(key))
      throw bad(name, `${path}.${key}`, `expected one of ${KEYS.map((known) => `"${known}"`).join(', ')}`);
  }
  const names = strings(name, `${path}.crawler`, test['crawler'] ?? '*');
  if (names.length === 0) throw bad(name, `${path}.crawler`, 'expected at least one crawler');
  const dialect = test['dialect'] === undefined ? reading.dialect : dialectAt(name, path, test['dialect']);
  // With a dialect, the registry is ignored, because parsers know only product tokens.
  const literal = test['literal'] ?? (reading.isLiteral || dialect !== undefined);
  if (typeof literal !== 'boolean') throw bad(name, `${path}.literal`, 'expected true or false');
  const allow = targets(name, `${path}.allow`, test['allow'] ?? []);
  const disallow = targets(name, `${path}.disallow`, test['disallow'] ?? []);
  if (allow.length + disallow.length === 0)
    throw bad(name, path, 'expected URLs or paths in "allow" or "disallow"');
  const preferences = usage(name, `${path}.usage`, test['usage'] ?? {});
  if (preferences.size > 0 && allow.length === 0)
    throw bad(
      name,
      `${path}.usage`,
      'expected URLs in "allow" as well: usage is checked only for URLs that may be fetched',
    );
  const title = test['name'] ?? names.join(', ');
  if (typeof title !== 'string') throw bad(name, `${path}.name`, 'expected a string');
  return {
    name: title,
    ...(dialect && { dialect }),
    crawlers: crawlersNamed(name, `${path}.crawler`, names, reading).map((one) =>
      crawlerOf(name, `${path}.crawler`, one, { ...reading, isLiteral: literal }),
    ),
    allow,
    disallow,
    usage: preferences,
  };
}

function crawlersNamed(
  name: string,
  path: string,
  names: readonly string[],
  { registry }: NameReading,
): readonly string[] {
  try {
    return crawlerNames(names, registry);
  } catch (error) {
    if (error instanceof RangeError) throw bad(name, path, error.message);
    throw error;
  }
}

function crawlerOf(name: string, path: string, text: string, reading: NameReading): ResolvedCrawler {
  const crawler = resolveCrawler(text, { literal: reading.isLiteral }, reading.registry);
  if (hasTokens(crawler)) return crawler;
  throw bad(
    name,
    path,
    `expected product tokens or a User-Agent header, but ${JSON.stringify(text)} has no token`,
  );
}

function usage(name: string, path: string, value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(objectAt(name, path, value));
  for (const [category, preference] of entries) {
    if (typeof preference !== 'string' || !USAGES.includes(preference)) {
      throw bad(name, `${path}.${category}`, `expected ${USAGES.map((known) => `"${known}"`).join(', ')}`);
    }
  }
  return new Map(entries as [string, string][]);
}

function dialectAt(name: string, path: string, value: unknown): Dialect {
  const dialect = typeof value === 'string' ? findDialect(value) : undefined;
  if (dialect) return dialect;
  throw bad(name, `${path}.dialect`, `expected one of ${dialectNames()}, but it is ${JSON.stringify(value)}`);
}

/** Reads URLs or paths. Any other value is an error in the expectations, not in the robots.txt. */
function targets(name: string, path: string, value: unknown): string[] {
  const list = strings(name, path, value);
  for (const [index, target] of list.entries()) {
    const refusal = refusalOfTarget(target);
    if (refusal !== undefined) throw bad(name, Array.isArray(value) ? `${path}[${index}]` : path, refusal);
  }
  return list;
}

function strings(name: string, path: string, value: unknown): string[] {
  const list = [value].flat();
  if (!list.every((item) => typeof item === 'string' && item !== ''))
    throw bad(name, path, 'expected a string or a list of strings');
  return list as string[];
}

function objectAt(name: string, path: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw bad(name, path, 'expected a mapping');
}

function bad(name: string, path: string, message: string): CommandError {
  return new CommandError(`${name}: ${path === '' ? '' : `${path}: `}${message}`, ExitCode.badInput);
}
