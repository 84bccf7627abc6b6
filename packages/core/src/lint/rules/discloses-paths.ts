import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Words that a site should not reveal in paths. */
const TELLING =
  /^(?:backups?|bak|dumps?|passwords|passwd|secrets?|credentials?|internal|confidential|phpmyadmin|htpasswd)$/;

/** Words that are sensitive in the names of hidden files and directories. */
const HIDDEN = /^(?:git|svn|env|ssh)$/;

/** Words that are harmless alone, but describe a sensitive purpose next to one of the other words. */
const BESIDE = /^(?:db|database|sql|site|old|keys?|private|data|files?|admin|txt|zip|gz|tar|log|php)$/;

/** RFC 9309 §3: listing paths exposes them publicly. */
export function* disclosesPaths(context: LintContext): Iterable<Finding> {
  for (const { kind, value, span } of context.rules) {
    if (kind === 'disallow' && value.split('/').some(isTelling)) {
      yield { message: `${value} shows everyone where to look and does not block access`, span };
    }
  }
}

/** Whether all words of the segment are sensitive: "db-backups", but not "learn-the-secrets-of-baking". */
function isTelling(segment: string): boolean {
  const words = segment
    .toLowerCase()
    .replace(/[*$?].*$/s, '')
    .split(/[-_.]/)
    .filter((word) => word !== '');
  const isHidden = segment.startsWith('.');
  const telling = words.filter((word) => TELLING.test(word) || (isHidden && HIDDEN.test(word)));
  return telling.length > 0 && words.every((word) => telling.includes(word) || BESIDE.test(word));
}
