/** Compiles the rules of one crawler from a document (RFC 9309 §2.2.1–2.2.2). */
import { quote } from '../bytes/quote.ts';
import { RobotsDocument } from '../parse/document.ts';
import { tokensOf } from '../rules/crawler.ts';
import { type Crawler, isProfile, tokenInForce } from '../rules/crawler-profile.ts';
import { engineOf } from '../rules/matcher.ts';
import { RuleSet } from '../rules/rule-set.ts';
import { type Selection, selectRows } from '../rules/select.ts';
import { AdaptiveMatcher } from './adaptive-matcher.ts';

/**
 * The rules of `document` that apply to one crawler. All groups that name one of its tokens are merged; the groups of
 * `*` apply only if no group names a token.
 *
 * @param who A product token (`"FooBot"`), a full User-Agent header, or a list with the tokens of *one* crawler.
 *   Alternatively, an agent profile: only the first of its token and its fallback tokens that has a group counts. If
 *   none has a group, `*` counts if it applies to that crawler.
 * @throws {TypeError} If `document` is not a result of `parse`, or `who` is neither a string, nor a list of strings,
 *   nor a profile.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1 | RFC 9309 §2.2.1}
 * @example
 * ```ts
 * const rules = compile(parse('User-agent: FooBot\nDisallow: /private/\n'), 'FooBot');
 * rules.allows('https://example.com/private/notes'); // false
 * rules.allows('/public'); // true
 * ```
 */
export function compile(document: RobotsDocument, who: Crawler): RuleSet {
  if (!(document instanceof RobotsDocument)) {
    throw new TypeError(`Cannot compile ${quote(document)}: expected a document that parse() returned`);
  }
  if (isProfile(who)) {
    const token = tokenInForce(document, who);
    return token === undefined ? rulesOf(document, NO_GROUP) : compile(document, token);
  }
  const engine = engineOf(document.dialect);
  if (engine) return new RuleSet(engine.matcherFor(document, who));
  return rulesOf(document, selectRows(document, tokensOf(who)));
}

function rulesOf(source: RobotsDocument, selection: Selection): RuleSet {
  return new RuleSet(new AdaptiveMatcher({ source, selection }));
}

const NO_GROUP: Selection = Object.freeze({ userAgentRows: [], ruleRows: [] });
