/** The answer about URLs by one robots.txt that is part of the question. */
import { hostsNote } from '@robots-exclusion/operations/shared';
import { printableJson } from 'robots-exclusion/print';

/** @param results Each as JSON. */
export function resultsText(results: readonly string[], urls: readonly string[]): string {
  const note = hostsNote(urls);
  return `{"results":[${results.join(',')}]${note === undefined ? '' : `,"note":${printableJson(note)}`}}`;
}
