/** CPU time of this process and of its children that have exited. */
import { readFileSync } from 'node:fs';

/** The clock ticks of Linux: `sysconf(_SC_CLK_TCK)` is 100 on every platform that Node supports. */
const tickMs = 10;

/** Milliseconds of this process since its start, user and system. */
export function ownCpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Like {@link ownCpuTimeMs}, including children that have exited, which only Linux reports. */
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
