import { type ComparedRules, comparedRules } from '../../src/compare/compared-rule.ts';
import { parse } from '../../src/parse/parse.ts';

/** The rules of a group with these lines, prepared for comparison. */
export function rulesOf(...lines: readonly string[]): ComparedRules {
  const document = parse(['User-agent: *', ...lines].join('\n'));
  return comparedRules(document, document.groups[0]?.rules ?? []);
}
