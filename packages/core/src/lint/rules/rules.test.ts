/** Every rule fires on its bad example and is silent on its good one; fixes of the bad example mend it. */
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../bytes/edit.ts';
import { divergences } from '../../interpret/divergences.ts';
import { lint } from '../lint.ts';
import type { LintExample } from '../lint-rule.ts';
import { lintRules } from './index.ts';

const bodyOf = ({ body, encoding }: LintExample) => new Uint8Array(Buffer.from(body, encoding ?? 'utf8'));
const optionsOf = ({ robotsUrl, profile, withDialects }: LintExample) => ({
  ...(withDialects && { divergences }),
  ...(robotsUrl !== undefined && { robotsUrl }),
  ...(profile !== undefined && { profile }),
});
const found = (code: string, example: LintExample) =>
  lint(bodyOf(example), optionsOf(example)).filter((diagnostic) => diagnostic.code === code);

describe.each(lintRules.map((rule) => [rule.code, rule] as const))('%s', (code, rule) => {
  it('fires on its bad example, at octets of the file', () => {
    const body = bodyOf(rule.bad);
    const diagnostics = found(code, rule.bad);
    expect(diagnostics).not.toEqual([]);
    for (const { span, line, message } of diagnostics) {
      expect(span.start <= span.end && span.end <= Math.max(body.length, 512_000)).toBe(true);
      expect(line).toBeGreaterThanOrEqual(1);
      expect(message).toMatch(/^\S.*[^.]$/);
    }
  });

  it('is silent on its good example, and so is every other rule that is no remark', () => {
    const others = lint(bodyOf(rule.good), optionsOf(rule.good)).filter(
      ({ severity }) => severity !== 'info',
    );
    expect(found(code, rule.good)).toEqual([]);
    expect(others).toEqual([]);
  });

  it('is mended by its fixes', () => {
    for (const diagnostic of found(code, rule.bad)) {
      for (const { edits } of diagnostic.fixes ?? []) {
        const mended = applyEdits(bodyOf(rule.bad), edits);
        const left = lint(mended, optionsOf(rule.bad)).filter((again) => again.code === code);
        expect(left.length).toBeLessThan(found(code, rule.bad).length);
      }
    }
  });
});

it('every code is used once, and every rule has words', () => {
  expect(new Set(lintRules.map(({ code }) => code)).size).toBe(lintRules.length);
  for (const { code, title, reason } of lintRules) {
    expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect([title.endsWith('.'), reason.endsWith('.')]).toEqual([false, true]);
  }
});
