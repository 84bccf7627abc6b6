/** Tests that the linter reports every refusal that no crawler would recognize. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../parse/parse.ts';
import { usageDiagnostics } from '../../usage/diagnostics.ts';
import { lint } from '../lint.ts';

const inGroup = (record: string) => `User-agent: *\nAllow: /\n${record}\n`;

describe('bad-usage-preference', () => {
  it.each([
    // draft-ietf-aipref-vocab-07 §6: a label outside the vocabulary has no meaning.
    ['a label of Content-Signal', inGroup('Content-Usage: ai-train=n'), 'preference-label'],
    ['an unknown label', inGroup('Content-Usage: genai=n'), 'preference-label'],
    ['an unknown label among known ones', inGroup('Content-Usage: train-ai=n, genai=n'), 'preference-label'],
    ['a value that is none', inGroup('Content-Usage: train-ai=no'), 'preference-value'],
    ['a label as a parameter', inGroup('Content-Usage: search=y;train-ai=n'), 'preference-as-parameter'],
    ['no Dictionary of RFC 9651', inGroup('Content-Usage: train-ai = n'), 'preference-syntax'],
    ['a path alone', inGroup('Content-Usage: /a'), 'content-usage-without-statement'],
    ['a path without "/"', inGroup('Content-Usage: *.jpg train-ai=n'), 'content-usage-path'],
    ['nothing at all', inGroup('Content-Usage:'), 'content-usage-empty'],
    ['before every group', 'Content-Usage: train-ai=n\nUser-agent: *\nAllow: /\n', 'record-before-group'],
    [
      'within a run of user-agent records',
      'User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nAllow: /\n',
      'content-usage-in-run',
    ],
    // contentsignals.org
    ['a label of AIPREF in Content-Signal', inGroup('Content-Signal: train-ai=no'), 'content-signal'],
    ['a value of AIPREF in Content-Signal', inGroup('Content-Signal: ai-train=n'), 'content-signal'],
    ['an empty signal', inGroup('Content-Signal:'), 'content-signal'],
    [
      'a signal before every group',
      'Content-Signal: ai-train=no\nUser-agent: *\nAllow: /\n',
      'content-signal-before-group',
    ],
    // RSL 1.0
    ['a relative license', inGroup('License: /license.xml'), 'bad-license'],
    // draft-canel-robots-ai-control-00, expired
    ['a record of an expired draft', inGroup('DisallowAITraining: /'), 'expired-draft'],
  ])('tells of %s', (_, body, code) => {
    const diagnostics = usageDiagnostics(parse(body));
    expect(diagnostics.map((found) => found.code)).toContain(code);
    for (const [profile, severity] of [
      ['rfc9309', 'warning'],
      ['aipref', 'error'],
    ] as const) {
      const told = lint(body, { profile }).filter((found) => found.code === 'bad-usage-preference');
      expect(told.map(({ message }) => message)).toEqual(diagnostics.map(({ message }) => message));
      expect(told.every((found) => found.severity === severity)).toBe(true);
    }
  });

  it.each([
    'Content-Usage: train-ai=n, search=y',
    'Content-Signal: ai-train=no',
    'License: https://a.test/l.xml',
  ])('is silent on %s', (record) => {
    expect(lint(inGroup(record), { profile: 'aipref' })).toEqual([]);
  });
});
