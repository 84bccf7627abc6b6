/**
 * Writes the parts of docs/dialects.md between its markers, and the numbers in README.md, from the dialects' facts and
 * the vectors of spec/.
 */
import { readFileSync } from 'node:fs';
import { OUTSIDE_DOMAIN } from '../../../scripts/conformance/known-differences.js';
import { filesMatching } from '../../../scripts/files.js';
import { keep, table, withPart } from '../../../scripts/generated.js';
import { AXES, describeFacts, dialects } from '../dist/dialects/index.js';
import { compile, explain, parse, rfc9309 } from '../dist/index.js';

const FILE = 'docs/dialects.md';
const LEAST_SHARED = 2;
const NOT_REGULAR =
  'Other differences: Two files cannot be compared exactly, because more than the best matching pattern decides.';
const WORDS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen twenty'
).split(' ');
const { vectors } = JSON.parse(readFileSync('spec/dialects/divergences.json', 'utf8'));
const parts = {
  dialects: dialectTable(),
  agreement: agreement(),
  differences: perDialect(),
};
keep(FILE, Object.entries(parts).reduce(withPart, readFileSync(FILE, 'utf8')));
keep('README.md', numbers().reduce(withNumber, readFileSync('README.md', 'utf8')));

/** The numbers in README.md, each with a regular expression that locates it. */
function numbers() {
  const executed = dialects.filter(({ basis }) => basis === 'executed');
  const answers = executed.map(({ name }) => vectors.map(({ verdicts }) => verdicts[name]));
  if (new Set(answers.map((each) => JSON.stringify(each))).size < executed.length)
    throw new Error('README.md says that no two parsers agree on all files, but two do');
  const files = filesMatching(/^spec\/rfc9309\/.*\.json$/);
  const rules = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).vectors);
  if (rules.length <= 1000)
    throw new Error(
      `README.md says that there are more than a thousand vectors, but there are ${rules.length}`,
    );
  const standard = vectors.map(standardVerdict);
  const differences = answers.map((each) => each.filter((one, at) => isDifferent(one, standard[at])).length);
  // Versions and syntaxes of one parser, such as Python's, count as one project.
  const projects = new Set(
    executed.map(({ name }) => name.replace(/^(python|robotexclusionrulesparser|wget2)-.*/, '$1')),
  );
  return [
    [/(?<=\[)\d+(?=\ssmall\sfiles\])/, vectors.length],
    [/(?<=departs\sfrom\sRFC\s9309\son\sat\sleast\s)\d+/, Math.min(...differences)],
    [/(?<=ran\s)\w+(?=\swidely\sused\sparsers)/, inWords(projects.size)],
    [/(?<=\*\*\s)\w+(?=\snamed\s\[dialects\])/, capitalised(inWords(dialects.length - 1))],
  ];
}

function withNumber(page, [place, number]) {
  if (!place.test(page)) throw new Error(`README.md: expected a number at ${place}`);
  return page.replace(place, number);
}

/** Whether a verdict differs from that of RFC 9309, which gives no verdict on text that is not a URL. */
function isDifferent(answer, standard) {
  return answer !== undefined && standard !== 'error' && answer !== standard;
}

/** Writes a number in words; above twenty, in digits. */
function inWords(count) {
  return WORDS[count] ?? String(count);
}

function capitalised(word) {
  return word[0].toUpperCase() + word.slice(1);
}

function dialectTable() {
  const rows = dialects.map(({ name, title, source, version, asOf }) => [
    `\`${name}\``,
    `[${name.startsWith('python') ? title.split(',')[0] : title}](${source})`,
    version === 'help page' ? `${version}, ${asOf}` : version,
  ]);
  const named = (basis) =>
    dialects
      .filter((dialect) => dialect.basis === basis)
      .map(({ name }) => `\`${name}\``)
      .join(', ');
  return `${table(['Name', 'What it is', 'Versions'], rows)}
- *documented*, written from the operator’s help pages, as every verdict says: ${named('documented')}.
- *emulated*, written from its specification: ${named('emulated')}.
- *executed*, compared with the original program: all others but \`rfc9309\`.
`;
}

function agreement() {
  const runs = JSON.parse(readFileSync('docs/conformance.json', 'utf8'));
  const real = JSON.parse(readFileSync('docs/conformance-files.json', 'utf8'));
  const share = (program) => `${((100 * real.inside[program]) / real.files).toFixed(1)} %`;
  const rows = runs.map(({ program, dialect, asked, answered }) => [
    program,
    `\`${dialect}\``,
    ...[asked, answered].map(grouped),
  ]);
  const reasons = runs.flatMap(({ program, documented }) =>
    Object.entries(documented)
      .filter(([reason]) => reason !== OUTSIDE_DOMAIN)
      .map(([reason, times]) => `- ${program}, ${grouped(times)} times: ${escaped(reason)}.\n`),
  );
  const counts = (count) =>
    runs.filter((run) => count(run) > 0).map((run) => `${run.program} ${grouped(count(run))}`);
  const left = [
    ['Outside the domain', counts(({ documented }) => documented[OUTSIDE_DOMAIN] ?? 0)],
    ['Requested in another form than the page had them, or not at all', counts((run) => run.notAsked ?? 0)],
    ['Patterns with so many stars that one answer takes minutes', counts((run) => run.tooLong ?? 0)],
  ].map(([why, programs]) => `- ${why}: ${programs.join(', ')}.\n`);
  const unexplained = runs.filter(({ undocumented }) => undocumented > 0);
  if (unexplained.length > 0) throw new Error(`${unexplained[0].program}: differences without a reason`);
  const answers = table(['Program', 'Dialect', 'Questions:', 'Answered:'], rows);
  const partly = runs.filter(({ program }) => real.inside[program] < real.files);
  const but = partly.map(({ program }) => `${program} (${share(program)})`).join(', ');
  const counted = `\nOn ${real.countedOn}, of ${grouped(real.files)} published files every question asked was inside the domain, for all programs${but && ` but ${but}`}.\n`;
  const why =
    reasons.length === 0
      ? ''
      : `\nDifferences, and their reasons; all other answers are equal:\n\n${reasons.join('')}`;
  return `${answers}${counted}${why}\nQuestions that were not compared:\n\n${left.join('')}`;
}

