/** All subcommands: what help lists, and where each is loaded from. */
import type { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';

/** Builds a subcommand; its action tells `onExit` the exit code. */
export type BuildCommand = (onExit: (code: ExitCode) => void) => Command;

/** A subcommand before it is loaded. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<BuildCommand>;
}

export const commandEntries: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'say which URLs a crawler may fetch, and which line decides',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'fetch',
    summary: 'show how a robots.txt is had, and what it holds',
    load: async () => (await import('./fetch.ts')).fetchCommand,
  },
  {
    name: 'lint',
    summary: 'say what should be mended in a robots.txt, and why',
    load: async () => (await import('./lint.ts')).lintCommand,
  },
  {
    name: 'fmt',
    summary: 'bring a robots.txt into canonical form',
    load: async () => (await import('./fmt.ts')).fmtCommand,
  },
  {
    name: 'test',
    summary: 'hold a robots.txt against what is expected of it',
    load: async () => (await import('./test.ts')).testCommand,
  },
  {
    name: 'diff',
    summary: 'say which URLs a change of robots.txt opens or closes',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  {
    name: 'doctor',
    summary: 'check how a live site serves its robots.txt',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    name: 'audit',
    summary: 'report which crawlers kept to robots.txt, by an access log',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  {
    name: 'watch',
    summary: 'keep the versions of robots.txt that sites serve',
    load: async () => (await import('./watch.ts')).watchCommand,
  },
  {
    name: 'identify',
    summary: 'check whether a request is from the crawler that it names',
    load: async () => (await import('./identify.ts')).identifyCommand,
  },
  {
    name: 'preflight',
    summary: 'say what would really happen to a crawler at a page',
    load: async () => (await import('./preflight.ts')).preflightCommand,
  },
  {
    name: 'agents',
    summary: 'list known crawlers, or show what a robots.txt lets each do',
    load: async () => (await import('./agents.ts')).agentsCommand,
  },
  {
    name: 'init',
    summary: 'write a robots.txt to begin with',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'lsp',
    summary: 'language server for editors',
    load: async () => (await import('./lsp.ts')).lspCommand,
  },
  {
    name: 'batch',
    summary: 'answer NDJSON records as a filter',
    load: async () => (await import('./batch.ts')).batchCommand,
  },
  {
    name: 'conformance',
    summary: 'run the test vectors of RFC 9309 against any program',
    load: async () => (await import('./conformance.ts')).conformanceCommand,
  },
  {
    name: 'sql',
    summary: 'run SQL over files, with verdicts as functions',
    load: async () => (await import('./sql.ts')).sqlCommand,
  },
  {
    name: 'warc',
    summary: 'make a table of the robots.txt captures in WARC files',
    load: async () => (await import('./warc.ts')).warcCommand,
  },
  {
    name: 'cache',
    summary: 'look into a store of robots.txt, fill it, purge it',
    load: async () => (await import('./cache.ts')).cacheCommand,
  },
  {
    name: 'serve',
    summary: 'serve decisions over HTTP, and the workbench',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'mcp',
    summary: 'answer agents over the Model Context Protocol',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  {
    name: 'demo',
    summary: 'show all this at work on example sites, without a network',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
];
