/** The source for `robots check --dialect all`: one robots.txt, read in every dialect for every URL. */
import type { Failure } from '@robots-exclusion/operations';
import { type ReadingsAnswer, type ReadingsAsked, readings } from '@robots-exclusion/operations/readings';
import { ExitCode } from '../exit-codes.ts';
import type { CheckFailure } from './check-result.ts';
import { type RulesSource, refusalOfTarget } from './rules-source.ts';

/** The verdict of each dialect for a URL, or a failure if the URL is invalid. */
export type ReadingsItem = ReadingsAnswer | CheckFailure;

/** @param title The name of the file's source. */
export function dialectsSource(
  title: string,
  asked: Omit<ReadingsAsked, 'urls'>,
): RulesSource<ReadingsAnswer | Failure> {
  const evidence = { source: title };
  return {
    title,
    refusal: refusalOfTarget,
    async check(url) {
      const question = { ...asked, urls: [url] };
      await readings.load?.(question);
      return [...readings.run(question)].map((item) => ('error' in item ? item : { ...item, evidence }));
    },
    async close() {},
  };
}

/** The exit code for the first verdict in the list, which is that of RFC 9309. */
export function exitCodeOfReadings(item: ReadingsItem): ExitCode {
  if ('error' in item) return ExitCode.badInput;
  const [first] = item.readings;
  const isDisallowed = first !== undefined && 'allowed' in first.verdict && !first.verdict.allowed;
  return isDisallowed ? ExitCode.disallowed : ExitCode.allowed;
}
