/**
 * Loads built files together with the code that V8 compiled from them when they were built: to compile them again is the
 * largest part of a start. V8 rejects code of another version, for other flags or of another source, and compiles the
 * source as always. Files without code of their own are loaded as Node loads them.
 */
const { readFileSync, statSync } = require('node:fs');
const { dirname, sep } = require('node:path');
const { Script } = require('node:vm');

const Module = module.constructor;
const [before, after] = Module.wrapper;

/** Where the code of a built file is. */
exports.codeOf = (file) => `${file}.v8`;

/**
 * From now on, files of `folder` are loaded with their code. Debuggers and coverage want sources only.
 *
 * @param {string} folder
 */
exports.useCodeCache = (folder) => {
  if (process.sourceMapsEnabled || process.env.NODE_V8_COVERAGE !== undefined) return;
  exports.runScripts(folder, (file) => {
    const code = compiledCode(file);
    return code && scriptOf(file, code);
  });
};

/**
 * @param {string} folder
 * @param {(file: string) => Script | undefined} scriptFor Undefined for a file that Node is to load by itself.
 */
exports.runScripts = (folder, scriptFor) => {
  const load = Module._extensions['.js'];
  Module._extensions['.cjs'] = (target, file) => {
    const script = file.startsWith(folder + sep) ? scriptFor(file) : undefined;
    if (!script) return load(target, file);
    const run = script.runInThisContext();
    run.call(target.exports, target.exports, Module.createRequire(file), target, file, dirname(file));
  };
};

/** Built files are ASCII. `import()` does not work in code that was kept: they import through a file without code. */
function scriptOf(file, cachedData) {
  const source = `${before}${readFileSync(file, 'latin1')}${after}`;
  return new Script(source, { filename: file, columnOffset: -before.length, cachedData });
}

exports.scriptOf = scriptOf;

/** Undefined where there is none, and where the file has changed since. */
function compiledCode(file) {
  try {
    const code = exports.codeOf(file);
    return statSync(code).mtimeMs < statSync(file).mtimeMs ? undefined : readFileSync(code);
  } catch {
    return undefined;
  }
}

exports.compiledCode = compiledCode;
