/** Reports the versions of robots.txt that requests were judged by, and the rules of each that no request matched. */

import { isoOf } from '../timeline/iso-of.ts';
import type { Version } from '../timeline/version.ts';

/** A version of robots.txt that requests were judged by. */
export interface VersionReport {
  name: string;
  /** ISO 8601 time; `null` for "always". */
  from: string | null;
  /**
   * The time from which it was certainly served, if later than `from`. Before that time, the previous version may have
   * been served.
   */
  surelyFrom?: string;
  host?: string;
  /** True if the contents of the version are unknown. */
  isUnknown?: true;
  /**
   * SHA-256 of the octets, in hexadecimal. Absent if there was no file, or if the audit runs in a browser without a
   * secure context.
   */
  digest?: string;
  octets: number;
  /** False if the document is not a robots.txt but, for example, a web page, in which crawlers find no rules. */
  isRobotsTxt: boolean;
  /** The first 100 of its `Disallow` rules that no judged request of a crawler matched. */
  unmet: readonly { line: number; text: string }[];
  /** The number of all `Disallow` rules that no judged request of a crawler matched. */
  unmetCount: number;
}

const MOST_UNMET = 100;

/** @param isMet - Whether a request matched the rule on that line of the version. */
export async function versionReport(
  version: Version,
  isMet: (line: number) => boolean,
): Promise<VersionReport> {
  const { name, from, surelyFrom, host, octets, isRobotsTxt, isUnknown } = version;
  const unmet = version.disallowed().filter(({ line }) => !isMet(line));
  return {
    name,
    from: Number.isFinite(from) ? isoOf(from) : null,
    ...(surelyFrom > from && { surelyFrom: isoOf(surelyFrom) }),
    ...(host !== undefined && { host }),
    ...(isUnknown && { isUnknown }),
    ...(octets && (await digestOf(octets))),
    octets: octets?.length ?? 0,
    isRobotsTxt,
    unmet: unmet.slice(0, MOST_UNMET),
    unmetCount: unmet.length,
  };
}

/** The digest of the octets. A page served over plain HTTP cannot compute digests. */
async function digestOf(octets: Uint8Array): Promise<{ digest: string } | undefined> {
  const subtle = crypto.subtle as typeof crypto.subtle | undefined;
  const digest = await subtle?.digest('SHA-256', new Uint8Array(octets));
  if (!digest) return undefined;
  const hexadecimal = Array.from(new Uint8Array(digest), (octet) => octet.toString(16).padStart(2, '0'));
  return { digest: hexadecimal.join('') };
}
