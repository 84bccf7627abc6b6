import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { mayStateAiTraining } from './ai-training-rules.ts';

describe('mayStateAiTraining', () => {
  it.each([
    ['User-agent: *\nDisallowAITraining: /\n', true],
    ['User-agent: *\n  ALLOWaiTraining : /x\n', true],
    ['\ufeffDisallow-AITraining: /\n', true],
    ['User-agent: *\nDisallow: /aitraining\n', false],
    ['aitraining\nSitemap: https://example.com/aitraining\n', false],
    ['# DisallowAITraining: /\nFoo: aitraining\nx: y', false],
    ['', false],
  ])('%j: %s', (text, isStated) => {
    expect(mayStateAiTraining(parse(text))).toBe(isStated);
  });
});
