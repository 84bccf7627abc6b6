/**
 * What a single executable runs: it unpacks the command, once for each version and user, and loads it. The files are
 * those of the npm packages, native parts included, so nothing behaves otherwise than when installed by npm.
 */
const { createHash, randomBytes } = require('node:crypto');
const { closeSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { getRawAsset } = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

const archive = Buffer.from(getRawAsset('files'));
const folder = unpacked(createHash('sha256').update(archive).digest('hex').slice(0, 32));
// The script path, as if node had been given it: workers are started from it.
process.argv[1] = join(folder, 'node_modules', '@robots-exclusion', 'cli', 'bin', 'robots.js');
// Required from its own place, it is an ordinary module again: an executable's own script can import nothing.
createRequire(join(folder, 'start.cjs'))('./start.cjs');

/**
 * The folder of the files; it is completed before it gets its name, so that two simultaneous first starts do no harm.
 */
function unpacked(digest) {
  const parent = ownFolder();
  const target = join(parent, digest);
  if (isOwn(target)) return target;
  const made = join(parent, `.${digest}-${randomBytes(6).toString('hex')}`);
  try {
    unpackInto(made);
    renameSync(made, target);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another process was first.
    if (!isOwn(target)) throw error;
  }
  return target;
}

/** `$XDG_CACHE_HOME`, `~/.cache`, `%LOCALAPPDATA%`, or a folder of this user among the temporary files. */
function ownFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const places = [XDG_CACHE_HOME, LOCALAPPDATA, homedir() === '/' ? '' : join(homedir(), '.cache')];
  for (const place of [...places.filter(Boolean), tmpdir()]) {
    const own = join(
      place,
      place === tmpdir() ? `robots-exclusion-${process.getuid?.() ?? 'user'}` : 'robots-exclusion',
    );
    try {
      mkdirSync(own, { recursive: true, mode: 0o700 });
      if (isOwn(own)) return own;
    } catch {
      // The next place may be writable.
    }
  }
  console.error(
    'robots: Cannot unpack the command: expected a folder that can be written, such as $XDG_CACHE_HOME',
  );
  process.exit(70);
}

/** Creates a folder that only this user can write to, because files loaded from it run as this user. */
function isOwn(path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
}

/** The archive: a length of four octets, an index as JSON, and the files one after another. */
function unpackInto(target) {
  const files = brotliDecompressSync(archive);
  const end = 4 + files.readUInt32LE(0);
  let at = end;
  for (const { name, size, mode } of JSON.parse(files.toString('utf8', 4, end))) {
    const path = join(target, ...name.split('/'));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(path, 'wx', mode);
    writeSync(file, files, at, size);
    closeSync(file);
    at += size;
  }
}
