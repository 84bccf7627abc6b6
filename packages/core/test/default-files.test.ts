/** What the linter says of the files that packages ship or write by default, in `spec/default-files/`. */
import { readFileSync } from 'node:fs';
import { lint } from 'robots-exclusion/lint';
import { expect, it } from 'vitest';

/** How a finding is meant: the owner does something about it, or it is about form only. */
interface Mark {
  readonly mark: 'acts' | 'style';
  readonly files: number;
  readonly findings: number;
  readonly why: string;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../spec/default-files/${name}.json`, import.meta.url), 'utf8'));
const { files } = read('files') as { files: readonly { package: string; robots: string }[] };
const { rules } = read('findings') as { rules: Readonly<Record<string, Mark>> };
const found = files.map(({ robots }) => lint(robots));
const marksOf = (mark: Mark['mark']) => Object.keys(rules).filter((code) => rules[code]?.mark === mark);

it('are at least 60, each of a package with a version', () => {
  expect(files.length).toBeGreaterThanOrEqual(60);
  expect(files.filter(({ package: name }) => !/^(?:npm|pip|go|deb):.+[@=]v?\d/.test(name))).toEqual([]);
});

it('have the findings of the table, which marks each rule', () => {
  const codes = [...new Set(found.flat().map(({ code }) => code))];
  const counted = codes.map((code) => {
    const some = found.map((findings) => findings.filter((finding) => finding.code === code).length);
    return [
      code,
      { files: some.filter((count) => count > 0).length, findings: some.reduce((a, b) => a + b) },
    ];
  });
  const expected = Object.entries(rules).map(([code, { files, findings }]) => [code, { files, findings }]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected));
});

it('have no warning about form, and at most one remark about form each', () => {
  const style = found.map((some) => some.filter(({ code }) => marksOf('style').includes(code)));
  expect(style.flat().filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(style.filter((some) => some.length > 1)).toEqual([]);
});
