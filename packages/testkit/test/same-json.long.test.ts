/** Tests that every interface that returns decisions returns the same JSON, octet for octet. */
import { greatestLimits, type OfflineName, type Operation, offline } from '@robots-exclusion/operations';
import { evaluate } from '@robots-exclusion/operations/evaluate';
import type { LintAnswer } from '@robots-exclusion/operations/lint';
import {
  arbitraryAuthored,
  arbitrarySheet,
  arbitraryStatedSite,
  type DoorSheet,
  inEachDialect,
  isWholeRun,
  runCommand,
  runs,
  slowUses,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { DEFAULT_MAX_BYTES, type Diagnostic } from 'robots-exclusion';
import { agents } from 'robots-exclusion/agents';
import { divergences } from 'robots-exclusion/interpret';
import { lint as lintFile } from 'robots-exclusion/lint';
import { printable } from 'robots-exclusion/print';
import { placeOf, type UsageStatement } from 'robots-exclusion/usage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Crawler } from '../../../apps/workbench/src/engine/crawler.ts';
import { shareLanguageClient } from '../../cli/test/language-client.ts';
import { knownSheets } from './doors/known-sheets.ts';
import { pageCrawler } from './doors/page.ts';
import { openPageWorker, type PageWorker } from './doors/page-worker.ts';
import { openSameDoors, type SameDoors } from './doors/same.ts';

const QUESTIONS_PER_SHEET = 48;
/** Number of rounds. In the whole run, all interfaces together answer 5,000 questions. */
const SHEETS = runs(Math.ceil(5000 / QUESTIONS_PER_SHEET), 2);
/** Number of dialects that are also tested. */
const DIALECTS = isWholeRun ? 14 : 1;
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);

let doors: SameDoors;
let page: PageWorker;
const languageServer = shareLanguageClient();

beforeAll(async () => {
  doors = await openSameDoors({ addressPolicy: { allow: 'any' }, limits: { workTimeoutMs: 600_000 } });
  page = await openPageWorker();
});

afterAll(async () => {
  await doors.close();
});

/** The answers without the evidence. The evidence differs, because each interface obtains the file in its own way. */
function decided(answers: readonly object[]): string[] {
  return answers.map(({ evidence: _, ...decision }: { evidence?: unknown }) => JSON.stringify(decision));
}

async function ofLibrary(question: Question): Promise<string[]> {
  const asked = evaluate.asked(question, { limits: greatestLimits, registry: undefined });
  await evaluate.load?.(asked);
  return decided([...evaluate.run(asked)]);
}

async function ofCommand({ robots, urls, agents: names, literal, dialect }: Question): Promise<string[]> {
  const asked = names.flatMap((name) => ['--agent', [name].flat().join(',')]);
  const more = [...(literal ? ['--literal'] : []), ...(dialect ? ['--dialect', dialect] : [])];
  const file = doors.host.file('same.txt', robots);
  const items = await doors.host.run([
    ...['check', ...urls, '--robots', file, '--usage', '--format', 'ndjson'],
    ...[...asked, ...more],
  ]);
  return decided(items as object[]);
}

async function ofService(question: Question): Promise<string[]> {
  return decided(await doors.routeAnswers('/v1/evaluate', question));
}

/** Asks about one URL and one crawler per call. */
async function ofTools({ urls, agents: names, ...question }: Question): Promise<string[]> {
  const answers: object[] = [];
  for (const url of urls) {
    for (const crawler of names)
      answers.push(...(await doors.toolAnswers('robots_explain', { ...question, url, crawler })));
  }
  return decided(answers);
}

interface Question {
  readonly robots: string;
  readonly urls: readonly string[];
  readonly agents: readonly (string | readonly string[])[];
  readonly literal?: boolean;
  readonly dialect?: string;
  readonly usage: true;
}

function questionOf({ robots, paths, agents: names, literal, dialect }: DoorSheet): Question {
  const urls = paths.map((path) => `https://example.com${path}`);
  return {
    robots,
    urls,
    agents: names,
    ...(literal && { literal }),
    ...(dialect && { dialect }),
    usage: true,
  };
}

