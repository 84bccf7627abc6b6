/** `robots batch`: one process that receives one question per line. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Door, DoorAnswer, DoorSheet } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ofRegistry } from './answers.ts';

const bin = fileURLToPath(new URL('../../../cli/bin/robots.js', import.meta.url));

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(
  JSON.parse(readFileSync(new URL('../../../../spec/schema/verdict.json', import.meta.url), 'utf8')),
  'verdict',
);
const isOutput: (answer: unknown) => boolean = ajv.compile({ $ref: 'verdict#/$defs/batchOutput' });

interface BatchAnswer {
  id: number;
  allow?: boolean;
  because?: string;
  line?: number;
  crawler?: unknown;
  error?: { code: string; message: string };
}

export function batch(): Door {
  const child = spawn(process.execPath, [bin, 'batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (answer: BatchAnswer) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as BatchAnswer;
    if (!isOutput(answer))
      answer.error = { code: 'not-as-described', message: `${line} ${JSON.stringify(answer)}` };
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let lastId = 0;
  const askOne = (record: object): Promise<BatchAnswer> => {
    const id = ++lastId;
    child.stdin.write(`${JSON.stringify({ id, ...record })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return {
    name: 'robots batch',
    takes: ({ status }) => status === 200,
    ask: (sheet) => Promise.all(recordsOf(sheet).map(async (record) => answerOf(await askOne(record)))),
    close: () => closed(child),
  };
}

function recordsOf({ robots, agents, paths, literal, dialect }: DoorSheet): object[] {
  const common = { robots, ...(literal && { literal }), ...(dialect !== undefined && { dialect }) };
  return paths.flatMap((url) => agents.map((agent) => ({ ...common, agent, url })));
}

function answerOf({ allow, because, line, crawler, error }: BatchAnswer): DoorAnswer {
  if (error?.code === 'dialect-fails') return { allowed: false, because: 'unreadable', line: undefined };
  if (error) throw new Error(`robots batch: ${error.code}: ${error.message}`);
  return { allowed: allow === true, because, line, crawler: ofRegistry(crawler) };
}

async function closed(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, 'exit');
}
