/** `robots test`: checks a robots.txt against a file of expectations. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import {
  dialectOption,
  literalOption,
  registryOption,
  strictAgentsOption,
} from '../crawlers/crawler-options.ts';
import { ExitCode } from '../exit-codes.ts';
import type { TestResult } from '../expect/run-expectations.ts';
import { FolderOption } from '../input/folder-option.ts';
import { hasScheme } from '../input/with-scheme.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import type { Output } from '../output/stdout.ts';

const help = `
The expectations are YAML:

  robots: public/robots.txt
  tests:
    - name: the shop is open to search
      crawler: [Googlebot, bingbot]
      allow: [/, /products/lamp]
      disallow: [/cart, "/search?q=a"]
    - crawler: GPTBot
      allow: /open/article
      usage: { train-ai: disallow }
    - dialect: google
      crawler: FooBot
      disallow: /private/

"FooBot-News, FooBot" in one string is one crawler with two product tokens. A known crawler is treated as its
operator documents it. "literal: true" beside "crawler", or --literal for all tests, uses only the token itself. So
does "dialect", which says how the robots.txt is read, or --dialect for all tests.

Exit codes: 0 all expectations hold, 1 some do not, 2 wrong usage, 3 a URL served no robots.txt, 4 bad
expectations.

Examples:
  $ robots test
  $ robots test robots.test.yaml --robots https://www.example.com/
  $ robots test --format junit > robots.xml
  $ robots test --format github`;

interface Options extends FetchOptions {
  robots?: string;
  literal?: boolean;
  dialect?: string;
  registry?: string;
  strictAgents?: boolean;
  format: 'text' | 'json' | 'ndjson' | 'junit' | 'github' | 'tap';
}

export function testCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('test')
    .description('Checks a robots.txt against a file of expectations: which crawler may fetch which URL.')
    .argument('[file]', 'the expectations', 'robots.test.yaml')
    .option('--robots <file|url>', 'the robots.txt to use (default: the one named in the expectations)')
    .addOption(registryOption())
    .addOption(literalOption())
    .addOption(dialectOption('; a test may name another dialect'))
    .addOption(strictAgentsOption())
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson', 'junit', 'github', 'tap'])
        .default('text'),
    );
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (file: string, options: Options) =>
      onExit(await test(file, options, command.args.length > 0)),
    );
}

async function test(file: string, options: Options, isNamed: boolean): Promise<ExitCode> {
  const { readRobots } = await import('../sources/read-robots.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { registryOf } = await import('../crawlers/read-registry.ts');
  const { readExpectations } = await import('../expect/expectations.ts');
  const { runExpectation } = await import('../expect/run-expectations.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { lookAtNames } = await import('../crawlers/read-crawlers.ts');
  const { dialectNamed } = await import('../dialect-named.ts');
  const registry = await registryOf(options.registry);
  const dialect = options.dialect === undefined ? undefined : await dialectNamed(options.dialect);
  const names = { isLiteral: options.literal === true, dialect, registry };
  const expectations = readExpectations(file, await text(file, isNamed), names);
  lookAtNames(
    expectations.tests.flatMap(({ crawlers }) => crawlers),
    registry,
    options,
  );
  const name = options.robots ?? beside(file, expectations.robots, isNamed);
  return withInterrupt(async (signal) => {
    const { body } = await readRobots(name, options, signal);
    const results = expectations.tests.flatMap((one) => runExpectation(body, one));
    await writeOut(await rendered(results, options.format, file));
    return results.every(({ passed }) => passed) ? ExitCode.allowed : ExitCode.disallowed;
  });
}

/** How to begin, where the folder has no expectations and none are named. */
const BEGIN = `To begin, save this as robots.test.yaml; robots test --help shows more:

robots: public/robots.txt
tests:
  - crawler: Googlebot
    allow: /
  - crawler: "*"
    disallow: /private/`;

/** The size limit; no handwritten file of expectations is larger. */
const MOST_BYTES = 16 * 1024 * 1024;

async function text(file: string, isNamed: boolean): Promise<string> {
  const { readWhole } = await import('../input/read-body.ts');
  const { writeErr } = await import('../output/stdout.ts');
  if (!isNamed && !existsSync(file)) {
    writeErr(BEGIN.split('\n'));
    throw new CommandError(`Cannot read "${file}": this folder has no expectations`);
  }
  return new TextDecoder().decode(await readWhole(file, MOST_BYTES));
}

/**
 * Resolves a file name in the expectations, which is relative to the expectations file. A file that was only found in
 * the folder may be somebody else's, so it does not choose what is fetched.
 */
function beside(file: string, robots: string | undefined, isNamed: boolean): string {
  if (robots === undefined) {
    throw new CommandError(`Cannot tell which robots.txt to test: expected "robots" in ${file}, or --robots`);
  }
  if (!hasScheme(robots)) return join(dirname(file), robots);
  if (isNamed) return robots;
  throw new CommandError(
    `Cannot fetch ${robots} for a file that was only found in the folder: to allow it, run robots test ${file}`,
  );
}

async function rendered(
  results: readonly TestResult[],
  format: Options['format'],
  file: string,
): Promise<Output> {
  const { json, ndjson } = await import('../output/encoded.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  const { testGithub, testJunit, testTap, testText } = await import('../expect/report.ts');
  if (format === 'text') return testText(results, stdoutTerminal());
  if (format === 'junit') return testJunit(results);
  if (format === 'github') return testGithub(results, file);
  if (format === 'tap') return testTap(results);
  return format === 'json' ? json({ results }) : ndjson(results);
}
