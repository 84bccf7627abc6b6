/** Formats the final lines of a test run. */

export interface NotedTest {
  state: 'passed' | 'skipped' | 'failed';
  fullName: string;
  /** What the test requires of the machine, if it states this. */
  needs: string | undefined;
}

/** A test file that ran. */
export interface NotedFile {
  /** Path from the repository's root, with `/` between folders. */
  path: string;
  cpuMs: number;
  tests: readonly NotedTest[];
  /** Whether the file itself failed: it could not be loaded, or one of its hooks threw. */
  isBroken: boolean;
}

/** One line for each missing requirement, and one line for the tests that state no requirement. */
export function skipLines(files: readonly NotedFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { needs = 'a condition that its file states' } of testsOf(files, 'skipped'))
    counts.set(needs, (counts.get(needs) ?? 0) + 1);
  return [...counts].map(
    ([needs, count]) => `Skipped  ${count} ${count === 1 ? 'test needs' : 'tests need'} ${needs}`,
  );
}

/** For each failure, a command that runs only that test. */
export function againLines(files: readonly NotedFile[], command: string): string[] {
  return files.flatMap(({ path, tests, isBroken }) => {
    const failed = tests.filter(isFailed);
    const alone = failed.map(
      ({ fullName }) => `Again    ${command} ${path} -t ${quoted(asPattern(fullName))}`,
    );
    return isBroken && failed.length === 0 ? [`Again    ${command} ${path}`] : alone;
  });
}

/** The result of the run. A file that is broken without a failed test counts as a failed test. */
export function resultLine(files: readonly NotedFile[]): string {
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map(
    (state) => testsOf(files, state).length,
  ) as [number, number, number];
  const broken = files.filter(({ isBroken, tests }) => isBroken && !tests.some(isFailed)).length;
  return `${passed} passed, ${failed + broken} failed, ${skipped} skipped`;
}

/** CPU seconds of the run by package, and each file, the most expensive first. */
export function cpuLines(files: readonly NotedFile[], runnerMs: number): string[] {
  const packages = new Map<string, number>();
  for (const { path, cpuMs } of files) {
    const name = packageOf(path);
    packages.set(name, (packages.get(name) ?? 0) + cpuMs);
  }
  const shares = [...packages, ['runner', runnerMs] as const].sort(([, a], [, b]) => b - a);
  const total = shares.reduce((sum, [, ms]) => sum + ms, 0);
  const dearest = [...files].sort((a, b) => b.cpuMs - a.cpuMs);
  return [
    `CPU time ${seconds(total)} s: ${shares.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')}`,
    ...dearest.map(({ path, cpuMs }) => `${seconds(cpuMs).padStart(8)} ${path}`),
  ];
}

function isFailed({ state }: NotedTest): boolean {
  return state === 'failed';
}

function testsOf(files: readonly NotedFile[], state: NotedTest['state']): NotedTest[] {
  return files.flatMap(({ tests }) => tests.filter((test) => test.state === state));
}

/** The package of a path, for example `core` for `packages/core/src/…` and `scripts` for `scripts/…`. */
function packageOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'packages' || first === 'apps' ? second : first;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** Escapes the name of a test, because Vitest reads it as a regular expression. */
function asPattern(name: string): string {
  return `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
