/** The matrix: what each parser answers to each small file, with the file, a permalink, and what it means for an author. */
import { readFileSync } from 'node:fs';
import { compile, explain, parse } from 'robots-exclusion';
import { dialects } from 'robots-exclusion/dialects';

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
permanent link. The answers come from running the parsers in the table at the end.

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

${groups.join('\n')}`;
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
