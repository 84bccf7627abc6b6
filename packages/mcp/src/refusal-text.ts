import type { Refusal } from '@robots-exclusion/client';
import { refusalAdvice, refusalReason } from '@robots-exclusion/operations/reason';
import { site } from '@robots-exclusion/operations/words';
import { wordsText } from './words-text.ts';

/** Explains that this server does not fetch from an address, and how the server's operator can allow the address. */
export function refusalText(refusal: Refusal, url?: string): string {
  const { why, quoted } = refusalReason(refusal, url);
  const quote = quoted === undefined ? [] : [[site(quoted)]];
  return wordsText([why, ...quote, ...refusalAdvice(refusal, url)]);
}
