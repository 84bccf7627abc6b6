/** The compiled rules that apply to one crawler. */
import { quote } from '../bytes/quote.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Matcher } from './matcher.ts';

/** The result of `compile`. Immutable: the same query always gets the same answer. */
export class RuleSet {
  readonly #matcher: Matcher;

  static {
    // Node.js and Deno print this text for a rule set.
    Object.defineProperty(RuleSet.prototype, Symbol.for('nodejs.util.inspect.custom'), {
      value(this: RuleSet): string {
        return this.#shown();
      },
    });
  }

  /** @internal Only `compile` creates rule sets. */
  constructor(matcher: Matcher) {
    this.#matcher = matcher;
    Object.freeze(this);
  }

  /**
   * Whether the crawler may fetch `target` (RFC 9309 §2.2.2).
   *
   * @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`.
   */
  allows(target: string | UrlLike): boolean {
    return this.#matcher.allows(target);
  }

  /**
   * @internal The matcher of a rule set.
   * @throws {TypeError} If `ruleSet` is not a rule set.
   */
  static matcherOf(ruleSet: RuleSet): Matcher {
    if (ruleSet instanceof RuleSet) return ruleSet.#matcher;
    throw new TypeError(`Cannot use ${quote(ruleSet)}: expected a rule set that compile() returned`);
  }

  /** A text that shows the group that applies, with its lines. */
  #shown(): string {
    const { group } = this.#matcher.judge('/');
    if (!group) return 'RuleSet { no group: everything is allowed }';
    const agents = group.productTokens.map(
      (token, index) => `User-agent: ${token} (line ${group.lines[index]})`,
    );
    return `RuleSet { ${agents.join(', ')} }`;
  }
}
