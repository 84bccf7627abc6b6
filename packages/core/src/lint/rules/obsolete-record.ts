import type { DocumentRecord } from '../../parse/records.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Why each is obsolete, by its name in lower case. */
const OBSOLETE: ReadonlyMap<string, string> = new Map([
  [
    'host',
    'Yandex was the only crawler that supported it and stopped in 2018. Redirect to the preferred host instead',
  ],
  [
    'noindex',
    'Google stopped supporting it in September 2019. Use a robots meta tag or an X-Robots-Tag header',
  ],
  ['nofollow', 'It was never a standard, and Google stopped supporting it in September 2019'],
  ['noarchive', 'It was never a standard, and Google stopped supporting it in September 2019'],
  ['cache-delay', 'No known crawler supports it'],
  ['revisit-after', 'No known crawler supports it'],
  ['robot-version', 'It comes from a proposal of 2002 that no known crawler follows'],
]);

/** Records that had a reader once. */
export const obsoleteRecord: LintRule = {
  code: 'obsolete-record',
  severity: 'info',
  title: 'A record is obsolete',
  reason: 'The record has no effect, but it looks as if it had one.',
  bad: { body: 'User-agent: *\nDisallow: /a\nNoindex: /b\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  *check({ document }: LintContext): Iterable<Finding> {
    const found = new Map<string, DocumentRecord[]>();
    for (const record of document.records) {
      const name = record.name.toLowerCase();
      if (!OBSOLETE.has(name)) continue;
      const known = found.get(name);
      if (known) known.push(record);
      else found.set(name, [record]);
    }
    for (const [name, [first, ...further]] of found) {
      if (!first) continue;
      const also = furtherLines(further.map(({ line }) => line));
      yield { message: `${first.name} is obsolete. ${OBSOLETE.get(name)}${also}`, span: first.span };
    }
  },
};
