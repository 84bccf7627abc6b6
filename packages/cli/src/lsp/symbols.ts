/** Creates the outline: groups with their records, and records outside groups. */
import type { DocumentRecord, Group, Span } from 'robots-exclusion';
import { printable } from 'robots-exclusion/print';
import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver/node';
import type { RobotsText } from './robots-text.ts';

export function symbolsOf(text: RobotsText): DocumentSymbol[] {
  const { groups, records } = text.document;
  const inGroups = new Set(
    groups.flatMap(({ userAgents, rules, others }) =>
      [...userAgents, ...rules, ...others.filter(({ kind }) => kind !== 'sitemap')].map(({ line }) => line),
    ),
  );
  const loose = records.filter(({ line }) => !inGroups.has(line)).map((record) => symbolOf(text, record));
  return [...groups.map((group) => groupSymbol(text, group)), ...loose];
}

function groupSymbol(text: RobotsText, { productTokens, userAgents, rules, others }: Group): DocumentSymbol {
  const inside = [...rules, ...others.filter(({ kind }) => kind !== 'sitemap')].sort(
    (a, b) => a.line - b.line,
  );
  const first = userAgents[0] as DocumentRecord;
  const last = [...userAgents, ...inside].reduce((latest, record) =>
    record.line > latest.line ? record : latest,
  );
  const whole: Span = { start: first.span.start, end: last.span.end };
  return {
    name: printable(productTokens.map((token) => token || '(nobody)').join(', ')),
    detail: `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`,
    kind: SymbolKind.Namespace,
    range: text.range(whole),
    selectionRange: text.range(first.span),
    children: inside.map((record) => symbolOf(text, record)),
  };
}

function symbolOf(text: RobotsText, { kind, name, value, span }: DocumentRecord): DocumentSymbol {
  const range = text.range(span);
  return {
    name: printable(`${name}: ${value}`),
    kind: kind === 'sitemap' ? SymbolKind.File : SymbolKind.Property,
    range,
    selectionRange: range,
  };
}
