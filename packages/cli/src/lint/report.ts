/** The findings of one run, which are the input of the output formats. */
import type { Finding, LintAnswer } from '@robots-exclusion/operations/lint';

export interface LintedFile {
  readonly name: string;
  /** The octets that the spans refer to. */
  readonly octets: Uint8Array;
  readonly answer: LintAnswer;
}

const decoder = new TextDecoder();

export function lineOf(octets: Uint8Array, { span }: Pick<Finding, 'span'>): string {
  let start = span.start;
  while (start > 0 && !isLineEnd(octets[start - 1])) start--;
  let end = span.start;
  while (end < octets.length && !isLineEnd(octets[end])) end++;
  return decoder.decode(octets.subarray(start, end));
}

function isLineEnd(octet: number | undefined): boolean {
  return octet === 0x0a || octet === 0x0d;
}
