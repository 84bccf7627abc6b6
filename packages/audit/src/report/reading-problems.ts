/** States how the lines of a log were read, where a reader of the report must know it. */
import type { LostPart } from '../hit.ts';
import type { Loss } from '../readers/losses.ts';
import type { FitnessProblem } from './fitness-problem.ts';
import type { LogReport } from './log-report.ts';

const MOST_FORMATS = 4;

/** The problems of one log that come from its lines, not from its fields. */
export function readingProblems(log: LogReport, isOneOfSeveral: boolean): FitnessProblem[] {
  const { name, lines, hits, formats, unsure, inner, proxied, samples, losses } = log;
  const of = isOneOfSeveral ? ` in ${name}` : '';
  const found: FitnessProblem[] = [];
  const add = (code: FitnessProblem['code'], message: string): void => {
    found.push({ code, isFatal: false, ...(isOneOfSeveral && { log: name }), message });
  };
  if (formats.length > 1) {
    const [first, ...others] = formats.map(
      (one) => `${one.name} (line ${one.firstLine}, ${one.lines} in all)`,
    );
    const more = others.length > MOST_FORMATS ? [`${others.length - MOST_FORMATS} more`] : [];
    const list = [first, ...others.slice(0, MOST_FORMATS), ...more].join(', ');
    add('several-formats', `The lines${of} have ${formats.length} formats, each read as what it is: ${list}`);
  }
  if (unsure > 0 && hits > 0) {
    const sample = samples.find(({ text }) => text !== '');
    const shown = sample ? `, such as line ${sample.line}` : '';
    add(
      'ambiguous-lines',
      `${unsure} of ${lines} lines${of} can be read in two ways, so they are not judged${unsure === log.skipped ? shown : ''}`,
    );
  }
  if (inner > 0) {
    add(
      'not-of-visitors',
      `${inner} of ${lines} lines${of} are requests of the site's own edge, so they are not judged`,
    );
  }
  if (proxied > 0) {
    add(
      'proxy-parameters',
      `From the queries of ${proxied} of ${hits} requests${of}, parameters were cut off that a proxy of the site adds, such as X-ARR-LOG-ID`,
    );
  }
  for (const loss of losses) add('lost-parts', `${textOf(loss)}${of}: ${CONSEQUENCES[loss.part]}`);
  return found;
}

const CONSEQUENCES: Readonly<Record<LostPart, string>> = {
  query: 'if the server does not log them, rules about queries acquit everybody',
  encoding: 'rules with percent-encoded characters may find nothing',
  'target-end': 'the server seems to cut them, so rules about the end of a URL find nothing',
  'user-agent': 'the server seems to cut them, and a crawler that is named behind the cut is not found',
};

function textOf({ part, length, values }: Loss): string {
  if (part === 'query') return values > 0 ? 'All queries are empty' : 'No request has a query';
  if (part === 'encoding') return 'Targets have blanks and no percent-encoded characters';
  return `Several ${part === 'user-agent' ? 'User-Agents' : 'targets'} have exactly ${length} characters, and none has more`;
}
