// Prints nginx's configuration for the edge's container: the same as `npm start` uses, with the parts in other containers.
import { nginxConf } from '../edge/nginx.conf.ts';
import { DEFAULT_PORT_BASE, portsFrom } from '../ports.ts';
import { REMOTES } from '../run/parts.ts';

console.log(
  nginxConf({
    ports: portsFrom(DEFAULT_PORT_BASE),
    listen: ['0.0.0.0'],
    deployFolder: '/srv/shop/deploy',
    remotes: REMOTES,
    folder: '/tmp/nginx',
    nextShellMark: '/tmp/nginx/next-shell',
    brotliModules: [],
    // Docker's own name server.
    elsewhere: { gateway: 'gateway', shell: 'shell', resolver: '127.0.0.11' },
  }),
);
