/** Tests every vector of `spec/lint`: mistakes that must be reported, and files without problems. */
import { readVectors } from '@robots-exclusion/testkit';
import { lint } from 'robots-exclusion/lint';
import { describe, expect, it } from 'vitest';

/** A vector as `spec/README.md` describes it. */
interface LintVector {
  id: string;
  robots?: string;
  robotsRepeated?: [head: string, line: string, times: number];
  robotsUrl?: string;
  code?: string;
  line?: number;
  why: string;
}

function vectorsOf(file: string): readonly LintVector[] {
  const found = readVectors('lint').find(({ name }) => name === file);
  return (found?.vectors ?? []) as unknown as readonly LintVector[];
}

function found({ robots, robotsRepeated: [head, line, times] = ['', '', 0], robotsUrl }: LintVector) {
  const body = robots ?? head + line.repeat(times);
  return lint(body, robotsUrl === undefined ? {} : { robotsUrl });
}

describe('planted mistakes', () => {
  const vectors = vectorsOf('mistakes.json');

  it('are at least 120, each with a name of its own', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(120);
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length);
  });

  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const { code, line } = vector;
    const places = found(vector).map(
      (diagnostic) => `${diagnostic.code} ${line === 0 ? 0 : diagnostic.line}`,
    );
    expect(places).toContain(`${code} ${line}`);
  });
});

describe('correct files', () => {
  const vectors = vectorsOf('correct.json');

  it('are at least 30', () => expect(vectors.length).toBeGreaterThanOrEqual(30));

  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    expect(found(vector).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});
