import fs from 'node:fs';

/** Clock ticks of the kernel (USER_HZ). */
const TICK_MS = 10;

/** Whether the kernel reports shared memory: Linux only. */
export const reportsSharedMemory = (): boolean => fs.existsSync('/proc/self/smaps_rollup');

/** Proportional set size in MB: private memory plus its share of shared memory. */
export function pssOf(pid: number): number {
  const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)![1]) / 1024;
}

/** Process group and CPU time of all threads so far, in ms. @throws when the process has exited */
export function cpuOf(pid: number | string): { group: number; ms: number } {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { group: Number(fields[2]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}
