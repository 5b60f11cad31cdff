// Prints nginx's configuration for the edge's container: that of `npm start`, with upstreams in other containers.
import { readConfig } from '../config.ts';
import { hostsOf } from '../edge/edge.ts';
import { nginxConf } from '../edge/nginx.conf.ts';
import { DEFAULT_PORT_BASE, portsFrom } from '../ports.ts';
import { REMOTES, shopUrl } from '../run/programs.ts';

const { SHOP_URL, SHOP_HOSTS } = readConfig();
const ports = portsFrom(DEFAULT_PORT_BASE);

console.log(
  nginxConf({
    ports,
    listen: ['0.0.0.0'],
    hosts: hostsOf(SHOP_URL ?? shopUrl(ports), SHOP_HOSTS),
    remotes: REMOTES,
    folder: '/tmp/nginx',
    brotliModules: [],
    // Docker's DNS server.
    upstreamHosts: { gateway: 'gateway', shell: 'shell', resolver: '127.0.0.11' },
  }),
);
