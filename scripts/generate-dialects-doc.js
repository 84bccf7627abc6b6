/**
 * Writes docs/dialects.md from the dialects' facts and the vectors of spec/dialects; with `--check`, says whether the
 * file is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { AXES, describeFacts, dialects } from '../packages/core/dist/dialects/index.js';
import { compile, explain, parse, rfc9309 } from '../packages/core/dist/index.js';
import { OUTSIDE_DOMAIN } from './conformance/known-differences.js';

const FILE = 'docs/dialects.md';

const text = `${[intro(), dialectTable(), agreement(), plantedFaults(), advice(), perDialect(), divergences(), limits()].join('\n\n')}\n`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} is not up to date: run "node scripts/generate-dialects-doc.js"`);
  process.exitCode = 1;
}

function intro() {
  return `# How crawlers read your file

<!-- Written by scripts/generate-dialects-doc.js from the dialects' facts. Change those, not this page. -->

Most programs that read robots.txt depart from RFC 9309 in some way.
This page lists the differences of ${dialects.length - 1} of them.
Each is a *dialect*: a description in \`packages/core/src/dialects/\` that the library can follow.

\`\`\`sh
robots check /some/path --robots robots.txt --agent FooBot --dialect google
robots check /some/path --robots robots.txt --agent FooBot --dialect all
robots lint robots.txt --profile portable
\`\`\`

\`\`\`js
import { divergences, interpretations } from 'robots-exclusion/dialects';
\`\`\`

\`interpretations\` answers one question in every dialect and explains each difference.
\`divergences\` finds the questions that dialects answer differently. \`robots lint --profile portable\` reports them.`;
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

*executed*: compared with the original program on the same files. *emulated*: written from its source or specification;
the original was not run. *documented*: written from the operator's help pages; every verdict says so.`;
}

function agreement() {
  const runs = JSON.parse(readFileSync('docs/conformance.json', 'utf8'));
  const rows = runs.map(({ program, dialect, asked, answered, documented, undocumented }) => {
    const { [OUTSIDE_DOMAIN]: outside = 0, ...meant } = documented;
    const different = Object.values(meant).reduce((sum, times) => sum + times, undocumented);
    return row(program, dialect, asked, answered, outside, different);
  });
  const reasons = runs.flatMap(({ program, documented }) =>
    Object.entries(documented)
      .filter(([reason]) => reason !== OUTSIDE_DOMAIN)
      .map(([reason, times]) => `- ${program}, ${times.toLocaleString('en')} times: ${escaped(reason)}.`),
  );
  const notAsked = runs
    .filter((run) => run.notAsked)
    .map(
      ({ program, notAsked: count }) =>
        `${program} requested ${count.toLocaleString('en')} of the links in another form than the page had them, or not at all; they are not compared.`,
    );
  const slow = runs.filter((run) => run.tooLong);
  const tooLong =
    slow.length === 0
      ? []
      : [
          `These were not asked about patterns with so many stars that one answer takes minutes: ${slow.map(({ program, tooLong: count }) => `${program} (${count} questions)`).join(', ')}.`,
        ];
  return `## How far they agree with the originals

\`npm run conformance\` installs each program from its package registry, or builds it from its source, and asks it and its dialect the same questions:
small files on which one reading turns, corners of other readers, generated files, mutated vectors and mutated real files,
each with one crawler and one URL. A program whose toolchain is
missing is skipped by name. Any difference without a stated reason fails the run. One CPython is the machine's own; the
others come from npm's \`pyodide\`. \`google-head\` is Google's library at its newest commit, asked for the deciding line and the
kind of each line, too. The counts are of November 2026. If both fail, they agree. A target outside the domain that the dialect
states is \`unreadable\`; where the program answers all the same, that is counted apart.
${[...notAsked, ...tooLong].join(' ')}

| Program | Dialect | Questions | Answered | Outside the domain | Different |
|---|---|---|---|---|---|
${[rows.join('\n'), ...(reasons.length === 0 ? [] : [`The reasons for the differences:\n\n${reasons.join('\n')}`])].join('\n\n')}`;
}

/** How soon the same questions find a fault in a dialect. */
function plantedFaults() {
  const measured = JSON.parse(readFileSync('docs/conformance-planted.json', 'utf8'));
  const others = dialects
    .filter(({ name, basis }) => basis === 'executed' && measured.every(({ dialect }) => dialect !== name))
    .map(({ name }) => `\`${name}\``);
  const rows = measured.map(
    ({ dialect, planted, hidden, found, median, most, missed }) =>
      `| \`${dialect}\` | ${[planted, hidden, found, median, most].map((count) => count.toLocaleString('en')).join(' | ')} | ${missed.map((fault) => `\`${fault}\``).join(', ')} |`,
  );
  return `### How soon a fault would be found

