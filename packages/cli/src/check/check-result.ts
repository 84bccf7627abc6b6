/** The result of `robots check` for one URL and one crawler. The JSON output contains these objects unchanged. */
import type { Failure } from '@robots-exclusion/operations';
import { type DecisionAnswer, type DecisionWord, decisionWord } from '@robots-exclusion/operations/evaluate';
import { ExitCode } from '../exit-codes.ts';

export type CheckResult = DecisionAnswer;

/** A failed check, for example of a line in a URL list that is not a URL. */
export interface CheckFailure extends Failure {
  /** The line number, counted from 1; absent for a URL on the command line. */
  readonly line?: number;
}

export type CheckItem = CheckResult | CheckFailure;

export function isResult(item: CheckItem): item is CheckResult {
  return !('error' in item);
}

const exitCodes: Readonly<Record<DecisionWord, ExitCode>> = {
  allowed: ExitCode.allowed,
  disallowed: ExitCode.disallowed,
  deferred: ExitCode.undetermined,
  refused: ExitCode.undetermined,
  unsupported: ExitCode.undetermined,
  error: ExitCode.badInput,
};

export function exitCodeOf(item: CheckItem): ExitCode {
  return exitCodes[decisionWord(item)];
}
