/** Slow work of the language server, which runs on a separate thread. Requests and results are plain data. */
import { type LintAnswer, lint } from '@robots-exclusion/operations/lint';
import { oneAnswer } from '@robots-exclusion/operations/one-answer';
import { parse, type RobotsDocument } from 'robots-exclusion';
import { type Divergence, divergences } from 'robots-exclusion/interpret';
import { type AppliedFix, fixAll, type LintOptions } from 'robots-exclusion/lint';

export type Question =
  | { readonly kind: 'lint'; readonly text: string; readonly options: LintOptions }
  | { readonly kind: 'fix-all'; readonly text: string; readonly options: LintOptions }
  | { readonly kind: 'divergences'; readonly text: string; readonly line: number };

export interface Answers {
  readonly lint: LintAnswer;
  readonly 'fix-all': { readonly text: string; readonly made: readonly AppliedFix[] };
  readonly divergences: readonly ShownDivergence[];
}

export interface ShownDivergence extends Pick<Divergence, 'who' | 'target' | 'allowed'> {
  readonly names: readonly string[];
  readonly sentence: string;
}

/** Processes a request, which may take seconds. */
export function workOut<Kind extends Question['kind']>(
  question: Question & { kind: Kind },
): Promise<Answers[Kind]>;
export async function workOut(question: Question): Promise<Answers[Question['kind']]> {
  switch (question.kind) {
    case 'lint':
      // Passes octets instead of a parsed document, as "fix-all" does, because nothing can be proven about a truncated
      // document.
      return oneAnswer(lint, lintAsked(question.text, question.options));
    case 'fix-all': {
      const { octets, made } = fixAll(Buffer.from(question.text), question.options);
      return { text: Buffer.from(octets).toString(), made };
    }
    case 'divergences':
      return divergences(documentOf(question.text), { line: question.line }).divergences.map(
        ({ dialects, who, target, allowed, because }) => ({
          names: dialects.map(({ name }) => name),
          who,
          target,
          allowed,
          sentence: because?.sentence ?? '',
        }),
      );
  }
}

/** The input of the linter, without a limit on findings, because editors show every finding. */
function lintAsked(text: string, options: LintOptions) {
  const body = Buffer.from(text);
  return {
    robots: { body, maxBytes: Math.max(1, body.length) },
    options,
    maxFindings: Number.POSITIVE_INFINITY,
  };
}

/** The text of the last request, and its parsed document. */
let last: { readonly text: string; readonly document: RobotsDocument } | undefined;

function documentOf(text: string): RobotsDocument {
  if (last?.text !== text) last = { text, document: parse(Buffer.from(text)) };
  return last.document;
}
