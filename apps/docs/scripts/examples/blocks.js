/** The fenced blocks of a document, and how to check each. */

/**
 * Every fenced block: its language, `[title]`, role, `schema=` and `from=`, whether and why it is marked `no-run`, its
 * text and its line. The roles are `synopsis`, `picture`, and `shortened` for a part of the output of earlier commands.
 */
export function blocksIn(text) {
  return [...text.matchAll(/^ *(`{3,})([\w-]*)([^\n`]*)\n([\s\S]*?)^ *\1$/gm)].map(
    ({ index, 2: language, 3: info, 4: code }) => ({
      language,
      title: /\[([^\]]+)\]/.exec(info)?.[1],
      role: /\b(?:synopsis|picture|shortened)\b/.exec(info)?.[0],
      from: /\bfrom=(\S+)/.exec(info)?.[1],
      schema: /\bschema=(\S+)/.exec(info)?.[1],
      isRun: !/\bno-run\b/.test(info),
      whyNot: /\bno-run=(\w+)/.exec(info)?.[1],
      isGenerated: /^ *<!-- begin [\w-]+ -->$/m.test(lastMarker(text.slice(0, index))),
      code,
      line: text.slice(0, index).split('\n').length,
    }),
  );
}

/**
 * Finds the blocks in the comments of a source file. Skips blocks without a language, because they show grammars there.
 */
export function blocksInSource(source) {
  return blocksIn(commentsOf(source)).filter(({ language }) => language !== '');
}

/** The last marker that begins or ends a generated part. */
function lastMarker(before) {
  return before.match(/^ *<!-- (?:begin|end) [\w-]+ -->$/gm)?.at(-1) ?? '';
}

/** The text of comments without their stars, on the original lines. */
function commentsOf(source) {
  return source
    .split('\n')
    .map((line) => /^\s*\* ?(.*)$/.exec(line)?.[1] ?? '')
    .join('\n');
}

/** Valid reasons to skip a block. */
const REASONS = new Set([
  'network', // contacts other sites or DNS
  'store', // needs a Redis
  'install', // installs or builds packages
  'package', // imports a package that this project does not depend on
  'program', // is for another program, such as an editor, a CI service or a framework
  'endless', // serves until someone stops it
]);

/** Languages whose blocks are run. The next set lists languages whose blocks are only displayed. */
const RUN = new Set(['ts', 'js', 'sh', 'console', 'python']);
const DRAWN = new Set(['mermaid', 'robots-ask']);

/** The error in a block's markers, if any. Every block on a page must be checked or state why not. */
export function problemOf({ language, title, role, schema, from, isRun, whyNot, isGenerated }) {
  if (!isRun) {
    return REASONS.has(whyNot) ? undefined : `expected no-run=REASON, one of ${[...REASONS].join(', ')}`;
  }
  const isChecked =
    title || role || schema || from || isGenerated || RUN.has(language) || DRAWN.has(language);
  return isChecked
    ? undefined
    : `nothing checks this block: expected a language that is run (${[...RUN].join(', ')}), a [FILE] that later blocks use, schema=FILE, "synopsis", "picture", or no-run=REASON`;
}

/** Turns each line `EXPRESSION; // VALUE` of the code into an assertion. */
export function asserting(code) {
  return code.replace(
    /^(?!\s*(?:\/\/|import|export|const|let|for|if))\s*(\S.*);\s*\/\/ (.+)$/gm,
    (line, expression, value) =>
      isLiteral(value) ? `assert.deepStrictEqual(${expression}, ${value});` : line,
  );
}

/** Whether the text is a JavaScript literal, which can be compared. Any other text after `//` is a remark. */
function isLiteral(value) {
  return /^(?:true|false|undefined|null|-?\d[\d_.]*|'[^']*'|"[^"]*"|\[.*\]|\{.*\})$/.test(value.trim());
}

/** Turns each Python line `EXPRESSION # VALUE` or `NAME = EXPRESSION # VALUE` into an assertion. */
export function assertingPython(code) {
  return code.replace(
    /^(?:(\w+) = )?([\w.]+\(.*?\)[\w.[\]"'-]*)\s+# (.+)$/gm,
    (line, _name, expression, value) =>
      /^(?:True|False|None|-?\d[\d_.]*|'[^']*'|"[^"]*"|\[.*\])$/.test(value.trim())
        ? `assert ${expression} == ${value}, ${expression}`
        : line,
  );
}

/**
 * The commands of a transcript, each with its output. A command, `$ COMMAND`, continues on the next line after a final
 * backslash or within quoted text. Its output follows. A line `…` stands for any lines, and `…` within a line for any
 * text.
 */
export function transcriptOf(code) {
  const steps = [];
  for (const line of code.split('\n').slice(0, -1)) {
    const step = steps.at(-1);
    const isContinued = step?.output.length === 0 && (step.command.endsWith('\\') || isOpen(step.command));
    if (isContinued) step.command += `\n${line}`;
    else if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] });
    else step?.output.push(line);
  }
  return steps;
}

/** Whether a single-quoted text continues on the next line. */
function isOpen(command) {
  return (command.match(/'/g)?.length ?? 0) % 2 === 1 && !/"[^"]*'[^"]*"/.test(command);
}

/** Whether `lines` match the transcript. */
export function isOutput(expected, lines) {
  if (expected.length === 0) return lines.length === 0;
  const [first, ...rest] = expected;
  if (first.trim() === '…')
    return lines.some((_, at) => isOutput(rest, lines.slice(at))) || rest.length === 0;
  return isLine(first.trimEnd(), lines[0]?.trimEnd()) && isOutput(rest, lines.slice(1));
}

function isLine(expected, line) {
  if (line === undefined || !expected.includes('…')) return expected === line;
  const parts = expected.split('…').map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(line) || expected === line;
}
