import fc from 'fast-check';
import { isAllowed, parse } from 'robots-exclusion';
import { contentSignals, usagePreferences } from 'robots-exclusion/usage';
import { describe, expect, it } from 'vitest';
import { type Choice, statementLines, withStatements } from './statement-builder.tsx';

const choice = fc.constantFrom<Choice>('allow', 'disallow', 'silent');
const word = { allow: 'allow', disallow: 'disallow', silent: 'unknown' } as const;

describe('the builder of statements', () => {
  it('writes lines that read back as chosen, and changes no verdict', () => {
    const drafts = [
      '',
      'User-agent: *\nDisallow: /a\n',
      'User-agent: *',
      'User-agent: GPTBot\nDisallow: /',
      '# x\n\nUser-agent: A\nUser-agent: *\n\nDisallow: /a',
    ];
    fc.assert(
      fc.property(choice, choice, choice, fc.constantFrom(...drafts), (search, training, input, draft) => {
        const { robots } = statementLines({ search, 'ai-training': training, 'ai-input': input });
        const after = withStatements(draft, robots);
        const document = parse(after);
        if (robots.length > 0) {
          const stated = usagePreferences(document, 'FooBot', '/x') as Record<string, string>;
          expect([stated['search'], stated['train-ai'], stated['ai-use']]).toEqual([
            word[search],
            word[training],
            word[input],
          ]);
          expect(contentSignals(document, 'FooBot', '/x')['ai-input']).toBe(word[input]);
        }
        for (const who of ['FooBot', 'GPTBot', 'A'])
          for (const path of ['/', '/a', '/x'])
            expect(isAllowed(after, who, path)).toBe(isAllowed(draft, who, path));
      }),
    );
  });
});