/** Whether a tool returns the JSON unchanged. Tools escape hidden characters from a site and shorten long texts. */
function isPlain(json: string): boolean {
  return !/[^\x20-\x7e]|\\u|\\[bfnrt]/.test(json) && !/"[^"]{500,}"/.test(json);
}

/**
 * The page supports only questions about one token in the registry's spelling, and no literal tokens of the dialect
 * `rfc9309`. For a dialect, only the decision is compared, because the page always reads statements of use according to
 * RFC 9309.
 */
async function expectSameOnPage(
  { robots: draft, agents: names, urls, literal, dialect }: Question,
  expected: string[],
): Promise<number> {
  if (literal || dialect === 'rfc9309') return 0;
  let compared = 0;
  for (const [at, json] of expected.entries()) {
    const name = names[at % names.length] as string | readonly string[];
    const url = urls[Math.floor(at / names.length)] as string;
    const crawler = pageCrawler(name);
    if (crawler?.token !== name) continue;
    const answer =
      dialect === undefined
        ? await page('usage', { draft, crawlers: [], crawler, url, headers: {}, purposeTokens: [] })
        : await page('explain', { draft, crawler, url, reading: dialect });
    if ('error' in answer) throw new Error(`page: ${answer.error.message}`);
    expect(JSON.stringify(answer.decision)).toBe(dialect === undefined ? json : withoutUsage(json));
    compared++;
  }
  return compared;
}

function withoutUsage(json: string): string {
  const { usage: _, ...decision } = JSON.parse(json);
  return JSON.stringify(decision);
}

/** Number of documents that the editor has opened. */
let opened = 0;

/** The language server always uses the registry's description of a crawler. */
async function expectSameInEditor(
  { robots, agents: names, urls, literal, dialect }: Question,
  expected: string[],
): Promise<number> {
  if (literal || dialect !== undefined) return 0;
  const editor = await languageServer();
  const uri = `file:///site/${++opened}/robots.txt`;
  await editor.open(robots, uri);
  let compared = 0;
  for (const [at, json] of expected.entries()) {
    const name = names[at % names.length];
    if (typeof name !== 'string') continue;
    const args = [uri, urls[Math.floor(at / names.length)], name];
    const { location: _, ...decision } = await editor.request<Record<string, unknown>>(
      'workspace/executeCommand',
      { command: 'robots.decide', arguments: args },
    );
    expect(JSON.stringify(decision)).toBe(withoutUsage(json));
    compared++;
  }
  return compared;
}

/** Names that are not known, and names that an interface could take apart. */
const NAMED: DoorSheet = {
  robots: 'User-agent: *\nDisallow: /x\n',
  status: 200,
  agents: [
    'gptbot',
    '*',
    'NoSuchBotEver',
    'GPTBto',
    'GPTBot,CCBot',
    ['GPTBot', 'CCBot'],
    'GPTBot/1.2 (+https://a.example)',
  ],
  paths: ['/x'],
};

describe('a decision about a file', () => {
  it(`is the same JSON in the library, the command, the service, the tools, on the page and in editors, for ${SHEETS} files`, {
    timeout: 1_800_000,
  }, async () => {
    let compared = 0;
    let onPage = 0;
    let inEditor = 0;
    const sheets = fc.sample(arbitrarySheet(agents), { seed: SEED, numRuns: SHEETS });
    for (const sheet of [NAMED, ...knownSheets, ...inEachDialect(sheets, DIALECTS)]) {
      const question = questionOf(sheet);
      const expected = await ofLibrary(question);
      expect(await ofService(question)).toEqual(expected);
      expect(await ofCommand(question)).toEqual(expected);
      const shown = await ofTools(question);
      for (const [at, json] of expected.entries()) if (isPlain(json)) expect(shown[at]).toBe(json);
      onPage += await expectSameOnPage(question, expected);
      inEditor += await expectSameInEditor(question, expected);
      compared += expected.length;
    }
    expect(compared).toBeGreaterThan((SHEETS + DIALECTS) * QUESTIONS_PER_SHEET);
    expect(onPage).toBeGreaterThan(0);
    expect(inEditor).toBeGreaterThan(0);
  });
});

