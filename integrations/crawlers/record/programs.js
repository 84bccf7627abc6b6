/**
 * The programs: where each comes from, how it is started, and what it says of itself. What it does is recorded. `tokens`
 * are its candidates for the row `token`; `reading` is the dialect of the parser that it carries, if there is one;
 * `enabling` is the setting that makes it obey, for those that do not by default.
 */
import programs from './programs.json' with { type: 'json' };

const SOURCES = {
  python: { registry: 'PyPI', runtime: 'python', language: 'Python' },
  node: { registry: 'npm', runtime: 'node', language: 'JavaScript' },
  go: { registry: 'Go', runtime: 'go', language: 'Go' },
  debian: { registry: 'Debian', runtime: 'command', language: 'C' },
};

export const PROGRAMS = Object.fromEntries(
  Object.entries(programs).map(([name, { from, command, ...program }]) => [
    name,
    { name, ...SOURCES[from], ...program, ...(command && { command: commandOf(command) }) },
  ]),
);

/** The command for the pages to start at, and the folders `place` (the program's) and `folder` (an empty one). */
function commandOf(words) {
  return (starts, folders) => {
    const given = { ...folders, start: starts[0] };
    return words.flatMap((word) =>
      word === '{starts}' ? starts : word.replace(/\{(\w+)\}/, (_, name) => given[name]),
    );
  };
}
