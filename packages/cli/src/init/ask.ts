import { createInterface, type Interface } from 'node:readline/promises';
import { parseUrl } from '@robots-exclusion/client/url';
import { CommandError } from '../command-error.ts';
import { writeErr } from '../output/stdout.ts';
import { usualConventions } from './conventions.ts';
import type { InitWishes } from './plan.ts';
import { templates } from './plan.ts';

const CHOICES: readonly (readonly [template: string, text: string])[] = [
  ['open', 'everybody, everything'],
  ['no-ai-training', 'everybody but crawlers that gather training data for AI'],
  ['search-only', 'search engines only'],
  ['closed', 'nobody (for a site that is not in production)'],
];

/**
 * Asks the user for the choices. Rejects if `signal` is aborted, for example by an interrupt.
 *
 * @throws {CommandError} If the input ends before all questions are answered.
 */
export async function askWishes(signal: AbortSignal): Promise<InitWishes> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  // Readline handles Ctrl-C itself, so the signal is passed on to the process.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT')).on('close', () => ended.abort());
  try {
    return await askAll(terminal, AbortSignal.any([signal, ended.signal]));
  } catch (error) {
    if (signal.aborted || !ended.signal.aborted) throw error;
    throw new CommandError('The input ended before all questions were answered: nothing was written');
  } finally {
    terminal.close();
  }
}

async function askAll(terminal: Interface, signal: AbortSignal): Promise<InitWishes> {
  const name = await askPreset(terminal, signal);
  const template = templates.get(name) as NonNullable<ReturnType<typeof templates.get>>;
  const isClosed = name === 'closed';
  const question = 'Paths that no crawler may fetch, separated by commas (none): ';
  const disallow = isClosed ? [] : await askList(terminal, signal, question, pathProblem);
  const sitemaps = await askList(terminal, signal, 'URLs of sitemaps (none): ', urlProblem);
  return { ...template, conventions: usualConventions, spare: [], named: [], disallow, sitemaps };
}

async function askPreset(terminal: Interface, signal: AbortSignal): Promise<string> {
  const lines = CHOICES.map(([, text], index) => `  ${index + 1}  ${text}\n`).join('');
  for (;;) {
    const answer = (await terminal.question(`Who may crawl the site?\n${lines}1–4 (1): `, { signal })).trim();
    const chosen = CHOICES[Number(answer === '' ? 1 : answer) - 1];
    if (chosen) return chosen[0];
  }
}

async function askList(
  terminal: Interface,
  signal: AbortSignal,
  question: string,
  problemOf: (value: string) => string | undefined,
): Promise<string[]> {
  for (;;) {
    const answer = await terminal.question(question, { signal });
    const values = answer.split(/[\s,]+/).filter((value) => value !== '');
    const problem = values.map(problemOf).find((found) => found !== undefined);
    if (problem === undefined) return values;
    writeErr([problem]);
  }
}

/** The error in a path; undefined if it is valid. */
export function pathProblem(value: string): string | undefined {
  return /^[/*][^\s#]*$/.test(value)
    ? undefined
    : `Cannot disallow ${JSON.stringify(value)}: expected a path such as "/private/", without spaces or "#"`;
}

/** The error in the URL of a sitemap; undefined if it is valid. */
export function urlProblem(value: string): string | undefined {
  return /^https?:\/\/[^\s#]+$/.test(value) && parseUrl(value)
    ? undefined
    : `Cannot list the sitemap ${JSON.stringify(value)}: expected a URL such as "https://example.com/sitemap.xml"`;
}