/** A number with commas between thousands. */
function grouped(count) {
  return count.toLocaleString('en');
}

/** What several dialects share stands once, with a number; each dialect lists its own and these numbers. */
function perDialect() {
  const described = dialects
    .filter(({ name }) => name !== rfc9309.name)
    .map((dialect) => ({ ...dialect, lines: linesOf(dialect) }));
  const sections = described.map(({ name, lines }, at) => {
    const near = nearest(lines, described.slice(0, at));
    const shown = near === undefined ? lines : lines.filter((line) => !near.lines.includes(line));
    const missing = near?.lines.filter((line) => !lines.includes(line)) ?? [];
    return { name, near, shown, missing };
  });
  const shared = sharedLines(sections.flatMap(({ shown, missing }) => [...shown, ...missing]));
  const pages = sections.map(({ name, near, shown, missing }) => {
    const parts = [
      introduction(near, shown.length + missing.length),
      withNumbers(shown, shared),
      missing.length === 0 ? '' : `These do not hold:\n\n${withNumbers(missing, shared)}`,
    ];
    return `### ${name}\n\n${parts.filter((part) => part !== '').join('\n\n')}`;
  });
  return `### Shared differences\n\n${numbered(shared)}\n\n${pages.join('\n\n')}\n`;
}

function introduction(near, count) {
  if (near === undefined) return count === 0 ? 'As far as its documentation says, it follows RFC 9309.' : '';
  return count === 0
    ? `Reads as \`${near.name}\`, but for [what that release changed](#which-python-reads-how).`
    : `Reads as \`${near.name}\` but for these:`;
}

/** One numbered list, with the name of each axis above its lines. */
function numbered(lines) {
  return [...AXES.values()]
    .map((axis) => {
      const items = lines.flatMap((line, at) =>
        axisOf(line) === axis ? [`${at + 1}. ${line.slice(axis.length + 2)}`] : [],
      );
      return items.length === 0 ? '' : `**${axis}**\n\n${items.join('\n')}`;
    })
    .filter((part) => part !== '')
    .join('\n\n');
}

function linesOf({ facts, regular }) {
  const lines = describeFacts(facts).map(lineOf);
  return regular ? lines : [...lines, NOT_REGULAR];
}

function lineOf({ axis, sentence }) {
  return `${AXES.get(axis)}: ${escaped(sentence)}`;
}

/** The lines of several dialects, in the order of the axes. */
function sharedLines(lines) {
  const axes = [...AXES.values()];
  const rank = (line) => axes.indexOf(axisOf(line));
  return [...new Set(lines)]
    .filter((line) => lines.filter((other) => other === line).length >= LEAST_SHARED)
    .sort((one, other) => rank(one) - rank(other));
}

/** Own lines as a list, and the numbers of shared ones. */
function withNumbers(lines, shared) {
  const numbers = shared.flatMap((line, at) => (lines.includes(line) ? [at + 1] : []));
  const own = lines.filter((line) => !shared.includes(line));
  const items = own.length === 0 ? [] : [list(own)];
  if (numbers.length > 0) items.push(`- Shared differences: ${ranges(numbers)}`);
  return items.join('\n');
}

/** Ascending numbers as text; three or more in a row as a range. */
function ranges(numbers) {
  const runs = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) => (run.length < 3 ? run : [`${run[0]}–${run.at(-1)}`])).join(', ');
}

/** The dialect from which a list departs least, if both lists together differ in less than half of its lines. */
function nearest(lines, others) {
  const without = (one, other) => one.filter((line) => !other.includes(line)).length;
  const distance = (other) => without(lines, other.lines) + without(other.lines, lines);
  const [near] = [...others].sort((a, b) => distance(a) - distance(b));
  return near !== undefined && distance(near) < lines.length / 2 ? near : undefined;
}

function axisOf(line) {
  return line.slice(0, line.indexOf(': '));
}

/** One item an axis, with all its sentences. */
function list(lines) {
  return [...new Set(lines.map(axisOf))]
    .map((axis) => {
      const own = lines.filter((line) => axisOf(line) === axis);
      return `- ${axis}: ${joined(own.map((line) => line.slice(axis.length + 2)))}`;
    })
    .join('\n');
}

/** Sentences as one text. What holds for patterns and URLs alike stands once. */
function joined(sentences) {
  const [pattern, url] = ['Patterns: ', 'URLs: '];
  const isBoth = (sentence) =>
    sentence.startsWith(pattern) && sentences.includes(url + sentence.slice(pattern.length));
  const both = sentences.filter(isBoth).map((sentence) => sentence.slice(pattern.length));
  return sentences
    .filter((sentence) => !both.some((text) => sentence === url + text))
    .map((sentence) => (isBoth(sentence) ? `Patterns and URLs: ${sentence.slice(pattern.length)}` : sentence))
    .join(' ');
}

/** RFC 9309's verdict; `error` for a target that is not a URL. */
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

function escaped(sentence) {
  return sentence.replace(/[*#|<]/g, '\\$&');
}
