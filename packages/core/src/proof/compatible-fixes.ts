/** Selects fixes of several findings that can be applied together because none of them touches another. */
import type { Span } from '../bytes/span.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';

export interface Candidate {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
}

/** The first wanted fix of each finding, except fixes that touch a fix chosen for an earlier finding. */
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

class TakenSpans {
  readonly #spans: Span[] = [];

  touch(span: Span): boolean {
    const at = this.#firstFrom(span.start);
    return [this.#spans[at - 1], this.#spans[at]].some((taken) => taken && touches(taken, span));
  }

  add(span: Span): void {
    this.#spans.splice(this.#firstFrom(span.start), 0, span);
  }

  #firstFrom(start: number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle] as Span).start < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Whether two spans overlap, or touch each other and one of them is an insertion. The order of the two edits would then
 * be undefined.
 */
function touches(a: Span, b: Span): boolean {
  const isInsertion = a.start === a.end || b.start === b.end;
  return isInsertion ? a.start <= b.end && b.start <= a.end : a.start < b.end && b.start < a.end;
}
