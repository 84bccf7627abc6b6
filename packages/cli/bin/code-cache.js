/**
 * Loads built files together with the code that V8 compiled from them at build time, because compilation takes most of
 * the start-up time. V8 rejects code that another V8 version compiled, or that was compiled under other flags or from
 * another source. It then compiles the source as usual. Node loads files without cached code in the usual way.
 */
const { readFileSync } = require('node:fs');
const { dirname, sep } = require('node:path');
const { Script } = require('node:vm');

const Module = module.constructor;
const [before, after] = Module.wrapper;

/** The path of the cached code of a built file. */
exports.codeOf = (file) => `${file}.v8`;

/**
 * From now on, loads files in `folder` with their cached code. Coverage needs the sources, so it disables the cache.
 *
 * @param {string} folder
 */
exports.useCodeCache = (folder) => {
  if (process.env.NODE_V8_COVERAGE !== undefined) return;
  exports.runScripts(folder, (file) => {
    const code = compiledCode(file);
    return code && scriptOf(file, code);
  });
};

/**
 * @param {string} folder
 * @param {(file: string) => Script | undefined} scriptFor Returns undefined for files that Node should load itself.
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
 * Reads the file as Latin-1, because built files are ASCII. `import()` does not work in cached code, so files with
 * cached code call it through `import.cjs`, which has no cached code.
 */
function scriptOf(file, code) {
  const text = readFileSync(file, 'latin1');
  const isOfText = code?.toString('latin1', code.length - STAMP) === stampOf(text);
  const cachedData = isOfText ? code.subarray(0, code.length - STAMP) : undefined;
  return new Script(`${before}${text}${after}`, { filename: file, columnOffset: -before.length, cachedData });
}

exports.scriptOf = scriptOf;

/**
 * The length of a digest in characters. A built file ends with a digest of its code and a line end; its cached code
 * ends with the same digest.
 */
const STAMP = 16;

function stampOf(text) {
  return text.slice(-STAMP - 1, -1);
}

/**
 * The contents of a cached-code file. It ends with the source's digest, because V8 itself checks only the source's
 * length.
 */
exports.stamped = (code, file) =>
  Buffer.concat([code, Buffer.from(stampOf(readFileSync(file, 'latin1')), 'latin1')]);

/** The cached code of a file; undefined if there is none. */
function compiledCode(file) {
  try {
    return readFileSync(exports.codeOf(file));
  } catch {
    return undefined;
  }
}

exports.compiledCode = compiledCode;
