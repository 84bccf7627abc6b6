/** `robots conformance` runs the vectors against programs that reply correctly, incorrectly, or not at all. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const batch = `"${process.execPath}" "${fileURLToPath(new URL('../bin/robots.js', import.meta.url))}" batch --literal`;

/** A program in JavaScript that prints the line that `reply(question)` returns. */
function program(reply: string): string {
  const file = temporaryFile(
    'program.mjs',
    `import { createInterface } from 'node:readline';
     const reply = ${reply};
     for await (const line of createInterface({ input: process.stdin })) {
       const answer = await reply(JSON.parse(line));
       process.stdout.write((typeof answer === 'string' ? answer : JSON.stringify(answer)) + '\\n');
     }`,
  );
  return `"${process.execPath}" "${file}"`;
}

interface Report {
  conforms: boolean;
  levels: Record<string, { passed: number; failed: number; skipped: number }>;
  readsLike: { dialect: string; same: number; asked: number }[];
  results: { id: string; result: string; message?: string; expected?: boolean; actual?: boolean }[];
}

async function reportOf(cmd: string, ...options: string[]): Promise<Report & { exit: number | string }> {
  const { stdout, exit } = await robots(['conformance', cmd, '--format', 'json', ...options]);
  return { ...JSON.parse(stdout), exit };
}

describe('robots conformance', () => {
  it('finds that this implementation conforms', async () => {
    const { conforms, levels, exit } = await reportOf(batch);
    expect([conforms, exit]).toEqual([true, 0]);
    expect(levels['MUST']).toMatchObject({ failed: 0, skipped: 0 });
    expect(levels['MUST']?.passed).toBeGreaterThan(500);
    expect(levels['practice']).toMatchObject({ failed: 0 });
  });

  it('fails exactly the vectors that a program answers wrongly', async () => {
    const { conforms, results, readsLike, exit } = await reportOf(
      program('({ id }) => ({ id, allow: true })'),
    );
    expect([conforms, exit]).toEqual([false, 1]);
    const failed = results.filter(({ result }) => result === 'failed');
    expect(failed.every(({ expected, actual }) => expected === false && actual === true)).toBe(true);
    expect(results.filter(({ result }) => result === 'passed').length).toBeGreaterThan(100);
    expect(readsLike[0]?.same).toBeLessThan(readsLike[0]?.asked ?? 0);
  });

  it('names the dialect that a program reads by', async () => {
    const { readsLike } = await reportOf(batch.replace('--literal', '--dialect protego'));
    expect(readsLike[0]).toEqual({ dialect: 'protego', same: 125, asked: 125 });
  });

  it('takes answers in any order, between other lines, and errors', async () => {
    const chatty = program(`({ id }) => id.startsWith('5-')
      ? '{"id":"' + id + '","error":{"message":"boom"}}'
      : 'a note\\n[1]\\n{"id":"never-asked","allow":false}\\n' + JSON.stringify({ id, allow: true })`);
    const { results } = await reportOf(chatty);
    const failed = results.filter(({ message }) => message === 'boom');
    expect(failed.length).toBeGreaterThan(0);
    expect(results.find(({ id }) => id === '2.1-blank-02')?.actual).toBe(true);
  });

  it('skips what a program cannot take, and does not call that conforming', async () => {
    const skips = program(
      '({ id, agent }) => (typeof agent === "string" ? { id, allow: true } : { id, skip: "lists" })',
    );
    const [byProgram, byOption] = await Promise.all([reportOf(skips), reportOf(skips, '--one-token')]);
    const skipped = (report: Report): string[] =>
      report.results.filter(({ result }) => result === 'skipped').map(({ id }) => id);
    expect(skipped(byProgram).length).toBeGreaterThan(10);
    expect(skipped(byOption)).toEqual(skipped(byProgram));
  });

  it('writes TAP whose plan is the number of vectors, and marks what the RFC does not require', async () => {
    const cmd = program('({ id }) => ({ id, allow: true })');
    const { stdout } = await robots(['conformance', cmd, '--format', 'tap']);
    const [, plan = ''] = stdout.split('\n');
    const points = stdout.match(/^(?:not )?ok \d+ - /gm) ?? [];
    expect(plan).toBe(`1..${points.length}`);
    expect(stdout).toMatch(/^not ok \d+ - .* # TODO practice$/m);
  });

  it('writes a badge', async () => {
    const badge = async (cmd: string): Promise<unknown> =>
      JSON.parse((await robots(['conformance', cmd, '--format', 'badge'])).stdout);
    expect(await badge(batch)).toEqual({
      schemaVersion: 1,
      label: 'RFC 9309',
      message: 'conforms',
      color: 'brightgreen',
    });
    expect(await badge(program('({ id }) => ({ id, allow: true })'))).toMatchObject({ color: 'orange' });
  });

  it.each([
    ['no-such-program-here', /not (?:found|recognized)/],
    [`"${process.execPath}" --version`, /the program ended \(exit code 0\)/],
  ])('exits with 3 where %s answers nothing', async (cmd, message) => {
    const { stdout, stderr, exit } = await robots(['conformance', cmd]);
    expect([stdout, exit, stderr]).toEqual(['', 3, expect.stringMatching(message)]);
  });
});
