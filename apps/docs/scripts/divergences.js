/**
 * The matrix: each parser's answer for each small file, with the file, a permalink, and what it means for an author.
 */
import { readFileSync } from 'node:fs';
import { compile, explain, parse } from 'robots-exclusion';
import { dialects, interpretations } from 'robots-exclusion/dialects';

const { sources } = JSON.parse(
  readFileSync(new URL('../../../docs/conformance-sources.json', import.meta.url), 'utf8'),
);

/** Markdown: one section a vector, under an anchor that never changes. */
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
    const mark = value === standard ? '' : ' **(not as RFC 9309)**';
    return [`- ${word}${mark}: ${names.map(link).join(', ')}`];
  });
  const advice =
    groups.length > 1
      ? 'Parsers disagree: avoid this in a file that many crawlers read.'
      : 'These parsers agree, against RFC 9309.';
  const text = robotsBase64 === undefined ? visible(robots) : `(base64) ${robotsBase64}`;
  return `## ${id}: ${escaped(why)} {#${id}}

\`\`\`text
${text}
\`\`\`

May \`${agent}\` fetch \`${visible(url)}\`? RFC 9309: **${standard === 'error' ? 'not a URL' : standard ? 'allowed' : 'disallowed'}**. ${advice}

${groups.join('\n')}${reasons(body, agent, url, verdicts)}`;
}

/** What makes each parser answer differently from RFC 9309, parsers with one reason together. */
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

/** RFC 9309 has no answer to compare with for text that is not a URL. */
function readings(body, agent, url, asked) {
  return answerOf(body, agent, url) === 'error' ? [] : interpretations(body, agent, url, { dialects: asked });
}

/** A parser's name, with links to the lines of each fact; to its source where no fact was found. */
function parserLink(dialect, facts) {
  const [first = dialect.source, ...more] = new Set(facts.map((fact) => sourceOf(dialect, fact)));
  const others = more.map((lines, index) => `[${index + 2}](${lines})`);
  return `[\`${dialect.name}\`](${first})${others.length === 0 ? '' : ` (and ${others.join(', ')})`}`;
}

/** The lines of a parser's source that decide a fact, or its axis; a specification has no lines. */
function sourceOf({ name, basis, source }, { axis, fact }) {
  const lines = sources[name]?.[`${axis}.${fact}`] ?? sources[name]?.[axis];
  if (lines === undefined && basis === 'executed')
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

/** The section of a dialect: headings become fragments as VitePress writes them. */
export function dialectPage(name) {
  return `./dialects.md#${name.replace(/[^\w-]+/g, '-')}`;
}

function link(name) {
  return `[\`${name}\`](${dialectPage(name)})`;
}

/** Characters that cannot be seen, as JSON writes them; line ends stay. */
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
