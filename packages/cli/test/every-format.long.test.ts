/**
 * No format prints untrusted text in a form that its medium executes. The tests cover every finding and report, every
 * format, and every character.
 */

import type { DuckDBResult } from '@duckdb/node-api';
import { audit, timeline } from '@robots-exclusion/audit';
import { createClient } from '@robots-exclusion/client';
import { preflight } from '@robots-exclusion/client/preflight';
import { chartOf, type Summary } from '@robots-exclusion/corpus';
import { aiAccess } from '@robots-exclusion/operations/ai-access';
import { failureOf } from '@robots-exclusion/operations/check';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { findingOf, placer } from '@robots-exclusion/operations/lint';
import { oneAnswer } from '@robots-exclusion/operations/one-answer';
import { preflightAnswer } from '@robots-exclusion/operations/preflight';
import { type ReadingsAnswer, readings } from '@robots-exclusion/operations/readings';
import { servers } from '@robots-exclusion/operations/server-rules';
import { loadUsage, usageAnswer } from '@robots-exclusion/operations/shared';
import { compile, explain, parse } from 'robots-exclusion';
import { agents, describeCrawler, registryWith, resolveCrawler } from 'robots-exclusion/agents';
import { diff } from 'robots-exclusion/diff';
import { lintRules } from 'robots-exclusion/lint';
import { describe, expect, it, vi } from 'vitest';
import { agentListCsv, agentListText, agentText } from '../src/agents/agents-text.ts';
import { auditCsv } from '../src/audit/audit-csv.ts';
import { auditHtml } from '../src/audit/audit-html.ts';
import { auditText } from '../src/audit/audit-text.ts';
import { blocklist } from '../src/audit/blocklist.ts';
import type { CheckResult } from '../src/check/check-result.ts';
import { type CheckWriter, checkWriter } from '../src/check/check-writer.ts';
import { dialectWriter } from '../src/check/dialect-table.ts';
import { conformanceTap, conformanceText } from '../src/conformance/report.ts';
import { summaryOutput } from '../src/corpus/run-summary.ts';
import { crawlersOf } from '../src/crawlers/crawlers.ts';
import { diffGithub } from '../src/diff/github.ts';
import { diffJson, diffNdjson } from '../src/diff/json.ts';
import { lineDiff } from '../src/diff/line-diff.ts';
import { diffText } from '../src/diff/text.ts';
import { doctorText } from '../src/doctor/doctor-text.ts';
import type { DoctorReport } from '../src/doctor/run-doctor.ts';
import { testGithub, testJunit, testTap, testText } from '../src/expect/report.ts';
import type { TestResult } from '../src/expect/run-expectations.ts';
import { lintGithub } from '../src/lint/github.ts';
import { lintJson } from '../src/lint/json.ts';
import { lintJunit } from '../src/lint/junit.ts';
import type { LintedFile } from '../src/lint/report.ts';
import { lintSarif } from '../src/lint/sarif.ts';
import { lintText } from '../src/lint/text.ts';
import { json, ndjson } from '../src/output/encoded.ts';
import { type Output, textOf } from '../src/output/stdout.ts';
import type { Terminal } from '../src/output/terminal.ts';
import { preflightText } from '../src/preflight/preflight-text.ts';
import { recordList } from '../src/record/record-list.ts';
import { recordText } from '../src/record/record-text.ts';
import { aiCsv, aiHtml, aiText } from '../src/report/write-reports.ts';
import { rowFormats, writeRows } from '../src/sql/write-rows.ts';
import { atomFeed } from '../src/watch/atom.ts';
import { eventKinds, eventText, type WatchEvent } from '../src/watch/watch-event.ts';
import { webhookBody, webhookShapes } from '../src/watch/webhook.ts';

/** Texts that some medium would execute or hide; the last text is a secret. */
const TAINTS = {
  ESC: '\u001b[2J',
  BEL: '\u0007',
  DEL: '\u007f',
  C1: '\u009b2J',
  override: '\u202e',
  isolate: '\u2066',
  mark: '\u200f',
  'Arabic mark': '\u061c',
  'byte order mark': '\ufeff',
  tag: '\u{e0041}',
  'line separator': '\u2028',
  newline: '\n::error::x\n',
  'CR LF': '\r\n##[error]x\r\n',
  TAB: '\t=1',
  formula: '=1+1',
  'formula of full width': '\uff0b1+1',
  sum: '+1+1',
  name: '@SUM(1)',
  markup: '"><script>]]>',
  URL: 'redis://me:seCret@h',
} as const;

