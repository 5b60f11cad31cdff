import { execa } from 'execa';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { machineEnvironment, ROOT, RUN_FOLDER, type Config } from '../config.ts';
import type { Ports } from '../ports.ts';
import { healthOf, LOG_FOLDER, REMOTES, shopUrl } from '../run/programs.ts';
import type { Program } from '../run/process.ts';
import { nginxConf, type Tls } from './nginx.conf.ts';

const FOLDER = path.join(RUN_FOLDER, 'edge');
const CONF = path.join(FOLDER, 'nginx.conf');

/** nginx, the only public entry. */
export async function edge(nginx: string, config: Config, ports: Ports): Promise<Program> {
  fs.mkdirSync(path.join(FOLDER, 'tmp'), { recursive: true });
  const traits = await traitsOf(nginx);
  const tls = tlsOf(config, traits.http2);
  if (tls) refuseBadCertificate(tls);
  fs.writeFileSync(
    CONF,
    nginxConf({
      ports,
      listen: listenAddresses(config.HOST),
      hosts: hostsOf(shopUrl(ports, config), config.SHOP_HOSTS),
      remotes: REMOTES,
      folder: FOLDER,
      user: workerUser(),
      brotliModules: traits.brotliModules,
      trustedProxies: config.TRUSTED_PROXIES,
      tls,
      plain: tls && {
        port: ports.edgePlain,
        challenges: path.join(FOLDER, 'challenges'),
        shopUrl: shopUrl(ports, config),
      },
    }),
  );
  return {
    name: 'edge',
    command: nginx,
    args: ['-p', FOLDER, '-c', CONF, '-e', 'stderr'],
    cwd: FOLDER,
    port: ports.edge,
    url: shopUrl(ports, config),
    env: machineEnvironment(),
    log: path.join(LOG_FOLDER, 'edge.log'),
    // A graceful stop; event streams would hold it for as long as tabs are open.
    stopSignal: 'SIGQUIT',
    stoppedWithinMs: 10_000,
    // New workers take over the listening sockets; the old ones finish what they have.
    reloadSignal: 'SIGHUP',
    after: ['gateway', 'shell'],
    ready: () => healthOf(`${tls ? 'https' : 'http'}://127.0.0.1:${ports.edge}/edge/health`),
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

/** The settings of TLS, if there is a certificate. */
export const tlsOf = (
  { TLS_CERTIFICATE: certificate, TLS_KEY: key }: Pick<Config, 'TLS_CERTIFICATE' | 'TLS_KEY'>,
  http2: Tls['http2'],
): Tls | undefined => (certificate && key ? { certificate, key, http2 } : undefined);

/** nginx reads them when a browser connects: too late to say what is wrong. @throws Error that names the variable */
export function refuseBadCertificate({ certificate, key }: Pick<Tls, 'certificate' | 'key'>): void {
  const leaf = read('TLS_CERTIFICATE', certificate, (content) => new crypto.X509Certificate(content));
  const own = read('TLS_KEY', key, (content) => crypto.createPrivateKey(content));
  if (!leaf.checkPrivateKey(own))
    throw new Error(`TLS_KEY: ${key} is not the key of the certificate in ${certificate}`);
  if (Date.parse(leaf.validTo) < Date.now()) {
    throw new Error(`TLS_CERTIFICATE: ${certificate} expired at ${leaf.validTo}`);
  }
}

function read<T>(variable: string, file: string, parse: (content: Buffer) => T): T {
  try {
    return parse(fs.readFileSync(file));
  } catch (error) {
    throw new Error(`${variable}: ${file} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** What this nginx can do. */
export async function traitsOf(nginx: string): Promise<{ brotliModules: string[]; http2: Tls['http2'] }> {
  const { stderr } = await execa(nginx, ['-V']);
  const folder = /--modules-path=(\S+)/.exec(stderr)?.[1];
  const modules = ['filter', 'static'].map((kind) => path.join(folder ?? '', `ngx_http_brotli_${kind}_module.so`));
  const [major = 0, minor = 0, patch = 0] = (/nginx\/([\d.]+)/.exec(stderr)?.[1] ?? '').split('.').map(Number);
  const hasDirective = major > 1 || minor > 25 || (minor === 25 && patch >= 1);
  return {
    brotliModules: folder && modules.every((file) => fs.existsSync(file)) ? modules : [],
    http2: hasDirective ? 'directive' : 'listen',
  };
}
