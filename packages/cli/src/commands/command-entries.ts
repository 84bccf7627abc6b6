/** All subcommands: the texts that help lists, and the module of each. */
import type { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';

/** Builds a subcommand. Its action passes the exit code to `onExit`, and can load every subcommand with `all`. */
export type BuildCommand = (onExit: (code: ExitCode) => void, all: () => Promise<Command[]>) => Command;

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
  load(): Promise<BuildCommand>;
}

/** What help lists of each subcommand, by its heading. */
const SUMMARIES = {
  'Ask about a site, a file or a crawler': {
    check: 'report which URLs a crawler may fetch, and which line decides',
    fetch: 'fetch a robots.txt and show the result',
    report: 'report what sites say to AI crawlers, with the evidence',
    doctor: 'check how a live site serves its robots.txt',
    preflight: 'report what would really happen to a crawler that requests a page',
    agents: 'list known crawlers, or show what a robots.txt lets each of them fetch',
    identify: 'check whether a request is from the crawler that it names',
    ranges: 'show the addresses of a crawler, now and on a day in the past',
    verify: 'verify the signatures of requests (Web Bot Auth)',
    demo: 'try this program on built-in example sites, without a network',
  },
  'Write a robots.txt, and keep it right': {
    init: 'write a new robots.txt',
    lint: 'report problems in a robots.txt and how to fix them',
    fmt: 'format a robots.txt',
    test: 'check a robots.txt against your expectations',
    diff: 'report which URLs a change to robots.txt opens or closes',
    watch: 'save each version of robots.txt that sites serve',
    lsp: 'language server for editors',
  },
  'Study logs and many files; serve programs': {
    audit: 'report which crawlers obeyed robots.txt, according to an access log',
    batch: 'evaluate NDJSON records, with one line of output per line of input',
    sql: 'run SQL over files, with functions that return verdicts',
    warc: 'make a table of the robots.txt captures in WARC files',
    summary: 'summarise a table of robots.txt captures, with a chart',
    conformance: 'run the test vectors of RFC 9309 against any program',
    cache: 'inspect, fill and purge a store of robots.txt files',
    serve: 'serve decisions and the workbench over HTTP',
    mcp: 'serve AI agents over the Model Context Protocol',
    sign: 'sign a request (Web Bot Auth), and make the keys for it',
    completion: 'print a completion script for a shell',
  },
} as const;

type Names<Group> = Group extends unknown ? keyof Group : never;

const LOADERS: Readonly<Record<Names<(typeof SUMMARIES)[keyof typeof SUMMARIES]>, CommandEntry['load']>> = {
  check: async () => (await import('./check.ts')).checkCommand,
  fetch: async () => (await import('./fetch.ts')).fetchCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  preflight: async () => (await import('./preflight.ts')).preflightCommand,
  agents: async () => (await import('./agents.ts')).agentsCommand,
  identify: async () => (await import('./identify.ts')).identifyCommand,
  ranges: async () => (await import('./ranges.ts')).rangesCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  init: async () => (await import('./init.ts')).initCommand,
  lint: async () => (await import('./lint.ts')).lintCommand,
  fmt: async () => (await import('./fmt.ts')).fmtCommand,
  test: async () => (await import('./test.ts')).testCommand,
  diff: async () => (await import('./diff.ts')).diffCommand,
  watch: async () => (await import('./watch.ts')).watchCommand,
  lsp: async () => (await import('./lsp.ts')).lspCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  batch: async () => (await import('./batch.ts')).batchCommand,
  sql: async () => (await import('./sql.ts')).sqlCommand,
  warc: async () => (await import('./warc.ts')).warcCommand,
  summary: async () => (await import('./summary.ts')).summaryCommand,
  conformance: async () => (await import('./conformance.ts')).conformanceCommand,
  cache: async () => (await import('./cache.ts')).cacheCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  sign: async () => (await import('./sign.ts')).signCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
};

export const commandEntries: readonly CommandEntry[] = Object.entries(SUMMARIES).flatMap(
  ([group, summaries]) =>
    Object.entries(summaries).map(([name, summary]) => ({
      ...{ name, summary, group: `${group}:` },
      load: LOADERS[name as keyof typeof LOADERS],
    })),
);