const OBEYED =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]|##\[|^::error::x/mu;

const terminal: Terminal = {
  columns: 100,
  room: 100,
  style: Object.fromEntries(
    ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'].map((name) => [name, (text: string) => text]),
  ) as unknown as Terminal['style'],
  link: (text) => text,
};

/** Members whose values come from this project; all other values may be untrusted. */
const OURS = new Set(
  'severity status direction change kind because action outcome level result obeys dialect expected basis code check crawlDelay policyRow purposes format'.split(
    ' ',
  ),
);

/** A copy with the taint at the beginning of every string that may come from an untrusted source. */
function tainted<Value>(value: Value, taint: string, ours: readonly string[] = []): Value {
  if (typeof value === 'string') return `${taint}${value}` as Value;
  if (value instanceof Uint8Array || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => tainted(one, taint, ours)) as Value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    OURS.has(key) || ours.includes(key) ? member : tainted(member, taint, ours),
  ]);
  return Object.fromEntries(members) as Value;
}

/**
 * Fails if a format printed anything executable. Only JSON may contain the secret, because it must reproduce content
 * exactly.
 */
function expectHarmless(output: Output, taint: string, medium: 'json' | 'csv' | 'markup' | 'text'): void {
  const text = textOf(output);
  const lines = medium === 'csv' ? text.replaceAll('\r\n', '\n') : text;
  const [found] = OBEYED.exec(lines) ?? [];
  expect(found, JSON.stringify(taint)).toBeUndefined();
  if (medium !== 'json') expect(text).not.toContain('seCret');
  if (medium === 'markup') expect(text).not.toContain('<script');
  if (medium === 'csv') expect(text).not.toMatch(/(?:^|,)"?\s*[=+@\uff1d\uff0b\uff0d\uff20]/m);
}

const FILE = 'User-agent: FooBot\nDisallow: /a\nSitemap: https://example.com/s\n\nUser-agent: *\nAllow: /b\n';
const CHANGED = 'User-agent: FooBot\nDisallow: /c\nContent-Usage: train-ai=n\n';

describe('output of strangers’ text', () => {
  it.each(Object.entries(TAINTS))('lint: a finding of every rule in every format, with %s', (_, taint) => {
    const files: LintedFile[] = lintRules.map(({ code, title: message, severity, bad }) => {
      const octets = parse(`# ${taint}\n${bad.body}`).octets;
      const found = { code, severity: severity === 'off' ? 'info' : severity, message, line: 1 } as const;
      const span = { start: 0, end: octets.length };
      const findings = tainted([findingOf({ ...found, span }, placer(octets))], taint);
      return { name: `${taint}robots.txt`, octets, answer: { findings } };
    });
    expectHarmless(lintText(files, terminal), taint, 'text');
    expectHarmless(lintGithub(files), taint, 'text');
    expectHarmless(lintJunit(files), taint, 'markup');
    expectHarmless(json(lintJson(files)), taint, 'json');
    expectHarmless(json(lintSarif(files)), taint, 'json');
    const { runs } = JSON.parse(JSON.stringify(lintSarif(files)));
    for (const { message } of runs[0].results) expect(message.text).not.toMatch(OBEYED);
  });

  it.each(Object.entries(TAINTS))('test, diff, conformance, doctor with %s', (_, taint) => {
    const verdict = explain(compile(parse(FILE), 'FooBot'), '/a');
    const crawler = describeCrawler(undefined, resolveCrawler('FooBot'));
    const one = { test: 'a', line: 3, crawler, url: '/a', expected: 'allow', verdict } as const;
    const results: TestResult[] = tainted([{ ...one, passed: false, reason: 'no' }], taint);
    expectHarmless(testText(results, terminal), taint, 'text');
    expectHarmless(testGithub(results, `${taint}tests.yaml`), taint, 'text');
    expectHarmless(testTap(results), taint, 'text');
    expectHarmless(testJunit(results), taint, 'markup');
    expectHarmless(ndjson(results), taint, 'json');
    const named = [`${taint}old`, `${taint}new`] as const;
    const octets = [FILE, CHANGED].map((text) => Buffer.from(text.replaceAll('/', `/${taint}`))) as [
      Buffer,
      Buffer,
    ];
    const report = tainted(diff(FILE, CHANGED), taint);
    const lines = lineDiff(named[0], octets[0], named[1], octets[1]);
    const compared = { oldName: named[0], newName: named[1], report, lineDiff: lines };
    expectHarmless(diffText(compared, 50, terminal), taint, 'text');
    expectHarmless(diffGithub(compared, 50), taint, 'text');
    expectHarmless(diffJson(compared, 50), taint, 'json');
    expectHarmless(diffNdjson(compared, 50), taint, 'json');
    const vector = {
      id: 'a',
      clause: 'b',
      level: 'MUST',
      result: 'failed',
      expected: true,
      message: 'm',
      why: 'w',
    };
    const counts = { passed: 0, failed: 1, skipped: 0 };
    const levels = { MUST: counts, SHOULD: counts, MAY: counts, practice: counts };
    const skipped = { ...vector, result: 'skipped' };
    const judged = {
      vectorsVersion: '1',
      conforms: false,
      levels,
      readsLike: [],
      results: [vector, skipped],
    };
    expectHarmless(conformanceText(tainted(judged, taint) as never, terminal), taint, 'text');
    expectHarmless(conformanceTap(tainted(judged, taint) as never), taint, 'text');
    const check = {
      check: 'a',
      title: 't',
      why: 'w',
      status: 'fail',
      seen: 's',
      fix: 'f',
      details: ['d'],
    } as const;
    const doctor = { origin: 'https://a.example', checks: [check], requests: 1, isDetermined: true };
    expectHarmless(doctorText(tainted(doctor, taint) as unknown as DoctorReport, terminal), taint, 'text');
  });

  it.each(Object.entries(TAINTS))('check, agents, audit with %s', async (_, taint) => {
    const verdict = explain(compile(parse(FILE), 'FooBot'), '/a');
    const answer: CheckResult = {
      url: '/a',
      crawler: describeCrawler(undefined, resolveCrawler('FooBot')),
      allowed: false,
      action: 'skip',
      outcome: 'rules',
      verdict,
      evidence: { source: 'r.txt' },
    };
    const item: CheckResult = tainted(answer, taint);
    const failure = tainted(
      { url: 'x', line: 1, error: { code: 'invalid-url', message: 'm' } },
      taint,
    ) as never;
    for (const [format, medium] of [
      ['text', 'text'],
      ['csv', 'csv'],
      ['json', 'json'],
      ['ndjson', 'json'],
    ] as const) {
      for (const isExplained of format === 'text' ? [false, true] : [false]) {
        const written: Output[] = [];
        const crawlers = crawlersOf([`Foo${taint}Bot`], true);
        const options = { crawlers, title: `${taint}r`, terminal, isExplained, hasUsage: false };
        const writer: CheckWriter = checkWriter(format, async (output) => void written.push(output), options);
        await writer.write(item);
        await writer.write(failure);
        await writer.end();
        for (const output of written) expectHarmless(output, taint, medium);
      }
    }
    const known = tainted(agents.slice(0, 5), taint);
    expectHarmless(agentListText(known, terminal), taint, 'text');
    expectHarmless(agentText(known[0] as (typeof known)[0], terminal), taint, 'text');
    expectHarmless(agentListCsv(known), taint, 'csv');
    const log =
      '192.0.2.1 - - [10/Nov/2026:00:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "FooBot/1.0 (+https://foo.example/)"\n';
    const source = { name: `${taint}a.log`, open: () => log };
    const history = timeline([{ name: `${taint}v`, from: 0, body: FILE }]);
    const report = await audit([source], { timeline: history });
    expectHarmless(auditText(tainted(report, taint), terminal), taint, 'text');
    expectHarmless(auditCsv(tainted(report, taint)), taint, 'csv');
    expectHarmless(auditHtml(tainted(report, taint)), taint, 'markup');
    for (const program of servers) expectHarmless(blocklist(tainted(report, taint), program), taint, 'text');
  });

  it.each(Object.entries(TAINTS))('check --usage and check --dialect all with %s', async (_, taint) => {
    const document = parse(CHANGED);
    const crawlers = crawlersOf(['FooBot'], true);
    const headers = { 'x-robots-tag': 'noai', 'content-usage': 'train-ai=n' };
    await loadUsage();
    const usage = usageAnswer(document, 'FooBot', '/a', { headers });
    const answer: CheckResult = {
      url: '/a',
      crawler: describeCrawler(undefined, resolveCrawler('FooBot')),
      allowed: false,
      action: 'skip',
      outcome: 'rules',
      verdict: explain(compile(document, 'FooBot'), '/c'),
      evidence: { source: 'r.txt' },
      usage,
    };
    await expectHarmlessFrom(taint, async (write) => {
      for (const format of ['text', 'csv', 'json', 'ndjson'] as const) {
        const options = { crawlers, title: `${taint}r`, terminal, isExplained: false, hasUsage: true };
        const writer = checkWriter(format, async (output) => write(output, mediumOf(format)), options);
        await writer.write(tainted(answer, taint));
        await writer.end();
      }
      const asked = {
        robots: { body: Buffer.from(FILE), maxBytes: 512_000 },
        urls: ['/a?%'],
        crawlers,
        maxCandidates: 1,
      };
      await readings.load?.(asked);
      for (const format of ['text', 'json', 'ndjson'] as const) {
        const writer = dialectWriter(format, async (output) => write(output, mediumOf(format)), terminal);
        for (const reading of readings.run(asked))
          await writer.write(tainted(reading as ReadingsAnswer, taint));
        await writer.end(`${taint}note`);
      }
    });
  });

  it.each(Object.entries(TAINTS))('preflight, fetch and cache with %s', async (_, taint) => {
    const site = {
      schemes: ['https'],
      async send({ url }: { url: string }) {
        const isRobots = url.endsWith('/robots.txt');
        const headers = { 'content-type': isRobots ? 'text/plain' : 'text/html', 'x-robots-tag': 'noai' };
        const status = url.endsWith('/moved/robots.txt') ? 404 : 200;
        return { status, headers, body: Buffer.from(isRobots ? CHANGED : '<p>page') };
      },
    };
    const client = createClient({ userAgent: 'FooBot/1.0', transports: [site] });
    const report = await preflight(client, 'https://a.example/b', { as: 'GPTBot' });
    const answer = preflightAnswer(report, resolveCrawler('GPTBot'));
    const record = await client.robots('https://a.example/b');
    await client.close();
    const body = Buffer.from(`${taint}\n${CHANGED}${taint}`);
    const written = { ...tainted({ ...record, body: undefined }, taint), body };
    await expectHarmlessFrom(taint, async (write) => {
      write(preflightText(tainted(answer, taint), terminal), 'text');
      write(json(tainted(answer, taint)), 'json');
      for (const hasBody of [false, true]) write(await recordText(written, hasBody, terminal), 'text');
      for (const format of ['text', 'csv', 'json', 'ndjson'] as const) {
        for (const output of await printedBy(async () => {
          const list = recordList(format);
          await list.write(written);
          await list.end();
        })) {
          write({ text: output }, mediumOf(format));
        }
      }
    });
  });

  it.each(Object.entries(TAINTS))('report ai with %s', async (_, taint) => {
    const robots = { body: Buffer.from(CHANGED.replaceAll('/c', `/${taint}`)), maxBytes: 512_000 };
    const { agents: asked } = aiAccess.asked(
      { target: '/' },
      { registry: registryWith([]), limits: greatestLimits },
    );
    const answer = await oneAnswer(aiAccess, { robots, target: '/', agents: asked });
    const evidence = { source: 'r.txt', robotsUrl: 'https://a.example/robots.txt', digest: 'd' };
    const checked = { outcome: 'not-looked-at', seen: 'a' } as const;
    const failed = { ...failureOf('https://a.example/', 'no-robots-txt'), evidence, checked };
    const words = ['purpose', 'reach', 'sourceKind', 'use', 'says', 'code', 'outcome'];
    const reports = [{ ...answer, evidence, checked }, failed].map((report) => tainted(report, taint, words));
    await expectHarmlessFrom(taint, async (write) => {
      for (const report of reports) {
        write(aiText(report, `${taint}t`, terminal), 'text');
        write(ndjson([report]), 'json');
      }
      write(aiCsv(reports, `${taint}t`), 'csv');
      write(aiHtml(reports, `${taint}t`), 'markup');
    });
  });

  it.each(Object.entries(TAINTS))('summary and sql with %s', async (_, taint) => {
    const counts = { all: 1, some: 2, none: 3 };
    const crawler = { name: `${taint}GPTBot`, counts, byMonth: new Map([[`${taint}2026-11`, counts]]) };
    const summary: Summary = {
      rows: 6,
      files: 6,
      outcomes: new Map([[`${taint}rules`, 6]]),
      content: new Map([[`${taint}robots`, 6]]),
      firstDate: `${taint}2026-11-01`,
      lastDate: `${taint}2026-11-30`,
      crawlers: [crawler],
    };
    const result = {
      deduplicatedColumnNames: () => [`${taint}name`, 'other'],
      columnTypes: () => ['VARCHAR', 'STRUCT'],
      async *yieldRowsJson() {
        yield [[`${taint}a`, { [`${taint}b`]: [`${taint}c`] }]];
      },
    } as unknown as DuckDBResult;
    await expectHarmlessFrom(taint, async (write) => {
      for (const format of ['text', 'json', 'csv'] as const) {
        write(summaryOutput(summary, format), mediumOf(format));
      }
      for (const format of rowFormats) {
        await writeRows(result, format, async (output) => write(output, mediumOf(format)));
      }
    });
    const chart = chartOf(summary);
    expect(chart).not.toContain('<script');
    expect(chart).not.toMatch(OBEYED);
  });

  it.each(Object.entries(TAINTS))('watch: lines, feed and webhooks with %s', async (_, taint) => {
    const change = { crawlers: [`${taint}GPTBot`], patterns: [`${taint}/a`] };
    await expectHarmlessFrom(taint, async (write) => {
      for (const event of eventKinds) {
        const happened: WatchEvent = {
          ...{ event, id: `${taint}1`, at: '2026-11-01T00:00:00Z', outcome: `${taint}rules`, octets: 1 },
          ...{ reason: `${taint}r`, version: `${taint}v`, digest: `${taint}d`, file: `${taint}f` },
          origin: 'https://a.example',
          robotsUrl: `https://a.example/${taint}`,
          diff: { changesVerdicts: true, isComplete: true, letIn: [change], shutOut: [change] },
        };
        write([eventText(happened)], 'text');
        write(ndjson([happened]), 'json');
        write({ text: atomFeed([happened]) }, 'markup');
        for (const shape of webhookShapes) {
          const body = webhookBody(happened, shape);
          write({ text: body }, 'json');
          if (shape === 'event') continue;
          const texts = Object.values(JSON.parse(body) as object).filter(
            (value) => typeof value === 'string',
          );
          for (const text of texts) write({ text }, shape === 'slack' ? 'markup' : 'text');
        }
      }
    });
  });
});

type Medium = Parameters<typeof expectHarmless>[2];

function mediumOf(format: string): Medium {
  if (format === 'csv') return 'csv';
  return format === 'json' || format === 'ndjson' ? 'json' : 'text';
}

/** Fails if any written text is executable, or if nothing was written. */
async function expectHarmlessFrom(
  taint: string,
  writing: (write: (output: Output, medium: Medium) => void) => Promise<void>,
): Promise<void> {
  let count = 0;
  await writing((output, medium) => {
    count += textOf(output).length;
    expectHarmless(output, taint, medium);
  });
  expect(count).toBeGreaterThan(0);
}

/** The text that is written to standard output while `printing` runs. */
async function printedBy(printing: () => Promise<void>): Promise<string[]> {
  const printed: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed.push(String(chunk));
    return true;
  });
  try {
    await printing();
  } finally {
    out.mockRestore();
  }
  return printed;
}
