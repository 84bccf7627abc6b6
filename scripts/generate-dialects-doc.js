/**
 * Writes docs/dialects.md from the dialects' facts and the vectors of spec/dialects; with `--check`, says whether the
 * file is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { AXES, describeFacts, dialects } from '../packages/core/dist/dialects/index.js';
import { compile, explain, parse, rfc9309 } from '../packages/core/dist/index.js';

const FILE = 'docs/dialects.md';

/** What a run beside the originals gave: cases that the original answered, and those answered otherwise here. */
const MEASURED = [
  ['google', 160_000, 0],
  ['google-java', 145_885, 0],
  ['protego', 159_987, 0],
  ['python', 159_797, 0],
  ['crawler-commons', 131_177, 1],
  ['temoto', 133_884, 0],
  ['reppy', 158_048, 4],
  ['robots-parser', 141_153, 0],
];

const text = `${[intro(), dialectTable(), agreement(), advice(), perDialect(), divergences(), limits()].join('\n\n')}\n`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} is not up to date: run "node scripts/generate-dialects-doc.js"`);
  process.exitCode = 1;
}

function intro() {
  return `# How crawlers read your file

<!-- Written by scripts/generate-dialects-doc.js from the dialects' facts. Change those, not this page. -->

Nearly every program that reads robots.txt reads it in its own way.
This page says how ${dialects.length - 1} of them depart from RFC 9309.
Each is a *dialect*: a record of facts in \`packages/core/src/dialects/\` that the library can read by.

\`\`\`sh
robots check /some/path --robots robots.txt --agent FooBot --dialect google
robots check /some/path --robots robots.txt --agent FooBot --dialect all
robots lint robots.txt --profile portable
\`\`\`

\`\`\`js
import { divergences, interpretations } from 'robots-exclusion/dialects';
\`\`\`

\`interpretations\` answers one question in every dialect, and says why an answer differs.
\`divergences\` tells in which ways it is not, by what clients ask, and so does \`robots lint --profile portable\`.`;
}

function dialectTable() {
  const rows = dialects.map(
    ({ name, title, source, version, asOf, basis }) =>
      `| \`${name}\` | [${title}](${source}) | ${version} | ${asOf} | ${basis} |`,
  );
  return `## The dialects

| Name | What it is | Version | As of | Basis |
|---|---|---|---|---|
${rows.join('\n')}

*executed*: compared with the original, run on the same files. *emulated*: written after its source or text, not run.
*documented*: written after its operator's help pages; every verdict says so.`;
}

function agreement() {
  const rows = MEASURED.map(([name, answered, differing]) => {
    const percent = (100 * (1 - differing / answered)).toFixed(4);
    return `| \`${name}\` | ${answered.toLocaleString('en')} | ${differing} | ${percent} % |`;
  });
  return `## How far they agree with the originals

Generated, real and mutated files, each with one crawler and one URL, given to the original and to its dialect.
Paths without a host were given only to originals that take them.
Counted are the cases in which the original answers. Run in November 2026.

| Dialect | Cases | Answered otherwise | Agreement |
|---|---|---|---|
${rows.join('\n')}

\`python-3.14\` and \`python-rfc9309\` were compared on the ninety-nine files below only.
What is left: rep-cpp reads memory at random for a \`%\` before an octet above 0x7F, and crawler-commons does not skip a
second byte order mark in UTF-16.`;
}

function advice() {
  return `## A file that all read alike

- Save it as UTF-8 without a byte order mark, with LF line ends.
- Write \`User-agent\`, \`Allow\` and \`Disallow\` so, each with a colon, one record a line.
- Give each crawler one group. Put no blank line, Sitemap or Crawl-delay between its user-agent lines and its rules.
- Put rules after a user-agent line only, and end the file with a line end.
- Begin every pattern with a slash. Leave out \`*\` and \`$\` where a prefix will do.
- Where rules overlap, write the longer ones first, and Allow before Disallow.
- Write escapes in capitals, and escape letters outside ASCII.
- Repeat in a crawler's own group whatever it shall take from the group of \`*\`.`;
}

