/**
 * The vectors' adapters pass each query to a reader and return its reply, both unchanged. In each language, the test
 * reader replies with the parity of all octets that it receives, and fails on an empty file. If the language permits,
 * the error message is not UTF-8.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bodyOf, isOnPath, needs, readVectors } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { robots } from './command.ts';

const adapters = fileURLToPath(new URL('../../../spec/adapters', import.meta.url));
const readers = fileURLToPath(new URL('adapters', import.meta.url));

interface Language {
  name: string;
  tools: readonly string[];
  /** Requirements besides the tools. */
  isThere?: boolean;
  /** Prepares the folder, and returns the command. */
  build: (run: (...words: string[]) => void, folder: string) => string;
}

const languages: readonly Language[] = [
  { name: 'Python', tools: ['python3'], build: () => 'python3 parity.py' },
  { name: 'JavaScript', tools: ['node'], build: () => 'node parity.js' },
  { name: 'PHP', tools: ['php'], build: () => 'php parity.php' },
  {
    name: 'C++',
    tools: ['g++'],
    isThere: existsSync('/usr/include/nlohmann/json.hpp'),
    build: (run) => {
      run('g++', '-std=c++17', 'parity.cc', '-o', 'parity');
      return './parity';
    },
  },
  {
    name: 'Go',
    tools: ['go'],
    build: (run, folder) => {
      mkdirSync(join(folder, 'adapter'));
      copyFileSync(join(adapters, 'adapter.go'), join(folder, 'adapter', 'adapter.go'));
      run('go', 'mod', 'init', 'peers');
      run('go', 'build', '-o', 'parity', 'parity.go');
      return './parity';
    },
  },
  {
    name: 'Rust',
    tools: ['cargo'],
    build: (run) => {
      run('cargo', 'build', '-q');
      return './target/debug/parity';
    },
  },
  {
    name: 'Java',
    tools: ['javac', 'mvn'],
    build: (run) => {
      run('mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib');
      run('javac', '-cp', 'lib/*', 'Adapter.java', 'Parity.java');
      return "java -cp 'lib/*:.' Parity";
    },
  },
];

interface Result {
  id: string;
  result: string;
  /** Present only for a failed vector; absent for an error. */
  actual?: boolean;
}

const allowed = new Map(
  readVectors('rfc9309').flatMap(({ vectors }) => vectors.map(({ id, allow }) => [id, allow] as const)),
);

/** The expected replies of the readers: true, false, or none for an empty file. */
const expected = new Map(
  readVectors('rfc9309')
    .flatMap(({ vectors }) => vectors)
    .filter(({ agent }) => typeof agent === 'string')
    .map((vector) => {
      const octets = Buffer.concat([bodyOf(vector), Buffer.from(`${vector.agent}${vector.url}`)]);
      const isEven = octets.reduce((sum, octet) => sum + octet, 0) % 2 === 0;
      return [vector.id, bodyOf(vector).length === 0 ? undefined : isEven];
    }),
);

describe('spec/adapters', () => {
  for (const { name, tools, isThere = true, build } of languages) {
    const needed = needs(
      `${tools.join(' and ')} for the adapter in ${name}`,
      isThere && tools.every(isOnPath),
    );
    it(name, { ...needed, timeout: 300_000 }, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'robots-adapter-'));
      cpSync(readers, folder, { recursive: true });
      for (const file of readdirSync(adapters)) copyFileSync(join(adapters, file), join(folder, file));
      const run = (command = '', ...words: string[]): void => {
        execFileSync(command, words, { cwd: folder, stdio: 'pipe' });
      };
      const program = build(run, folder);
      const { stdout } = await robots([
        'conformance',
        `cd '${folder}' && exec ${program}`,
        '--one-token',
        '--format',
        'json',
      ]);
      const asked: Result[] = JSON.parse(stdout).results;
      const answers = asked
        .filter(({ result }) => result !== 'skipped')
        .map(({ id, result, actual }) => [id, result === 'passed' ? allowed.get(id) : actual] as const);
      expect(new Map(answers)).toEqual(expected);
    });
  }
});
