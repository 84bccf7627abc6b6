/** Runs the command with the given arguments, and then writes the compiled code of the loaded files. */
const { renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { codeOf, compiledCode, runScripts, scriptOf, stamped } = require('../../bin/code-cache.js');

const built = join(__dirname, '../../lib');
const scripts = new Map();

runScripts(built, (file) => {
  if (file === join(built, 'import.cjs')) return undefined;
  scripts.set(file, scriptOf(file, compiledCode(file)));
  return scripts.get(file);
});

process.on('exit', () => {
  for (const [file, script] of scripts) replace(codeOf(file), stamped(script.createCachedData(), file));
  // A finding or a "disallowed" is not a failure here.
  if (process.exitCode === 1) process.exitCode = 0;
});
require(join(built, 'main.cjs'));

/** Writes a file of cached code atomically, because V8 accepts any file of the right length. */
function replace(file, octets) {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, octets);
  renameSync(beside, file);
}
