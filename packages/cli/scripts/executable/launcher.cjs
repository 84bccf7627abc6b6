/**
 * The script of a single executable: unpacks the command, once for each version and user, and loads it. The files are
 * those of the npm packages, including native parts, so the command behaves like one that npm installed.
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
// The script path that Node would set. The service starts audits with this path.
process.argv[1] = join(folder, 'node_modules', '@robots-exclusion', 'cli', 'bin', 'robots.js');
// Loads an ordinary module in the folder, because the script of an executable cannot import files.
createRequire(join(folder, 'start.cjs'))('./start.cjs');

/**
 * The folder with the unpacked files. It is filled before it gets its final name, so that two concurrent first starts
 * do not interfere.
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

/** The parent folder, in `$XDG_CACHE_HOME`, `%LOCALAPPDATA%`, `~/.cache` or the system's temporary folder. */
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
      // The next folder may be writable.
    }
  }
  console.error(
    'robots: Cannot unpack the command: expected a folder that can be written, such as $XDG_CACHE_HOME',
  );
  process.exit(70);
}

/** Whether only this user can write to a folder. Files loaded from the folder run as this user. */
function isOwn(path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
}

/** Unpacks the archive: a length of four octets, an index in JSON, then the files in sequence. */
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
