// Prints nginx's configuration for the edge's container: that of `npm start`, with upstreams in other containers.
import { nginxConf } from '../edge/nginx.conf.ts';
import { DEFAULT_PORT_BASE, portsFrom } from '../ports.ts';
import { REMOTES } from '../run/programs.ts';

console.log(
  nginxConf({
    ports: portsFrom(DEFAULT_PORT_BASE),
    listen: ['0.0.0.0'],
    deployFolder: '/srv/shop/deploy',
    remotes: REMOTES,
    folder: '/tmp/nginx',
    nextShellMark: '/tmp/nginx/next-shell',
    brotliModules: [],
    // Docker's DNS server.
    upstreamHosts: { gateway: 'gateway', shell: 'shell', resolver: '127.0.0.11' },
  }),
);
