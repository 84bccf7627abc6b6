/** Answers the first queries by scanning the document, then compiles the rules and releases the document. */
import type { LineSource } from '../parse/records.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Matcher } from '../rules/matcher.ts';
import { ScanMatcher } from '../rules/scan-matcher.ts';
import type { Selection } from '../rules/select.ts';
import type { Judgement, Verdict } from '../rules/verdict.ts';
import { CompiledMatcher } from './compiled-matcher.ts';
import { compileForm } from './rule-set-form.ts';

/** The number of queries answered by scanning. Compiling costs as much as 10 to 18 scanned queries. */
export const EARLY_QUESTIONS = 8;

/** A crawler's rules as rows of a document's line table. */
export interface DocumentRules {
  readonly source: LineSource;
  readonly selection: Selection;
}

/** The rules of a document until they are compiled. */
export class AdaptiveMatcher implements Matcher {
  #document: DocumentRules | undefined;
  #compiled: CompiledMatcher | undefined;
  #scan: ScanMatcher | undefined;
  #questions = 0;

  constructor(rules: DocumentRules) {
    this.#document = rules;
  }

  allows(target: string | UrlLike): boolean {
    return (this.#compiled ?? this.#next()).allows(target);
  }

  judge(target: string | UrlLike): Judgement {
    return (this.#compiled ?? this.#next()).judge(target);
  }

  explain(target: string | UrlLike): Verdict {
    return (this.#compiled ?? this.#next()).explain(target);
  }

  /** Returns the compiled rules; the first call compiles them. */
  compiled(): CompiledMatcher {
    if (this.#compiled === undefined) {
      const { source, selection } = this.#document as DocumentRules;
      this.#compiled = new CompiledMatcher(compileForm(source, selection), this.#questions);
      this.#document = this.#scan = undefined;
    }
    return this.#compiled;
  }

  /** The matcher that answers the next query while the document is still in memory. */
  #next(): Matcher {
    if (++this.#questions > EARLY_QUESTIONS) return this.compiled();
    const { source, selection } = this.#document as DocumentRules;
    this.#scan ??= new ScanMatcher(source, selection, () => this.compiled());
    return this.#scan;
  }
}
