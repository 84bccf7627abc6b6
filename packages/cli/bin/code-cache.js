/**
 * Loads built files together with the code that V8 compiled from them at build time, because compiling is the largest
 * part of a start. V8 rejects code of another version, for other flags or of another source, and compiles the source
 * as usual. Files without cached code are loaded as Node loads them.
 */
const { readFileSync } = require('node:fs');
const { dirname, sep } = require('node:path');
const { Script } = require('node:vm');

const Module = module.constructor;
const [before, after] = Module.wrapper;

/** The path of a built file's code. */
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
 * @param {(file: string) => Script | undefined} scriptFor Undefined for a file that Node should load.
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

/**
 * Built files are ASCII. `import()` does not work in cached code, so such files import through a file without cached
 * code.
 */
function scriptOf(file, code) {
  const text = readFileSync(file, 'latin1');
  const isOfText = code?.toString('latin1', code.length - STAMP) === stampOf(text);
  const cachedData = isOfText ? code.subarray(0, code.length - STAMP) : undefined;
  return new Script(`${before}${text}${after}`, { filename: file, columnOffset: -before.length, cachedData });
}

exports.scriptOf = scriptOf;

/** A built file ends with a digest of itself and a line end; its code ends with the same digest. */
const STAMP = 16;

function stampOf(text) {
  return text.slice(-STAMP - 1, -1);
}

/** The contents of a code file. V8 only checks the length of the source. */
exports.stamped = (code, file) =>
  Buffer.concat([code, Buffer.from(stampOf(readFileSync(file, 'latin1')), 'latin1')]);

/** Undefined where there is none. */
function compiledCode(file) {
  try {
    return readFileSync(exports.codeOf(file));
  } catch {
    return undefined;
  }
}

exports.compiledCode = compiledCode;
