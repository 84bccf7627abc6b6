/** Completes record names at the start of a line, and product tokens and other values after the colon. */
import type { AgentIndex } from 'robots-exclusion/agents';
import { recordDefinition, recordDefinitions } from 'robots-exclusion/records';
import {
  type CompletionItem,
  CompletionItemKind,
  type Position,
  type Range,
} from 'vscode-languageserver/node';
import type { RobotsText } from './robots-text.ts';

export function completionsAt(text: RobotsText, position: Position, registry: AgentIndex): CompletionItem[] {
  const before = text.lineBefore(position);
  if (before.includes('#')) return [];
  const colon = before.indexOf(':');
  const typed = /(?:^|\s)(\S*)$/.exec(before.slice(colon + 1))?.[1] ?? '';
  const start = { line: position.line, character: position.character - typed.length };
  const range = { start, end: position };
  if (colon < 0) return before.trim() === typed ? names(range) : [];
  const name = before.slice(0, colon).trim().toLowerCase();
  if (name === 'user-agent') return tokens(range, registry);
  return values(name, range);
}

function names(range: Range): CompletionItem[] {
  const offered = recordDefinitions.filter(({ obsolete }) => obsolete === undefined);
  return offered.map(({ name, help }, index) => ({
    label: name,
    kind: CompletionItemKind.Keyword,
    documentation: help,
    // Keeps the order of `recordDefinitions`, which begins with the records of RFC 9309.
    sortText: String(index).padStart(2, '0'),
    textEdit: { range, newText: `${name}: ` },
  }));
}

function tokens(range: Range, { agents }: AgentIndex): CompletionItem[] {
  const everybody = {
    label: '*',
    kind: CompletionItemKind.Constant,
    detail: 'every crawler that no group names',
    sortText: '',
    textEdit: { range, newText: '*' },
  };
  const known = agents.map(({ token, operator, purposes, note }) => ({
    label: token,
    kind: CompletionItemKind.Constant,
    detail: `${operator}: ${purposes.join(', ')}`,
    ...(note !== undefined && { documentation: note }),
    textEdit: { range, newText: token },
  }));
  return [everybody, ...known];
}

function values(name: string, range: Range): CompletionItem[] {
  return (recordDefinition(name)?.values ?? []).map((value) => ({
    label: value,
    kind: CompletionItemKind.Value,
    textEdit: { range, newText: value },
  }));
}
