/**
 * Notes what a process does beside reading and printing, one line of JSON each in the file that `EFFECTS_FILE` names:
 * writes, connections, datagrams, sockets that listen, and programs. For `node --import`.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const file = process.env.EFFECTS_FILE;
/** Whether this process runs commands; else it may be the compiler of the test run. */
const isHost = process.argv[1]?.endsWith('command-host.js') === true;
const { appendFileSync } = fs;

function note(what, ...details) {
  if (!isHost || file === details[0]) return;
  const text = details.map((detail) =>
    typeof detail === 'object' ? JSON.stringify(detail) : String(detail),
  );
  appendFileSync(file, `${JSON.stringify([what, ...text])}\n`);
}

/** Notes the calls of a function that have an effect, with the file, host or program, but not with what is written. */
function watch(owner, name, hasEffect = () => true) {
  const original = owner[name];
  if (typeof original !== 'function') return;
  owner[name] = function watched(...args) {
    const told = /^(?:append|write)/.test(name) ? args.slice(0, 1) : args.slice(0, 2);
    if (hasEffect(args)) note(name, ...told.filter((arg) => typeof arg !== 'function'));
    return Reflect.apply(original, this, args);
  };
}

const writes = ([, flags = 'r']) =>
  typeof flags === 'number' ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0 : flags !== 'r';
const CHANGES = [
  ...['appendFile', 'chmod', 'chown', 'copyFile', 'cp', 'link', 'mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir'],
  ...['symlink', 'truncate', 'unlink', 'utimes', 'writeFile'],
];
for (const name of CHANGES) {
  watch(fs, name);
  watch(fs, `${name}Sync`);
  watch(fs.promises, name);
}
watch(fs, 'createWriteStream');
for (const [owner, name] of [
  [fs, 'open'],
  [fs, 'openSync'],
  [fs.promises, 'open'],
])
  watch(owner, name, writes);
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
  watch(childProcess, name);
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse']) {
  watch(dns, name);
  watch(dns.promises, name);
}
watch(net.Server.prototype, 'listen');
watch(dgram, 'createSocket');
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function watched(...args) {
  const [{ host, port, path } = {}] = Array.isArray(args[0]) ? args[0] : args;
  note('connect', host ?? path, port);
  return Reflect.apply(connect, this, args);
};
syncBuiltinESMExports();
