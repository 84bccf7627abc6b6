/** Fixes of several findings that can be made together: none of them touches another. */
import type { Span } from '../bytes/span.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';

/** A fix of one finding. */
export interface Candidate {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
}

/** The first wanted fix of each finding, without those that overlap an earlier one. */
export function compatible(
  diagnostics: readonly Diagnostic[],
  isWanted: (fix: Fix, diagnostic: Diagnostic) => boolean,
): Candidate[] {
  const chosen: Candidate[] = [];
  const taken = new TakenSpans();
  for (const diagnostic of diagnostics) {
    const fix = diagnostic.fixes?.find((one) => isWanted(one, diagnostic));
    if (!fix || fix.edits.some(({ span }) => taken.touch(span))) continue;
    for (const { span } of fix.edits) taken.add(span);
    chosen.push({ diagnostic, fix });
  }
  return chosen;
}

/** Spans in order, none of which touches another. */
class TakenSpans {
  readonly #spans: Span[] = [];

  /** Spans side by side count as well: what stands beside a change may depend on it. */
  touch({ start, end }: Span): boolean {
    const at = this.#firstEndingFrom(start);
    const next = this.#spans[at];
    return next !== undefined && next.start <= end;
  }

  add(span: Span): void {
    this.#spans.splice(this.#firstEndingFrom(span.start), 0, span);
  }

  #firstEndingFrom(start: number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle] as Span).end < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
