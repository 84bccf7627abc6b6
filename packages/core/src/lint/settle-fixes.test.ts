/** Tests overlapping fixes that can be proven only together with other fixes: after some rounds, no fix is offered. */
import { expect, it } from 'vitest';
import type { Edit } from '../bytes/edit.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import type { FixProver } from '../proof/fix-prover.ts';
import { settleFixes } from './settle-fixes.ts';

/** A prover that proves all fixes together, but none of them alone. */
const prover = {
  within: () => () => ({ kind: 'undecided' }),
  ofSafe: () => () => ({ kind: 'none' }),
} as unknown as FixProver;

const span = { start: 0, end: 4 };
const fixOf = (replacement: string, changesVerdicts: boolean): Fix => ({
  ...{ title: replacement, changesVerdicts },
  edits: [{ span, replacement }],
});

it('a fix that changes nothing alone, but something after another, is not offered', () => {
  const apart = {
    within: () => () => ({ kind: 'none' }),
    ofSafe: () => (edits: readonly Edit[]) =>
      edits.length < 2 ? { kind: 'none' } : { kind: 'changed', text: 'Both open /a' },
  } as unknown as FixProver;
  const claims = [0, 10].map((start, at): Diagnostic => {
    const edits = [{ span: { start, end: start + 4 }, replacement: '' }];
    const fixes = [{ title: `safe ${at}`, changesVerdicts: false, edits }];
    return { code: 'misspelt-record', severity: 'error', message: 'm', line: 1, span, fixes };
  });
  const { diagnostics } = settleFixes(claims, apart, { closes: () => false });
  expect(diagnostics.map(({ fixes = [] }) => fixes)).toEqual([claims[0]?.fixes, []]);
});

it('a fix that is not proven alone is not safe, however many overlap it', () => {
  for (const count of [1, 4, 5, 8]) {
    const claims = Array.from({ length: count }, (_, at): Diagnostic => {
      const fixes = [fixOf(`safe ${at}`, false), fixOf(`other ${at}`, true)];
      return { code: 'misspelt-record', severity: 'error', message: 'm', line: 1, span, fixes };
    });
    const { fixes: _, ...withoutFixes } = claims[0] as Diagnostic;
    const { diagnostics, left } = settleFixes([...claims, withoutFixes], prover, {
      closes: () => false,
    });
    expect(diagnostics.flatMap(({ fixes = [] }) => fixes.filter((fix) => !fix.changesVerdicts))).toEqual([]);
    expect(diagnostics.map(({ fixes }) => fixes?.at(-1)?.title)).toEqual([
      ...claims.map((_, at) => `other ${at}`),
      undefined,
    ]);
    expect(left.map(({ fix, effect }) => [fix.title, effect])).toEqual(
      claims.map((_, at) => [`safe ${at}`, 'not proven to change no verdict']),
    );
  }
});
