import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** The limits that Yandex names: rules of a file, and characters of a rule. */
const MOST_RULES = 2_048;
const MOST_CHARACTERS = 1_024;

/** Records that Yandex describes, or has described. */
const DESCRIBED: ReadonlySet<string> = new Set([
  'user-agent',
  'disallow',
  'allow',
  'sitemap',
  'clean-param',
  'crawl-delay',
  'host',
]);

/** What else Yandex's own analysis of a file reports; other rules report the rest. */
export function* yandexDictionary(context: LintContext): Iterable<Finding> {
  const { rules } = context;
  const over = rules[MOST_RULES];
  if (over)
    yield {
      message: `The file has ${rules.length} rules, and Yandex allows ${MOST_RULES.toLocaleString('en')}`,
      span: over.span,
    };
  const long = rules.filter(({ value }) => value.length > MOST_CHARACTERS);
  yield* once(
    long,
    () => `Yandex allows a rule of at most ${MOST_CHARACTERS.toLocaleString('en')} characters`,
  );
  const unclear = context
    .recordsOf('clean-param')
    .filter(({ value }) => !/^[^\s&]+(?:&[^\s&]+)*\s+\/\S*$/.test(value));
  yield* once(
    unclear,
    ({ value }) => `Yandex expects parameters joined by "&", a space and a path, not ${inQuotes(value)}`,
  );
  const special = rules.filter(({ value }) => /[()[\]{}|\\^]/.test(value));
  yield* once(special, () => 'Yandex warns of special characters other than "*" and "$"', 'minor');
  const foreign = context.document.records.filter(
    ({ kind, name }) => kind !== 'other' && !DESCRIBED.has(name.toLowerCase()) && !DESCRIBED.has(kind),
  );
  yield* once(
    foreign,
    ({ name }) => `Yandex describes no directive ${inQuotes(name)} and warns of it`,
    'minor',
  );
}

function* once(
  [first, ...further]: readonly DocumentRecord[],
  says: (record: DocumentRecord) => string,
  weight?: Finding['weight'],
): Iterable<Finding> {
  if (!first) return;
  const also = furtherLines(further.map(({ line }) => line));
  yield { message: `${says(first)}${also}`, span: first.span, ...(weight && { weight }) };
}
