/** The fenced blocks of a document that a check runs. */

/**
 * Every fenced block: its language, its `[title]`, whether it is marked `no-run` and why, its text and its line. Inside a
 * comment of a source file, hand in the comment's text.
 */
export function blocksIn(text) {
  return [...text.matchAll(/^( *)```(\w+)([^\n`]*)\n([\s\S]*?)^ *```/gm)].map(
    ({ index, 2: language, 3: info, 4: code }) => ({
      language,
      title: /\[([^\]]+)\]/.exec(info)?.[1],
      isRun: !/\bno-run\b/.test(info),
      whyNot: /\bno-run=(\w+)/.exec(info)?.[1],
      code,
      line: text.slice(0, index).split('\n').length,
    }),
  );
}

/** Why a block may be left out: what a check has not. */
export const REASONS = new Set([
  'network', // asks sites of others, or a service that runs elsewhere
  'store', // needs a Redis, or a folder of the reader
  'install', // installs or builds packages
  'package', // imports a package that this project does not depend on
  'program', // needs another program, such as an agent's host or a framework
  'endless', // serves until it is ended
  'files', // reads or writes files of the reader
]);

/** The code with each line `EXPRESSION; // VALUE` turned into an assertion. */
export function asserting(code) {
  return code.replace(
    /^(?!\s*(?:\/\/|import|export|const|let|for|if))\s*(\S.*);\s*\/\/ (.+)$/gm,
    (line, expression, value) =>
      isLiteral(value) ? `assert.deepStrictEqual(${expression}, ${value});` : line,
  );
}

/** A value that can be compared: a literal of JavaScript. Anything else after `//` is a remark. */
function isLiteral(value) {
  return /^(?:true|false|undefined|null|-?\d[\d_.]*|'[^']*'|"[^"]*"|\[.*\]|\{.*\})$/.test(value.trim());
}

/**
 * The commands of a transcript, each with the lines that it prints:
 * a line `$ COMMAND` (continued after a final backslash), then its output. A line `…` stands for any lines.
 */
export function transcriptOf(code) {
  const steps = [];
  for (const line of code.split('\n').slice(0, -1)) {
    const isContinued = steps.at(-1)?.command.endsWith('\\') && steps.at(-1).output.length === 0;
    if (isContinued) steps.at(-1).command += `\n${line}`;
    else if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] });
    else steps.at(-1)?.output.push(line);
  }
  return steps;
}

/** Whether `lines` are those of the transcript, where `…` stands for any number of lines. */
export function isOutput(expected, lines) {
  if (expected.length === 0) return lines.length === 0;
  const [first, ...rest] = expected;
  if (first.trim() === '…')
    return lines.some((_, at) => isOutput(rest, lines.slice(at))) || rest.length === 0;
  return first.trimEnd() === lines[0]?.trimEnd() && isOutput(rest, lines.slice(1));
}
