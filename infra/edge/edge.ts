import { execa } from 'execa';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { machineEnvironment, ROOT, RUN_FOLDER, type Config } from '../config.ts';
import type { Ports } from '../ports.ts';
import { healthOf, LOG_FOLDER, REMOTES, shopUrl } from '../run/programs.ts';
import type { Program } from '../run/process.ts';
import { nginxConf } from './nginx.conf.ts';

const FOLDER = path.join(RUN_FOLDER, 'edge');
const CONF = path.join(FOLDER, 'nginx.conf');

/** nginx, the only public entry. */
export async function edge(nginx: string, config: Config, ports: Ports): Promise<Program> {
  fs.mkdirSync(path.join(FOLDER, 'tmp'), { recursive: true });
  fs.writeFileSync(
    CONF,
    nginxConf({
      ports,
      listen: listenAddresses(config.HOST),
      hosts: hostsOf(shopUrl(ports), config.SHOP_HOSTS),
      remotes: REMOTES,
      folder: FOLDER,
      user: workerUser(),
      brotliModules: await brotliModules(nginx),
    }),
  );
  return {
    name: 'edge',
    command: nginx,
    args: ['-p', FOLDER, '-c', CONF, '-e', 'stderr'],
    cwd: FOLDER,
    port: ports.edge,
    url: shopUrl(ports),
    env: machineEnvironment(),
    log: path.join(LOG_FOLDER, 'edge.log'),
    // A graceful stop, limited by `worker_shutdown_timeout`.
    stopSignal: 'SIGQUIT',
    // New workers take over the listening sockets; the old ones finish what they have.
    reloadSignal: 'SIGHUP',
    after: ['gateway', 'shell'],
    ready: () => healthOf(`http://127.0.0.1:${ports.edge}/edge/health`),
  };
}

/** That of the shop's URL, this machine's own names (which no other site can have), and the configured ones. */
export const hostsOf = (url: string, further: readonly string[]): string[] => [
  ...new Set([new URL(url).hostname, 'localhost', '127.0.0.1', '[::1]', ...further]),
];

/** `localhost` is both loopback addresses; another HOST is used as given. */
function listenAddresses(host: string): string[] {
  if (host !== '127.0.0.1' && host !== 'localhost') return [host.includes(':') ? `[${host}]` : host];
  const ipv6 = Object.values(os.networkInterfaces())
    .flat()
    .some((address) => address?.address === '::1');
  return ipv6 ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'];
}

/** Started by root, nginx would run workers as a user that may not be able to read a folder under a home directory. */
function workerUser(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(ROOT).uid;
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.split(':')[2] === String(owner));
  return line?.split(':')[0] ?? 'root';
}

async function brotliModules(nginx: string): Promise<string[]> {
  const { stderr } = await execa(nginx, ['-V']);
  const folder = /--modules-path=(\S+)/.exec(stderr)?.[1];
  if (!folder) return [];
  const modules = ['filter', 'static'].map((kind) => path.join(folder, `ngx_http_brotli_${kind}_module.so`));
  return modules.every((file) => fs.existsSync(file)) ? modules : [];
}
