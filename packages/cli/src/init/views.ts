/** What each reader finds in the files that were written, as this program's own readers find it. */
import { compile, parse } from 'robots-exclusion';
import {
  type ConventionName,
  type Stated as Preference,
  type PurposeToken,
  purposeVerdicts,
  type UsageReportOptions,
  type Use,
  usageReport,
  uses,
} from 'robots-exclusion/usage';
import { pad } from '../output/columns.ts';
import { contentUsage, filesOf, type Stating } from './conventions.ts';
import promises from './promises.json' with { type: 'json' };

/** One reader: what it reads, what that says of each use, and who is known to read it. */
interface View {
  readonly reads: string;
  readonly says: Readonly<Partial<Record<Use, Preference>>>;
  readonly readers: string;
}

/** The views of those that read one convention each, and of those that read rules only. */
export function viewsOf(text: string, wishes: Stating, tokens: readonly PurposeToken[]): readonly View[] {
  const document = parse(text);
  const { conventions, states } = wishes;
  const files = new Map(filesOf(wishes).map((file) => [file.convention, file.text]));
  const stated = (convention: ConventionName, options: UsageReportOptions, from = document): View['says'] =>
    Object.assign(
      {},
      ...usageReport(from, '*', '/', options)
        .statements.filter((statement) => statement.convention === convention)
        .map(({ says }) => says),
    );
  const empty = parse('');
  const header = { 'content-usage': contentUsage(states) };
  const tdmrep = files.get('tdmrep');
  const named = purposeVerdicts(document, '/', tokens).filter(({ stated: says }) => says !== 'unknown');
  const aiText = files.get('ai.txt');
  const views: readonly (View & { readonly isWritten: boolean })[] = [
    {
      isWritten: conventions.includes('content-usage'),
      reads: 'Content-Usage',
      says: stated('aipref', {}),
      readers: readersOf('aipref'),
    },
    {
      isWritten: conventions.includes('content-signal'),
      reads: 'Content-Signal',
      says: stated('content-signal', {}),
      readers: readersOf('content-signal'),
    },
    ...named.map(({ purpose, stated: says }) => ({
      isWritten: true,
      reads: purpose.token,
      says: Object.fromEntries(purpose.uses.map((use) => [use, says])),
      readers: purpose.source === '' ? '' : purpose.operator,
    })),
    {
      isWritten: conventions.includes('header'),
      reads: 'its header',
      says: stated('aipref', { headers: header }, empty),
      readers: readersOf('aipref'),
    },
    {
      isWritten: files.has('rsl'),
      reads: 'RSL',
      says: {},
      readers: 'not read back: this program reads no RSL documents',
    },
    {
      isWritten: tdmrep !== undefined,
      reads: 'TDMRep',
      says: tdmrep === undefined ? {} : stated('tdmrep', { tdmrep }, empty),
      readers: readersOf('tdmrep'),
    },
    {
      isWritten: aiText !== undefined,
      reads: 'ai.txt',
      says: { 'ai-training': compile(parse(aiText ?? ''), '*').allows('/') ? 'allow' : 'disallow' },
      readers: '',
    },
  ];
  return views.filter(({ isWritten }) => isWritten);
}

/** Operators that say that they read a part of the convention, with the date on which they said it. */
function readersOf(convention: ConventionName): string {
  return promises
    .filter((promise) => promise.convention === convention)
    .map(({ operator, date, part }) => `${operator}, of ${part} only (${date})`)
    .join(', ');
}

const WORDS = { allow: 'yes', disallow: 'no', unknown: '–' } as const;

/** The views as lines of a table. */
export function viewLines(views: readonly View[]): readonly string[] {
  if (views.length === 0) return [];
  const row = (cells: readonly string[]): string =>
    `  ${cells.map((cell, at) => pad(cell, at === 0 ? 18 : 12)).join(' ')}`.trimEnd();
  return [
    'What each reader finds, and who says that they read it ("–" is nobody that we know of):',
    row(['', ...uses.map(({ short }) => short), 'read by']),
    ...views.map(({ reads, says, readers }) =>
      row([reads, ...uses.map(({ name }) => WORDS[says[name] ?? 'unknown']), readers === '' ? '–' : readers]),
    ),
  ];
}