function perDialect() {
  const sections = dialects
    .filter(({ facts }) => facts)
    .map(({ name, title, facts, regular }) => {
      const lines = describeFacts(facts).map(
        ({ axis, sentence }) => `- ${AXES.get(axis)}: ${escaped(sentence)}`,
      );
      const own = lines.length === 0 ? ['- As far as it is documented, as RFC 9309 has it.'] : lines;
      const proof = regular
        ? []
        : ['- Two files cannot be compared exactly in it: more than the best matching pattern decides.'];
      return `### ${name}\n\n${title}.\n\n${[...own, ...proof].join('\n')}`;
    });
  return `## Where each departs from RFC 9309\n\n${sections.join('\n\n')}`;
}

function divergences() {
  const { vectors } = JSON.parse(readFileSync('spec/dialects/divergences.json', 'utf8'));
  const columns = dialects.filter(({ name }) => vectors.some(({ verdicts }) => name in verdicts));
  const head = ['File', 'rfc', ...columns.map(({ short }) => short)];
  const rows = vectors.map((vector) => {
    const standard = explain(
      compile(parse(bodyOf(vector), { dialect: rfc9309 }), vector.agent),
      vector.url,
    ).allowed;
    const cells = columns.map(({ name }) => cell(vector.verdicts[name], standard));
    return `| ${escaped(vector.why)} | ${cell(standard, standard)} | ${cells.join(' | ')} |`;
  });
  return `## Ninety-nine small files

A allowed, D disallowed, E the original fails, bold where it is not RFC 9309's answer.
The files, crawlers and URLs are in [divergences.json](../spec/dialects/divergences.json), in this order.

| ${head.join(' | ')} |
|${head.map(() => '---').join('|')}|
${rows.join('\n')}`;
}

function bodyOf({ robots, robotsBase64 }) {
  return robotsBase64 === undefined ? robots : new Uint8Array(Buffer.from(robotsBase64, 'base64'));
}

function cell(verdict, standard) {
  if (verdict === undefined) return '';
  if (verdict === 'error') return '**E**';
  const letter = verdict ? 'A' : 'D';
  return verdict === standard ? letter : `**${letter}**`;
}

function escaped(sentence) {
  return sentence.replace(/[*#|<]/g, '\\$&');
}

function limits() {
  return `## What the dialects leave out

- They read a body. What an original does with HTTP statuses, redirects and caches is not part of them.
- The size limit is the same for all (\`maxBytes\`), also for originals that have none.
- Lines are counted as RFC 9309 counts them, also where an original sees more or fewer.
- A target that begins with a slash is put behind a host for \`google-java\`, \`crawler-commons\` and \`robots-parser\`,
  which take absolute URLs only. The others get it as it is, so that a path that begins with two slashes may lose its
  first part, as in the originals.
- Where an original fails, the verdict is \`unreadable\` with the reason, \`allowed\` is false, and \`interpretations\` says
  \`error\`. Originals that would run for very long answer here in bounded time.
- \`wget\` answers for the crawler that is asked about, as if that were its name. By its source it decodes \`%25\` in a
  URL, so that \`/a%\` matches \`/a%25\`.
- \`reppy\` is rep-cpp made without a base URL. A \`%\` before an octet above 0x7F reads memory at random in the original;
  here it is a percent sign.
- \`temoto\` takes a path. It gets the escaped path of Go's \`net/url\`, and the query unless it is empty.
- \`protego\`, \`python\` and \`crawler-commons\` get octets that are no UTF-8 as U+FFFD; later Pythons keep them.
- \`yandex\`: that a rule has at most 1,024 characters and a file at most 2,048 rules is not enforced.
- \`bing\`: that its own group takes Crawl-delay from the group of \`*\` is no matter of verdicts.`;
}
