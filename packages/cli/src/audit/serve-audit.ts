/**
 * Audits a service's logs. Each audit runs in a separate `robots audit` process, so that a large log delays no client,
 * and a hostile log can crash only its own audit.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AuditSource } from '@robots-exclusion/server';

/** What to audit, as arguments of `robots audit`. */
export interface ServedAudit {
  logs: readonly string[];
  versions: string;
  site?: string | undefined;
  settings: readonly string[];
}

/** The minimum interval between two reports, however often they are requested. */
const REPORT_HOLDS_MS = 60_000;
const MOST_REPORT = 64 * 1024 * 1024;
const MOST_COMPLAINT = 2000;

/** @param program - The path of the command's script. */
export function serveAudit(options: ServedAudit, program: string): AuditSource {
  const children = new Set<ChildProcess>();
  let kept: { text: Promise<string>; until: number } | undefined;

  async function* output(format: 'json' | 'ndjson', signal?: AbortSignal): AsyncGenerator<string> {
    const args = [
      program,
      '--no-settings',
      'audit',
      '--format',
      format,
      `--versions=${options.versions}`,
      ...(options.site === undefined ? [] : [`--site=${options.site}`]),
      ...options.settings,
      '--',
      ...options.logs,
    ];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    children.add(child);
    const ended = once(child, 'close');
    ended.catch(() => {});
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-MOST_COMPLAINT);
    });
    let isEmpty = true;
    try {
      for await (const text of child.stdout.setEncoding('utf8')) {
        isEmpty = false;
        yield text as string;
      }
      const [code] = await ended;
      if (code !== 0 && isEmpty) throw new Error(`The audit failed: ${complaint.trim()}`);
    } finally {
      children.delete(child);
      child.kill();
    }
  }

  async function makeReport(): Promise<string> {
    let text = '';
    for await (const part of output('json')) {
      text += part;
      if (text.length > MOST_REPORT) throw new Error('The report is too large');
    }
    return text;
  }

  return {
    async report(signal) {
      if (!kept || kept.until < Date.now()) {
        const text = makeReport();
        const mine = { text, until: Number.POSITIVE_INFINITY };
        kept = mine;
        text.then(
          () => {
            mine.until = Date.now() + REPORT_HOLDS_MS;
          },
          () => {
            kept = undefined;
          },
        );
      }
      signal.throwIfAborted();
      return kept.text;
    },
    hits: (signal) => output('ndjson', signal),
    async close() {
      for (const child of children) child.kill();
    },
  };
}
