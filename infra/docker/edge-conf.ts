// Prints nginx's configuration for the edge's container: that of `npm start`, with upstreams in other containers.
import { readConfig } from '../config.ts';
import { hostsOf, tlsOf } from '../edge/edge.ts';
import { nginxConf } from '../edge/nginx.conf.ts';
import { DEFAULT_PORT_BASE, portsFrom } from '../ports.ts';
import { REMOTES, shopUrl } from '../run/programs.ts';

const config = readConfig();
const ports = portsFrom(DEFAULT_PORT_BASE);
const url = shopUrl(ports, config);

console.log(
  nginxConf({
    ports,
    listen: ['0.0.0.0'],
    hosts: hostsOf(url, config.SHOP_HOSTS),
    deployFolder: '/srv/shop/deploy',
    remotes: REMOTES,
    folder: '/tmp/nginx',
    brotliModules: [],
    trustedProxies: config.TRUSTED_PROXIES,
    tls: tlsOf(config, 'directive'),
    plain: { port: ports.edgePlain, challenges: '/srv/certificates/challenges', shopUrl: url },
    // Docker's DNS server.
    upstreamHosts: { gateway: 'gateway', shell: 'shell', resolver: '127.0.0.11' },
  }),
);
