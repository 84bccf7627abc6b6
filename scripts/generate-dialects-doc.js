/** Writes the parts of docs/dialects.md between its markers, from the dialects' facts and the vectors of spec/dialects. */
import { readFileSync } from 'node:fs';
import { AXES, describeFacts, dialects } from '../packages/core/dist/dialects/index.js';
import { compile, explain, parse, rfc9309 } from '../packages/core/dist/index.js';
import { OUTSIDE_DOMAIN } from './conformance/known-differences.js';
import { keep, withPart } from './generated.js';

const FILE = 'docs/dialects.md';
const parts = {
  dialects: dialectTable(),
  agreement: agreement(),
  planted: plantedFaults(),
  differences: perDialect(),
  'small-files': divergences(),
};
keep(FILE, Object.entries(parts).reduce(withPart, readFileSync(FILE, 'utf8')));

function dialectTable() {
  const rows = dialects.map(
    ({ name, title, source, version, comparedOn = '', asOf, basis }) =>
      `| \`${name}\` | [${title}](${source}) | ${version} | ${comparedOn} | ${asOf} | ${basis} |`,
  );
  return `| Name | What it is | Versions | Compared on | As of | Basis |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
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
  return `${[...notAsked, ...tooLong].join(' ')}

| Program | Dialect | Questions | Answered | Outside the domain | Different |
|---|---|---|---|---|---|
${[rows.join('\n'), ...(reasons.length === 0 ? [] : [`The reasons for the differences:\n\n${reasons.join('\n')}`])].join('\n\n')}
`;
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
  return `| Dialect | Facts changed | Hidden | Found | Questions until half were found | Until the last | Not found |
|---|---|---|---|---|---|---|
${rows.join('\n')}${others.length === 0 ? '' : `\n\nNot measured yet: ${others.join(', ')}.`}
`;
}

function row(program, dialect, ...counts) {
  return `| ${program} | \`${dialect}\` | ${counts.map((count) => count.toLocaleString('en')).join(' | ')} |`;
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
  return `${sections.join('\n\n')}\n`;
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
  return `| ${head.join(' | ')} |
|${head.map(() => '---').join('|')}|
${rows.join('\n')}
`;
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