/** A question about a whole file, in the form that each door accepts. */
interface FileQuestion {
  readonly name: OfflineName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly argv: readonly string[];
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The page's job; undefined if another question already tests it. */
  readonly job?: 'lint' | 'compare' | 'readings';
}

async function ofOperation({ name, input }: Pick<FileQuestion, 'name' | 'input'>): Promise<string[]> {
  const operation = offline[name] as unknown as Operation<object, unknown, object>;
  const asked = operation.asked(input, { limits: greatestLimits, registry: undefined });
  await operation.load?.(asked);
  return decided([...operation.run(asked)]);
}

async function expectSame(question: FileQuestion): Promise<void> {
  const expected = await ofOperation(question);
  const told = JSON.stringify(question.input);
  expect(decided(await doors.routeAnswers(`/v1/${question.name}`, question.input)), told).toEqual(expected);
  expect(decided((await doors.host.run(question.argv)) as object[]), told).toEqual(expected);
  const shown = decided(await doors.toolAnswers(question.tool, question.arguments));
  for (const [at, json] of expected.entries()) if (isPlain(json)) expect(shown[at], told).toBe(json);
  if (question.job === undefined) return;
  const answer = await page(question.job, question.input as never);
  expect(decided([answer]), told).toEqual(expected);
}

const FILES = runs(500, 5);
const PAIRS = runs(200, 4);
const SITES = runs(500, 25);

/** What a finding says, whoever says it. */
const told = ({
  code,
  severity,
  line,
  message,
  fixes = [],
}: Diagnostic | LintAnswer['findings'][number]) => ({
  ...{ code, severity, line, message },
  fixes: fixes.map(({ title, changesVerdicts, effect }) => ({ title, changesVerdicts, effect })),
});

type Uses = Readonly<Record<string, { readonly decidedBy?: UsageStatement }>>;

/**
 * The number of files that are tested in the editor. It is small, because the editor waits for a pause in typing before
 * it lints a file.
 */
const SHOWN = runs(20, 2);

