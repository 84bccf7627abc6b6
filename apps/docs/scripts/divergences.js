/**
 * Generates the matrix: each parser's verdict for each small file, with the file, a permalink, and advice for authors.
 */
import { readFileSync } from 'node:fs';
import { compile, explain, parse } from 'robots-exclusion';
import { dialects, interpretations } from 'robots-exclusion/dialects';

const { sources } = JSON.parse(
  readFileSync(new URL('../../../docs/conformance-sources.json', import.meta.url), 'utf8'),
);

/** The page in Markdown, with one section per vector, under an anchor that never changes. */
export function divergencePage() {
  const { vectors } = JSON.parse(readFileSync('spec/dialects/divergences.json', 'utf8'));
  const sections = vectors.map(section);
  const sources = dialects.map(
    ({ name, title, version, source, basis }) =>
      `| \`${name}\` | [${title}](${source}) | ${version} | ${basis} |`,
  );
  return `# Conformance matrix

${vectors.length} small files that parsers read differently. Each section is one file with one question, and its heading is a
permanent link. The answers come from running the parsers in the table at the end. *Why* says what each parser does
differently from RFC 9309, with a link to the lines of its source that do it.

${sections.join('\n\n')}

## Parsers

| Name | What it is | Version | Basis |
|---|---|---|---|
${sources.join('\n')}
`;
}

function section({ id, robots, robotsBase64, agent, url, verdicts, why }) {
  const body = robotsBase64 === undefined ? robots : Buffer.from(robotsBase64, 'base64');
  const standard = answerOf(body, agent, url);
  const groups = [
    ['allowed', true],
    ['disallowed', false],
    ['fails', 'error'],
  ].flatMap(([word, value]) => {
    const names = Object.keys(verdicts).filter((name) => verdicts[name] === value);
    if (names.length === 0) return [];
    const mark = value === standard ? '' : ' **(differs from RFC 9309)**';
    return [`- ${word}${mark}: ${names.map(link).join(', ')}`];
  });
  const advice =
    groups.length > 1
      ? 'Parsers disagree: avoid this in a file that many crawlers read.'
      : 'These parsers all differ from RFC 9309 in the same way.';
  const text = robotsBase64 === undefined ? visible(robots) : `(base64) ${robotsBase64}`;
  return `## ${id}: ${escaped(why)} {#${id}}

\`\`\`text
${text}
\`\`\`

May \`${agent}\` fetch \`${visible(url)}\`? RFC 9309: **${standard === 'error' ? 'not a URL' : standard ? 'allowed' : 'disallowed'}**. ${advice}

${groups.join('\n')}${reasons(body, agent, url, verdicts)}`;
}

/** Explains why parsers differ from RFC 9309. Parsers that differ for the same reason share one item. */
function reasons(body, agent, url, verdicts) {
  const asked = dialects.filter(({ name }) => name in verdicts);
  const parsersBySentence = new Map();
  for (const { dialect, verdict, differsBecause: why } of readings(body, agent, url, asked)) {
    if (!why && !('error' in verdict)) continue;
    const sentence = why?.sentence ?? `The parser fails: ${verdict.error}.`;
    const parsers = parsersBySentence.get(sentence) ?? [];
    parsersBySentence.set(sentence, [...parsers, parserLink(dialect, why?.facts ?? [{ axis: 'error' }])]);
  }
  if (parsersBySentence.size === 0) return '';
  const items = [...parsersBySentence].map(
    ([sentence, parsers]) => `- ${escaped(sentence)} Source: ${parsers.join(', ')}.`,
  );
  return `\n\nWhy:\n\n${items.join('\n')}`;
}

/**
 * Other parsers' readings; empty for text that is not a URL, because RFC 9309 then gives no verdict to compare with.
 */
function readings(body, agent, url, asked) {
  return answerOf(body, agent, url) === 'error' ? [] : interpretations(body, agent, url, { dialects: asked });
}

/**
 * A parser's name, linked to the source lines behind each fact, or to the parser's whole source if `facts` is empty.
 */
function parserLink(dialect, facts) {
  const [first = dialect.source, ...more] = new Set(facts.map((fact) => sourceOf(dialect, fact)));
  const others = more.map((lines, index) => `[${index + 2}](${lines})`);
  return `[\`${dialect.name}\`](${first})${others.length === 0 ? '' : ` (and ${others.join(', ')})`}`;
}

/**
 * A link to the parser's source lines for a fact, or for the fact's axis if no lines are listed for the fact. If no
 * lines of the parser are listed, as for specifications, the link leads to the whole source.
 */
function sourceOf({ name, source }, { axis, fact }) {
  const listed = sources[name];
  const lines = listed?.[`${axis}.${fact}`] ?? listed?.[axis];
  if (listed !== undefined && lines === undefined)
    throw new Error(`docs/conformance-sources.json: "${name}" has no source lines for "${axis}.${fact}"`);
  return lines ?? source;
}

function answerOf(body, agent, url) {
  try {
    return explain(compile(parse(body), agent), url).allowed;
  } catch {
    return 'error';
  }
}

/** A link to the section of a dialect. The fragment is derived from the heading in the same way as in VitePress. */
export function dialectPage(name) {
  return `./dialects.md#${name.replace(/[^\w-]+/g, '-')}`;
}

function link(name) {
  return `[\`${name}\`](${dialectPage(name)})`;
}

/** Writes invisible characters as JSON escapes; line ends are kept. */
function visible(text) {
  return text
    .trimEnd()
    .replace(
      /[^\n\x20-\x7E\u00A1-\uD7FF]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll('`', "'");
}

function escaped(text) {
  return text.replace(/[*#|<>[\]{}`_\\]/g, '\\$&');
}
