/** CPU time of this process and of its children that have exited. */
import { readFileSync } from 'node:fs';

/**
 * Milliseconds in one clock tick of Linux. `sysconf(_SC_CLK_TCK)` is 100 ticks per second on every platform that Node
 * supports.
 */
const tickMs = 10;

/** CPU time of this process since its start, in milliseconds, in user and system mode. */
export function ownCpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Like {@link ownCpuTimeMs}, but including children that have exited. Only Linux reports the time of children. */
export function cpuTimeMs(): number {
  return ownCpuTimeMs() + childrenMs();
}

function childrenMs(): number {
  if (process.platform !== 'linux') return 0;
  // proc(5): `cutime` and `cstime` are fields 16 and 17. The command in parentheses before them may contain any
  // character.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}
