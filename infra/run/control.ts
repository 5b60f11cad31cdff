import http from 'node:http';
import { runningShop } from './state.ts';

/** What the starter can be asked to do while it runs; each resolves when it is done. */
export interface Controls {
  /** Ends a part and starts it anew. */
  restart(name: string): Promise<void>;
  /** Starts the newest deployed shell beside the running one and switches to it. */
  rollShell(): Promise<void>;
  /** Runs a service's demo data with these arguments, whether it was loaded before or not. */
  loadDemoData(service: string, args: string[]): Promise<void>;
}

/** Listens for other commands of this copy on a Unix socket, which only its user can open. */
export async function serveControls(socket: string, controls: Controls): Promise<http.Server> {
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://control');
    try {
      if (request.method === 'POST' && url.pathname === '/restart') {
        await controls.restart(url.searchParams.get('name') ?? '');
      } else if (request.method === 'POST' && url.pathname === '/roll-shell') {
        await controls.rollShell();
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

/** Starts a part of the running shop anew. Answers false when no shop runs; rejects with what went wrong. */
export const restartPart = (name: string): Promise<boolean> => ask(`/restart?name=${encodeURIComponent(name)}`);

/**
 * Lets the newest deployed shell take over from the running one without a failed request. Answers false when no shop
 * runs; rejects (and the old one goes on) when the new one does not become ready.
 */
export const rollShell = (): Promise<boolean> => ask('/roll-shell');

/** Loads a service's demo data into the running shop. Answers false when no shop runs; rejects with its log. */
export function loadDemoData(service: string, args: string[]): Promise<boolean> {
  const query = new URLSearchParams({ service });
  for (const argument of args) query.append('argument', argument);
  return ask(`/demo-data?${query}`);
}

async function ask(path: string): Promise<boolean> {
  const shop = runningShop();
  if (!shop) return false;
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
