import http from 'node:http';
import { runningShop } from './state.ts';

/** Commands to the starter; each resolves when it is done. */
export interface Controls {
  /** Replaces a running program by what is built or deployed now; a service while its database is migrated. */
  restart(name: string): Promise<void>;
  /** Loads a service's demo data, again if it was loaded before. */
  loadDemoData(service: string, args: string[]): Promise<void>;
}

/** Serves this copy's commands on a Unix socket that only its user can open. */
export async function serveControls(socket: string, controls: Controls): Promise<http.Server> {
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://control');
    try {
      if (request.method === 'POST' && url.pathname === '/restart') {
        await controls.restart(url.searchParams.get('name') ?? '');
      } else if (request.method === 'POST' && url.pathname === '/demo-data') {
        await controls.loadDemoData(url.searchParams.get('service') ?? '', url.searchParams.getAll('argument'));
      } else {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end((error as Error).message);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return server;
}

/** @returns false when no shop runs @throws Error when the new program does not become ready; the old one continues */
export const restartPart = (name: string): Promise<boolean> => ask(`/restart?name=${encodeURIComponent(name)}`);

/** @returns false when no shop runs @throws Error with the end of its log */
export function loadDemoData(service: string, args: string[]): Promise<boolean> {
  const query = new URLSearchParams({ service });
  for (const argument of args) query.append('argument', argument);
  return ask(`/demo-data?${query}`);
}

async function ask(path: string): Promise<boolean> {
  const shop = runningShop();
  // Only MongoDB may run: see `withMongodb`.
  if (!shop?.controlSocket) return false;
  return new Promise((resolve, reject) => {
    const request = http.request({ socketPath: shop.controlSocket, path, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => (response.statusCode === 204 ? resolve(true) : reject(new Error(text))));
    });
    request.on('error', reject);
    request.end();
  });
}
