import { programTexts } from '@robots-exclusion/client/programs';
import { contentCodings } from '@robots-exclusion/client/remote-body';
import { type Answer, answerText } from '../ask.ts';
import { type DoctorCheck, fails, holds, notLookedAt, withRealCrawlers } from '../check.ts';

const FIX = 'Compress only if Accept-Encoding names the coding, and send "Vary: Accept-Encoding"';

/** Requests robots.txt with and without gzip, if its answer was compressed (RFC 9110 §12.5.3). */
export const compression: DoctorCheck = {
  code: 'compression',
  ofFile: true,
  title: 'The file is compressed only for clients that accept it',
  problem: 'The file is compressed for clients that do not accept it',
  why: 'Some crawlers accept no compression, and do not decompress what they get: they find no rules in the file.',
  async run(visit) {
    const { url } = visit.robots;
    const coding = codingOf(visit.robots);
    if (coding === undefined) return holds('The file is not compressed');
    const plain = await visit.ask(url, { acceptEncoding: 'identity' });
    if (plain.digest === undefined)
      return notLookedAt(`${answerText(plain)} for "Accept-Encoding: identity"`);
    const unaskedCoding = codingOf(plain);
    const asked = coding === 'gzip' ? visit.robots : await visit.ask(url, { acceptEncoding: 'gzip' });
    const { policyRow } = asked.record;
    const texts = programTexts('compression', { ...asked, policyRow, unaskedCoding });
    const finding =
      unaskedCoding === undefined
        ? holds(`Content-Encoding: ${coding}, only for clients that accept it`)
        : fails('warning', `Content-Encoding: ${unaskedCoding}, for "Accept-Encoding: identity" too`, FIX);
    return withRealCrawlers(finding, texts);
  },
};

/** The codings of the body. Values that are none, such as `identity` or `utf-8`, compress nothing. */
function codingOf({ headers }: Answer): string | undefined {
  return contentCodings(headers['content-encoding']).codings.join(', ') || undefined;
}