\`npm run conformance:planted\` measures the questions. It takes each fact of a dialect in turn, gives it the value that another
dialect has, and counts the questions until an answer changes. A fact is *hidden* if no yes or no can depend on it
because of another fact of the same dialect: whether \`$\` is a wildcard, say, where no character is.
\`scripts/conformance/hidden-facts.js\` gives each reason. Each dialect was asked 20,000 questions.

| Dialect | Facts changed | Hidden | Found | Questions until half were found | Until the last | Not found |
|---|---|---|---|---|---|---|
${rows.join('\n')}${others.length === 0 ? '' : `\n\nNot measured yet: ${others.join(', ')}.`}`;
}

function row(program, dialect, ...counts) {
  return `| ${program} | \`${dialect}\` | ${counts.map((count) => count.toLocaleString('en')).join(' | ')} |`;
}

function advice() {
  return `## How to write a file that every parser reads alike

- Save it as UTF-8 without a byte order mark, with LF line endings.
- Spell the names \`User-agent\`, \`Allow\` and \`Disallow\`, each followed by a colon. Write one record per line.
- Give each crawler one group. Don't put blank lines, Sitemap or Crawl-delay between its user-agent lines and its rules.
- Put every rule after a user-agent line, and end the file with a line break.
- Start every pattern with a slash. Avoid \`*\` and \`$\` if a prefix is enough.
- Where rules overlap, write the longer ones first, and Allow before Disallow.
- Write escapes in upper case, and escape characters outside ASCII.
- If a crawler has its own group, repeat the rules of \`*\` that it should also follow.`;
}

function perDialect() {
  const sections = dialects
    .filter(({ facts }) => facts)
    .map(({ name, title, facts, regular }) => {
      const lines = describeFacts(facts).map(
        ({ axis, sentence }) => `- ${AXES.get(axis)}: ${escaped(sentence)}`,
      );
      const own = lines.length === 0 ? ['- As far as its documentation says, it follows RFC 9309.'] : lines;
      const proof = regular
        ? []
        : ['- Two files cannot be compared exactly: more than the best matching pattern decides.'];
      return `### ${name}\n\n${title}.\n\n${[...own, ...proof].join('\n')}`;
    });
  return `## Differences from RFC 9309\n\n${sections.join('\n\n')}`;
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

A: allowed. D: disallowed. E: the original fails. Bold: not RFC 9309's answer.
[divergences.json](../spec/dialects/divergences.json) holds the files, crawlers and URLs in this order.

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

- Dialects read a body. How the original handles HTTP statuses, redirects and caches is not part of them.
- The size limit (\`maxBytes\`) is the same for all, even if the original has none.
- Lines are counted as RFC 9309 counts them, even if the original sees more or fewer.
- \`google-java\`, \`crawler-commons\`, \`colly\` and \`robots-parser\` take absolute URLs only, so a target that begins with a slash
  is put after a host. The others get it unchanged. A path that begins with two slashes may lose its first segment, as in
  the originals.
- Where an original fails, the verdict is \`unreadable\` with the reason, \`allowed\` is false, and \`interpretations\`
  reports \`error\`. Where an original would run for a very long time, the dialect answers in bounded time.
- \`wget\` answers for the crawler in the question, as if wget had that name. Its source decodes \`%25\` in a URL, so
  \`/a%\` matches \`/a%25\`.
- \`reppy\` is rep-cpp without a base URL. For a \`%\` before an octet above 0x7F the original reads outside its table
  where \`char\` has a sign. The dialect reads it as a percent sign, as the original does where it has none, and as it was built for the comparison.
- \`temoto\` takes a path. It gets the escaped path of Go's \`net/url\`, and the query unless it is empty. \`colly\` sorts
  and escapes the query again, so a rule with a query rarely matches.
- \`python\` is the first releases of each series. Later fixes changed paths that begin with \`//\` and
  hosts in brackets (\`python-3.12\`), and escapes in queries (\`python-3.14\`). Releases with the first fix and without the second
  (3.12.4 to 3.12.8, 3.13.0, 3.13.1, others of 2024) also answer where text stands beside the brackets of a host. \`python-rfc9309\` is the rewrite that follows RFC 9309.
- \`colly\` and \`robots-parser\` answer for absolute URLs and paths. Other text is outside their domain: the verdict is
  \`unreadable\`. The others answer for any text, as the originals do.
- White space of any kind round a crawler's name is removed before a dialect sees it; HTTP removes blanks round a field value
  as well (RFC 9110 §5.5).
- Upper and lower case follow the Unicode version of the runtime, not of the original. They differ for letters that were
  added in between, such as U+A7CB for an original that knows Unicode 14.
- Hosts are not compared. A URL that is invalid for the original is an error only if the original fails on it.
- \`protego\`, \`python\` and \`crawler-commons\` get octets that are not valid UTF-8 as U+FFFD; later Pythons keep them.
- \`yandex\`: the limits of 1,024 characters a rule and 2,048 rules a file are not enforced.
- \`bing\`: its own group takes Crawl-delay from the group of \`*\`. That does not affect verdicts.`;
}
