import { eventually, freePort } from '@shop/test-kit';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { portsFrom, type Ports } from '../ports.ts';
import { provideNginx } from '../provision/nginx.ts';
import { healthOf } from '../run/programs.ts';
import { temporaryFolder } from '../run/test-program.ts';
import { traitsOf } from './edge.ts';
import type { EdgeSettings } from './nginx.conf.ts';
import { ownEdgeArguments } from './own-edge.ts';

export interface TestEdge {
  ports: Ports;
  pid: number;
  stop(): Promise<void>;
}

type Changed = Partial<Omit<EdgeSettings, 'ports' | 'tls' | 'plain'>> & {
  tls?: { certificate: string; key: string };
  challenges?: string;
};

/** nginx for a spec, with the generated configuration, in front of a server that answers with the headers that it gets. */
export async function startEdge({ tls, challenges, ...changed }: Changed): Promise<TestEdge> {
  const nginx = await provideNginx();
  const folder = temporaryFolder();
  const behind = http.createServer((request, response) => response.end(JSON.stringify(request.headers)));
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const { port } = behind.address() as AddressInfo;
  const ports = { ...portsFrom(4400), edge: await freePort(), edgePlain: await freePort(), gateway: port, shell: port };
  const args = ownEdgeArguments({
    ports,
    folder,
    ...(tls && { tls: { ...tls, http2: (await traitsOf(nginx)).http2 } }),
    ...(challenges && {
      plain: { port: ports.edgePlain, challenges, shopUrl: `https://localhost:${ports.edge}` },
    }),
    ...changed,
  });
  const child = spawn(nginx, args, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const health = challenges
    ? `http://127.0.0.1:${ports.edgePlain}`
    : `${tls ? 'https' : 'http'}://127.0.0.1:${ports.edge}`;
  await eventually(async () => (await healthOf(`${health}/edge/health`)) === undefined, { what: 'nginx' });
  return {
    ports,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      behind.closeAllConnections();
      behind.close();
    },
  };
}
