/**
 * Compares the profile `lighthouse` with the results of Lighthouse's own audit for the files in `spec/lighthouse/`.
 */
import { bodyOf, checkAll, readVectors, type Vector } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { lint } from './lint.ts';

interface AuditVector extends Pick<Vector, 'robots' | 'robotsBase64' | 'robotsGenerated'> {
  name: string;
  passes: boolean;
  /** Absent for UTF-16 files, whose line numbers differ when the file is read as UTF-8. */
  lines?: readonly number[];
}

const vectors = readVectors('lighthouse').flatMap((file) => file.vectors as unknown as AuditVector[]);

describe('Lighthouse 13.5.0, audit robots-txt', () => {
  it('has vectors', () => {
    expect(vectors.length).toBeGreaterThan(100);
  });

  it('says what the audit said of each file', () =>
    checkAll(
      vectors,
      ({ name }) => name,
      (vector) => {
        const found = lint(bodyOf(vector as unknown as Vector), { profile: 'lighthouse' });
        expect(found.length === 0).toBe(vector.passes);
        if (vector.lines) {
          expect([...new Set(found.map(({ line }) => line))]).toEqual(vector.lines);
        }
      },
    ));

  it('has one severity: what fails the audit is an error, all else is off', () => {
    const found = lint('Disalow: /a\nUser-agent: *\nDisallow: /b*\nDisallow: /b*\n', {
      profile: 'lighthouse',
    });
    expect(found.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ['lighthouse-audit', 'error', 1],
    ]);
  });
});
