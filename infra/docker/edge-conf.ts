// Prints nginx's configuration for the edge's container: that of `npm start`, with upstreams in other containers.
import { readConfig } from '../config.ts';
import { hostsOf, tlsOf } from '../edge/edge.ts';
import { type EdgeSettings, nginxConf } from '../edge/nginx.conf.ts';
import { DEFAULT_PORT_BASE, portsFrom } from '../ports.ts';
import { REMOTES, shopUrl } from '../run/programs.ts';

const ports = portsFrom(DEFAULT_PORT_BASE);

interface ContainerEdge extends Pick<EdgeSettings, 'trustedProxies' | 'tls'> {
  url: string;
  /** Further names of the shop. */
  hosts: readonly string[];
  /** A DNS server to be asked all the time. */
  resolver?: string;
}

export const containerEdgeConf = ({ url, hosts, resolver, ...more }: ContainerEdge): string =>
  nginxConf({
    ports,
    listen: ['0.0.0.0'],
    hosts: hostsOf(url, hosts),
    remotes: REMOTES,
    folder: '/tmp/nginx',
    brotliModules: [],
    plain: { port: ports.edgePlain, challenges: '/srv/certificates/challenges', shopUrl: url },
    upstreamHosts: { gateway: 'gateway', shell: 'shell', ...(resolver && { resolver }) },
    ...more,
  });

if (import.meta.main) {
  const config = readConfig();
  const conf = containerEdgeConf({
    url: shopUrl(ports, config),
    hosts: config.SHOP_HOSTS,
    // Docker's DNS server: a container that is started again has another address.
    resolver: '127.0.0.11',
    trustedProxies: config.TRUSTED_PROXIES,
    tls: tlsOf(config, 'directive'),
  });
  console.log(conf);
}
