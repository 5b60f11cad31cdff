import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';

export interface TakenPort {
  port: number;
  /** E.g. `nginx: master process (pid 4711, in /srv/shop)`, or `another program` if unknown. */
  holder: string;
}

export async function takenPorts(ports: number[], host = '127.0.0.1'): Promise<TakenPort[]> {
  const free = await Promise.all(ports.map((port) => isFree(port, host)));
  return ports.filter((_, index) => !free[index]).map((port) => ({ port, holder: portHolder(port) }));
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A description of the program that listens on a port. */
export function portHolder(port: number): string {
  const pid = process.platform === 'linux' ? linuxHolder(port) : lsofHolder(port);
  return pid ? describe(pid) : 'another program';
}

function linuxHolder(port: number): number | undefined {
  const sockets = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    if (!fs.existsSync(table)) continue;
    for (const line of fs.readFileSync(table, 'utf8').split('\n').slice(1)) {
      // Fields: number, local address, remote address, state (0A is LISTEN), …, inode.
      const fields = line.trim().split(/\s+/);
      if (fields[3] === '0A' && parseInt(fields[1]!.split(':')[1]!, 16) === port) sockets.add(`socket:[${fields[9]}]`);
    }
  }
  if (sockets.size === 0) return undefined;
  // The lowest pid is the master where workers share the socket.
  const pids = fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .sort((a, b) => a - b);
  return pids.find((pid) => {
    try {
      return fs.readdirSync(`/proc/${pid}/fd`).some((fd) => {
        try {
          return sockets.has(fs.readlinkSync(`/proc/${pid}/fd/${fd}`));
        } catch {
          return false;
        }
      });
    } catch {
      // Another user's process, or one that just ended.
      return false;
    }
  });
}

function lsofHolder(port: number): number | undefined {
  try {
    const out = execFileSync('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN'], { encoding: 'utf8' });
    return Number(out.trim().split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}

/** Command line, pid and folder; the folder distinguishes copies of the shop. */
function describe(pid: number): string {
  try {
    if (process.platform !== 'linux') {
      return `${shortened(execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }))} (pid ${pid})`;
    }
    const command = shortened(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
    return `${command} (pid ${pid}, in ${fs.readlinkSync(`/proc/${pid}/cwd`)})`;
  } catch {
    return `another program (pid ${pid})`;
  }
}

function shortened(command: string): string {
  const line = command.trim().replace(/^\S*\/(?=[^/\s]+(\s|$))/, '');
  return line.length > 50 ? `${line.slice(0, 49)}…` : line;
}