describe('a question about a whole file has the same JSON in the library, the command, the service, the tools and on the page', () => {
  const files = fc.sample(arbitraryAuthored, { seed: SEED, numRuns: FILES });

  it(`lint, for ${FILES} files`, async () => {
    for (const robots of files) {
      const asked = { robots, profile: 'strict' };
      const file = doors.host.file('same.txt', robots);
      await expectSame({
        name: 'lint',
        job: 'lint',
        input: asked,
        argv: ['lint', file, '--profile', 'strict', '--format', 'ndjson'],
        tool: 'robots_lint',
        arguments: asked,
      });
      const [json] = await ofOperation({ name: 'lint', input: asked });
      const { findings } = JSON.parse(json as string) as LintAnswer;
      const found = lintFile(robots, { profile: 'strict', divergences });
      expect(findings.map(told), robots).toEqual(found.map(told));
    }
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a\n', 'utf16le')],
    ['Latin-1', Buffer.from('User-agent: *\nDisallow: /\u00e9\nDisallow: /a$b\n', 'latin1')],
    ['a byte order mark', Buffer.from('\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a/b\n')],
    ['more than is read', Buffer.from(`User-agent: *\nDisallow: /a\n#${'x'.repeat(DEFAULT_MAX_BYTES)}\n`)],
  ])('lint, of a file in %s', async (_, body) => {
    const asked = { robotsBase64: body.toString('base64'), profile: 'strict' };
    const argv = ['lint', doors.host.file('same.txt', body), '--profile', 'strict', '--format', 'ndjson'];
    await expectSame({ name: 'lint', input: asked, argv, tool: 'robots_lint', arguments: asked });
  });

  it(`lint, for ${SHOWN} files that an editor opens`, async () => {
    const editor = await languageServer();
    for (const [at, robots] of files.slice(0, SHOWN).entries()) {
      const { diagnostics } = await editor.open(robots, `file:///linted/${at}/robots.txt`);
      const [json] = await ofOperation({ name: 'lint', input: { robots } });
      const { findings } = JSON.parse(json as string) as LintAnswer;
      const expected = findings.map(({ code, message, line, column }) => ({
        code,
        message: printable(message),
        start: { line: line - 1, character: column - 1 },
      }));
      const shown = diagnostics.map(({ code, message, range }) => ({ code, message, start: range.start }));
      expect(shown, robots).toEqual(expected);
    }
  });

  it(`diff, for ${PAIRS} pairs`, async () => {
    for (const [at, before] of files.slice(0, PAIRS).entries()) {
      const after = files[(at + 1) % files.length] as string;
      const named = [doors.host.file('before.txt', before), doors.host.file('after.txt', after)];
      await expectSame({
        name: 'diff',
        job: 'compare',
        input: { before: { robots: before }, after: { robots: after }, maxRegions: 20 },
        argv: ['diff', ...named, '--limit', '20', '--format', 'json'],
        tool: 'robots_diff',
        arguments: { before, after, maxRegions: 20 },
      });
    }
  });

  it(`readings and usage, for ${PAIRS} files`, async () => {
    const [url, agent] = ['https://example.com/private/a?b=c', 'GPTBot'];
    for (const robots of files.slice(0, PAIRS)) {
      const file = doors.host.file('same.txt', robots);
      const asked = { robots, urls: [url], agents: [agent] };
      const argv = ['check', url, '--robots', file, '--agent', agent, '--format', 'ndjson'];
      const tool = { robots, url, crawler: agent };
      await expectSame({
        ...{ name: 'readings', input: asked, argv: [...argv, '--dialect', 'all'] },
        ...{ tool: 'robots_readings', arguments: tool, job: 'readings' },
      });
      await expectSame({
        ...{ name: 'usage', input: asked, argv: [...argv, '--usage'] },
        ...{ tool: 'robots_usage', arguments: tool },
      });
    }
  });

  it(`usage of ${SITES} sites that state it in several ways, the words of the command and of the tool, and the page`, async () => {
    for (const site of fc.sample(arbitraryStatedSite, { seed: SEED, numRuns: SITES })) {
      const { robots, headers, tdmrep, crawler, path } = site;
      const url = `https://example.com${path}`;
      const stated = { headers, ...(tdmrep !== undefined && { tdmrep }) };
      const argv = [
        ...['check', url, '--robots', doors.host.file('same.txt', robots), '--agent', crawler, '--usage'],
        ...Object.entries(headers).flatMap(([name, value]) => ['--page-header', `${name}: ${value}`]),
        ...(tdmrep === undefined ? [] : ['--tdmrep', doors.host.file('tdmrep.json', tdmrep)]),
      ];
      const question = { robots, ...stated, url, crawler };
      await expectSame({
        ...{ name: 'usage', input: { robots, ...stated, urls: [url], agents: [crawler] } },
        ...{ argv: [...argv, '--format', 'ndjson'], tool: 'robots_usage', arguments: question },
      });
      const { stdout } = await runCommand([...argv, '--explain']);
      const { text } = await doors.call('robots_usage', question);
      for (const [use, { preference, place }] of Object.entries(slowUses(site))) {
        if (place === undefined) continue;
        expect(stdout).toContain(`${preference} by ${place}`);
        expect(text).toContain(`${use}: ${preference} (${place})`);
      }
      const { tdmrep: _, ...onPage } = site;
      const who = { crawlers: [], crawler: pageCrawler(crawler) as Crawler };
      const asked = { draft: robots, ...who, url, headers, purposeTokens: [] };
      const answer = await page('usage', asked);
      if ('error' in answer) throw new Error(`page: ${answer.error.message}`);
      for (const [use, { place }] of Object.entries(slowUses(onPage))) {
        const by = (answer.decision.usage.uses as Uses)[use]?.decidedBy;
        expect(by && placeOf(by), JSON.stringify(site)).toBe(place);
      }
    }
  });
});
