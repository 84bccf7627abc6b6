/** Writes findings as SARIF 2.1.0, which code hosts show beside the code. */
import { createHash } from 'node:crypto';
import type { Finding } from '@robots-exclusion/operations/lint';
import { lintRules } from 'robots-exclusion/lint';
import { documentationOf, homePage } from '../documentation.ts';
import { repositoryPath } from '../output/repository-path.ts';
import { shown } from '../output/shown.ts';
import { packageVersion } from '../package-version.ts';
import { type LintedFile, lineOf } from './report.ts';

const decoder = new TextDecoder();

const LEVELS = { error: 'error', warning: 'warning', info: 'note', off: 'none' } as const;

/** One SARIF log with one run, which also lists rules without findings. */
export function lintSarif(files: readonly LintedFile[]): object {
  const rules = lintRules.map(({ code, title, reason, severity, bad, good }) => ({
    id: code,
    name: ruleName(code),
    shortDescription: { text: title },
    fullDescription: { text: reason },
    help: { text: reason, markdown: helpOf(title, reason, bad.body, good.body) },
    ...(homePage !== undefined && { helpUri: documentationOf(code) }),
    defaultConfiguration: { level: LEVELS[severity] },
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'robots lint',
            semanticVersion: packageVersion(),
            ...(homePage !== undefined && { informationUri: homePage }),
            rules,
          },
        },
        artifacts: files.map(({ name }) => ({ location: { uri: artifactUri(name) } })),
        results: files.flatMap((file) => {
          const lines = decoder.decode(file.octets).split(/\r\n|\r|\n/);
          return file.answer.findings.map((finding) => result(file, finding, lines));
        }),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}

/** Limit on the length of an example, and of a quotation from a file, in characters. */
const MOST_SHOWN = 400;

/** The help text of a rule. Code hosts show it beside a finding, even without a link to the documentation. */
function helpOf(title: string, reason: string, bad: string, good: string): string {
  const example = (word: string, body: string): string =>
    `${word}:\n\n\`\`\`\`robots\n${body.slice(0, MOST_SHOWN).trimEnd()}\n\`\`\`\``;
  return [`**${title}.** ${reason}`, example('Bad', bad), example('Good', good)].join('\n\n');
}

function result({ name, octets }: LintedFile, finding: Finding, lines: readonly string[]): object {
  const { code, severity, message, line, column, endLine, endColumn, span } = finding;
  const shownText = decoder.decode(octets.subarray(span.start, span.end));
  const region = { startLine: line, startColumn: column, endLine, endColumn, ...snippetOf(shownText) };
  return {
    ruleId: code,
    ruleIndex: lintRules.findIndex((rule) => rule.code === code),
    level: LEVELS[severity],
    message: { text: sarifText(message) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: artifactUri(name) }, region, ...around(lines, finding) },
      },
    ],
    // A finding keeps its identity when its line moves.
    partialFingerprints: {
      'lineText/v1': createHash('sha256')
        .update(`${code}\n${lineOf(octets, finding)}`)
        .digest('hex'),
    },
  };
}

/** A quotation; none if it is too long to show. */
function snippetOf(text: string): { snippet?: { text: string } } {
  return text.length > MOST_SHOWN ? {} : { snippet: { text } };
}

/** The region with the lines before and after a finding; none if that is the region of the finding itself. */
function around(lines: readonly string[], { line, endLine }: Finding): object {
  const startLine = Math.max(1, line - 1);
  const last = Math.min(lines.length, endLine + 1);
  if (startLine === line && last === endLine) return {};
  const text = lines.slice(startLine - 1, last).join('\n');
  return { contextRegion: { startLine, endLine: last, ...snippetOf(text) } };
}

/** The name of a rule as viewers show it: `misspelt-record` is `MisspeltRecord`. */
function ruleName(code: string): string {
  return code.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Escapes a plain-text message, in which `[text](address)` would be a link (SARIF 2.1.0 §3.11.6). */
function sarifText(message: string): string {
  return shown(message).replaceAll('](', '\\](');
}

/** A file's name as a URI: relative to the working folder, or with the scheme `file` if the name is absolute. */
export function artifactUri(name: string, separator?: string): string {
  const path = repositoryPath(name, separator)
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/');
  if (/^[A-Za-z]:\//.test(path)) return `file:///${path}`;
  return path.startsWith('/') ? `file://${path}` : path;
}
