/** CPU time of a program and its child processes, in milliseconds. */
import { spawnSync } from 'node:child_process';

/** Runs a program and discards its output. @throws {Error} If it fails. */
export function cpuOf(command, args) {
  const timed = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const { stderr, status } = spawnSync('bash', ['-c', timed, 'bash', command, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: exit code ${status}`);
  const [user, system] = stderr
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds.replace(',', '.')));
  return (user + system) * 1000;
}
