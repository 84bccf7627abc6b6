/**
 * The object that `robots-parser` returns, with the same names and arguments, and the same results for unusual
 * arguments.
 */
import { readQuirky } from './quirky-reading.ts';
import type { Reading } from './reading.ts';
import { readStrict } from './strict-reading.ts';

/** A robots.txt that can be queried. */
export interface Robot {
  /** Whether the URL is allowed; undefined if the URL does not belong to the file's origin. */
  isAllowed(url: string, ua?: string): boolean | undefined;
  /** The opposite of {@link Robot.isAllowed}, so it is true for a URL of another origin. */
  isDisallowed(url: string, ua?: string): boolean | undefined;
  /**
   * Whether a rule in a group that names the crawler itself disallows the URL. Groups of `*` do not count. Undefined
   * if the URL does not belong to the file's origin.
   */
  isExplicitlyDisallowed(url: string, ua: string): boolean | undefined;
  /**
   * The line number of the deciding rule, counted from 1. -1 if no rule decides; undefined if the rule was added
   * without a line number.
   */
  getMatchingLineNumber(url: string, ua?: string): number;
  /** The delay in seconds. */
  getCrawlDelay(ua?: string): number | undefined;
  getSitemaps(): string[];
  getPreferredHost(): string | null;
  addRule(userAgents: readonly string[], pattern: string, allow: boolean, lineNumber?: number): void;
  setCrawlDelay(userAgents: readonly string[], delay: string): void;
  addSitemap(url: string): void;
  setPreferredHost(host: string): void;
}

/** The base for relative URLs. The domain `.invalid` is reserved (RFC 6761 §6.4). */
const RELATIVE_BASE = 'http://relative.invalid/';

export function createRobot(robotsUrl: string, contents: string, isQuirky: boolean): Robot {
  const own = parseUrl(robotsUrl);
  const reading: Reading = isQuirky ? readQuirky(contents) : readStrict(contents);
  const inScope = (url: string): URL | undefined => {
    const target = parseUrl(url);
    return target !== undefined && own !== undefined && originOf(target) === originOf(own)
      ? target
      : undefined;
  };
  const isAllowed = (url: string, ua?: string): boolean | undefined => {
    const target = inScope(url);
    return target && reading.isAllowed(target, ua || '*');
  };
  return {
    isAllowed,
    isDisallowed: (url, ua) => !isAllowed(url, ua),
    isExplicitlyDisallowed: (url, ua) => {
      const isFree = isAllowed(url, ua);
      return isFree === undefined ? undefined : !isFree && reading.isNamed(ua || '*');
    },
    getMatchingLineNumber: (url, ua) => {
      const target = inScope(url);
      const rule = target && reading.decidingRule(target, ua || '*');
      // The types of `robots-parser` also declare `number`, although the value is undefined for a rule without a line
      // number.
      return rule ? (rule.line as number) : -1;
    },
    getCrawlDelay: (ua) => reading.crawlDelay(ua || '*'),
    getSitemaps: () => [...reading.sitemaps],
    getPreferredHost: () => reading.host,
    addRule: (userAgents, pattern, allow, line) => reading.addRule(userAgents, pattern, allow, line),
    setCrawlDelay: (userAgents, delay) => reading.setCrawlDelay(userAgents, delay),
    addSitemap: (url) => void reading.sitemaps.push(url),
    setPreferredHost: (host) => {
      reading.host = host;
    },
  };
}

/**
 * Parses a URL. It does not use `URL.canParse`: once Node 20 has optimized its caller, `URL.canParse` rejects hosts
 * with non-ASCII Latin-1 characters.
 */
function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url, RELATIVE_BASE);
  } catch {
    return undefined;
  }
}

/** The origin, always with a port. As in `robots-parser`, the default port of every scheme except https is 80. */
function originOf({ protocol, hostname, port }: URL): string {
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
