/**
 * Writes docs/dialects.md from the dialects' facts and the vectors of spec/dialects; with `--check`, says whether the
 * file is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { AXES, describeFacts, dialects } from '../packages/core/dist/dialects/index.js';
import { compile, explain, parse, rfc9309 } from '../packages/core/dist/index.js';

const FILE = 'docs/dialects.md';

/** Programs that no package registry carries, built from their source and asked the same questions by hand. */
const BY_HAND = [
  ['robotstxt-java ef74a3c on Java 17.0.15', 'google-java', 10_000, 10_000, 0],
  ['rep-cpp ca2ae84', 'reppy', 20_000, 18_081, 0],
  ['robots 1.1.2 on Erlang/OTP 25.2.3', 'robots-erlang', 20_000, 11_701, 1],
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
    ({ name, title, source, version, comparedOn = '', asOf, basis }) =>
      `| \`${name}\` | [${title}](${source}) | ${version} | ${comparedOn} | ${asOf} | ${basis} |`,
  );
  return `## The dialects

| Name | What it is | Versions | Compared on | As of | Basis |
|---|---|---|---|---|---|
${rows.join('\n')}

*executed*: compared with the original, run on the same files. *emulated*: written after its source or text, not run.
*documented*: written after its operator's help pages; every verdict says so.`;
}

function agreement() {
  const runs = JSON.parse(readFileSync('docs/conformance.json', 'utf8'));
  const rows = runs.map(({ program, dialect, asked, answered, documented, undocumented }) => {
    const meant = Object.values(documented).reduce((sum, times) => sum + times, 0);
    return row(program, dialect, asked, answered, meant + undocumented);
  });
  const reasons = runs.flatMap(({ dialect, documented }) =>
    Object.entries(documented).map(
      ([reason, times]) => `- \`${dialect}\`, ${times} times: ${escaped(reason)}.`,
    ),
  );
  return `## How far they agree with the originals

\`npm run conformance\` installs each program from its package registry and asks it and its dialect the same questions:
generated files, mutated vectors and mutated real files, each with one crawler and one URL. A program whose toolchain is
missing is skipped by name; any difference without a reason below fails the run. CPython is the one on the machine, and
others as npm's \`pyodide\` carries them. Run in November 2026; both failing counts as agreement.

| Program | Dialect | Questions | Answered | Different |
|---|---|---|---|---|
${rows.join('\n')}

The differences, each with its reason:

${reasons.join('\n')}

No registry carries these; they were built from their source and asked the same questions by hand:

| Program | Dialect | Questions | Answered | Different |
|---|---|---|---|---|
${BY_HAND.map((cells) => row(...cells)).join('\n')}`;
}

function row(program, dialect, ...counts) {
  return `| ${program} | \`${dialect}\` | ${counts.map((count) => count.toLocaleString('en')).join(' | ')} |`;
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
    const standard = standardVerdict(vector);
    const cells = columns.map(({ name }) => cell(vector.verdicts[name], standard));
    return `| ${escaped(vector.why)} | ${cell(standard, standard)} | ${cells.join(' | ')} |`;
  });
  return `## ${vectors.length} small files

A allowed, D disallowed, E the original fails, bold where it is not RFC 9309's answer.
The files, crawlers and URLs are in [divergences.json](../spec/dialects/divergences.json), in this order.

| ${head.join(' | ')} |
|${head.map(() => '---').join('|')}|
${rows.join('\n')}`;
}

/** `error` for a target that RFC 9309 has no answer for, because it is not a URL. */
function standardVerdict(vector) {
  try {
    return explain(compile(parse(bodyOf(vector), { dialect: rfc9309 }), vector.agent), vector.url).allowed;
  } catch {
    return 'error';
  }
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
- \`temoto\` takes a path. It gets the escaped path of Go's \`net/url\`, and the query unless it is empty. \`colly\`
  sends the query sorted and escaped anew, so that a rule with a query rarely holds for it.
- \`python\` stands for the first releases of each series; a fix changed paths that begin with \`//\` (\`python-3.12\`),
  the next one escapes in queries (\`python-3.14\`), and the last one is the rewrite after RFC 9309 (\`python-rfc9309\`).
- Hosts are not compared, and a URL that is not a URL for the original is an error only where it fails on it.
- \`protego\`, \`python\` and \`crawler-commons\` get octets that are not valid UTF-8 as U+FFFD; later Pythons keep them.
- \`yandex\`: that a rule has at most 1,024 characters and a file at most 2,048 rules is not enforced.
- \`bing\`: that its own group takes Crawl-delay from the group of \`*\` is no matter of verdicts.`;
}
