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

function inGroup(group: string, entries: readonly Omit<CommandEntry, 'group'>[]): CommandEntry[] {
  return entries.map((entry) => ({ ...entry, group: `${group}:` }));
}

export const commandEntries: readonly CommandEntry[] = [
  ...inGroup('Ask about a site, a file or a crawler', [
    {
      name: 'check',
      summary: 'report which URLs a crawler may fetch, and which line decides',
      load: async () => (await import('./check.ts')).checkCommand,
    },
    {
      name: 'fetch',
      summary: 'fetch a robots.txt and show the result',
      load: async () => (await import('./fetch.ts')).fetchCommand,
    },
    {
      name: 'report',
      summary: 'report what sites say to AI crawlers, with the evidence',
      load: async () => (await import('./report.ts')).reportCommand,
    },
    {
      name: 'doctor',
      summary: 'check how a live site serves its robots.txt',
      load: async () => (await import('./doctor.ts')).doctorCommand,
    },
    {
      name: 'preflight',
      summary: 'report what would really happen to a crawler that requests a page',
      load: async () => (await import('./preflight.ts')).preflightCommand,
    },
    {
      name: 'agents',
      summary: 'list known crawlers, or show what a robots.txt lets each of them fetch',
      load: async () => (await import('./agents.ts')).agentsCommand,
    },
    {
      name: 'identify',
      summary: 'check whether a request is from the crawler that it names',
      load: async () => (await import('./identify.ts')).identifyCommand,
    },
    {
      name: 'ranges',
      summary: 'show the addresses of a crawler, now and on a day in the past',
      load: async () => (await import('./ranges.ts')).rangesCommand,
    },
    {
      name: 'verify',
      summary: 'verify the signatures of requests (Web Bot Auth)',
      load: async () => (await import('./verify.ts')).verifyCommand,
    },
    {
      name: 'demo',
      summary: 'try this program on built-in example sites, without a network',
      load: async () => (await import('./demo.ts')).demoCommand,
    },
  ]),
  ...inGroup('Write a robots.txt, and keep it right', [
    {
      name: 'init',
      summary: 'write a new robots.txt',
      load: async () => (await import('./init.ts')).initCommand,
    },
    {
      name: 'lint',
      summary: 'report problems in a robots.txt and how to fix them',
      load: async () => (await import('./lint.ts')).lintCommand,
    },
    {
      name: 'fmt',
      summary: 'format a robots.txt',
      load: async () => (await import('./fmt.ts')).fmtCommand,
    },
    {
      name: 'test',
      summary: 'check a robots.txt against your expectations',
      load: async () => (await import('./test.ts')).testCommand,
    },
    {
      name: 'diff',
      summary: 'report which URLs a change to robots.txt opens or closes',
      load: async () => (await import('./diff.ts')).diffCommand,
    },
    {
      name: 'watch',
      summary: 'save each version of robots.txt that sites serve',
      load: async () => (await import('./watch.ts')).watchCommand,
    },
    {
      name: 'lsp',
      summary: 'language server for editors',
      load: async () => (await import('./lsp.ts')).lspCommand,
    },
  ]),
  ...inGroup('Study logs and many files; serve programs', [
    {
      name: 'audit',
      summary: 'report which crawlers obeyed robots.txt, according to an access log',
      load: async () => (await import('./audit.ts')).auditCommand,
    },
    {
      name: 'batch',
      summary: 'evaluate NDJSON records, with one line of output per line of input',
      load: async () => (await import('./batch.ts')).batchCommand,
    },
    {
      name: 'sql',
      summary: 'run SQL over files, with functions that return verdicts',
      load: async () => (await import('./sql.ts')).sqlCommand,
    },
    {
      name: 'warc',
      summary: 'make a table of the robots.txt captures in WARC files',
      load: async () => (await import('./warc.ts')).warcCommand,
    },
    {
      name: 'summary',
      summary: 'summarise a table of robots.txt captures, with a chart',
      load: async () => (await import('./summary.ts')).summaryCommand,
    },
    {
      name: 'conformance',
      summary: 'run the test vectors of RFC 9309 against any program',
      load: async () => (await import('./conformance.ts')).conformanceCommand,
    },
    {
      name: 'cache',
      summary: 'inspect, fill and purge a store of robots.txt files',
      load: async () => (await import('./cache.ts')).cacheCommand,
    },
    {
      name: 'serve',
      summary: 'serve decisions and the workbench over HTTP',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
    {
      name: 'mcp',
      summary: 'serve AI agents over the Model Context Protocol',
      load: async () => (await import('./mcp.ts')).mcpCommand,
    },
    {
      name: 'sign',
      summary: 'sign a request (Web Bot Auth), and make the keys for it',
      load: async () => (await import('./sign.ts')).signCommand,
    },
    {
      name: 'completion',
      summary: 'print a completion script for a shell',
      load: async () => (await import('./completion.ts')).completionCommand,
    },
  ]),
];
