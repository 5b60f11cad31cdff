// Prints nginx's configuration for the edge's container: that of `npm start`, with upstreams in other containers.
import { readConfig } from '../config.ts';
import { hostsOf } from '../edge/edge.ts';
import { nginxConf } from '../edge/nginx.conf.ts';
import { DEFAULT_PORT_BASE, portsFrom } from '../ports.ts';
import { REMOTES, shopUrl } from '../run/programs.ts';

const ports = portsFrom(DEFAULT_PORT_BASE);

/** @param options `hosts`: further names of the shop; `resolver`: a DNS server to be asked all the time */
export const containerEdgeConf = (options: { url: string; hosts: readonly string[]; resolver?: string }): string =>
  nginxConf({
    ports,
    listen: ['0.0.0.0'],
    hosts: hostsOf(options.url, options.hosts),
    deployFolder: '/srv/shop/deploy',
    remotes: REMOTES,
    folder: '/tmp/nginx',
    brotliModules: [],
    upstreamHosts: { gateway: 'gateway', shell: 'shell', ...(options.resolver && { resolver: options.resolver }) },
  });

if (import.meta.main) {
  const { SHOP_URL, SHOP_HOSTS } = readConfig();
  // Docker's DNS server: a container that is started again has another address.
  const resolver = '127.0.0.11';
  console.log(containerEdgeConf({ url: SHOP_URL ?? shopUrl(ports), hosts: SHOP_HOSTS, resolver }));
}
