import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { buildSlices } from '../deploy/build-slice.ts';
import { readConfig, ROOT, RUN_FOLDER } from '../config.ts';
import { portsFrom } from '../ports.ts';
import { REMOTES, shopUrl } from './programs.ts';

// npm run alone -- mfe-checkout: one remote in a minimal host, rebuilt on change, against the running gateway.
const config = readConfig();
const ports = portsFrom(config.SHOP_PORT_BASE);
const remote = REMOTES.find(({ folder }) => folder === process.argv[2]);
if (!remote) {
  console.error(`Which remote? npm run alone -- <${REMOTES.map(({ folder }) => folder).join('|')}>`);
  process.exit(1);
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.woff2': 'font/woff2',
};
const host = path.join(ROOT, 'shell/dist/alone');
// Not the remote's `dist`: this is a development build and must not be published.
const dist = path.join(RUN_FOLDER, 'alone', remote.folder);

// The files of an earlier run would be served until the first build replaces them.
fs.rmSync(dist, { recursive: true, force: true });
console.log('Building the host …');
await buildSlices(['shell']);
const build = spawn(
  path.join(ROOT, 'node_modules/.bin/rspack'),
  [
    ...['build', '--watch', '--mode', 'development', '--config', 'rspack.config.ts'],
    ...['--config-name', `${remote.name}-browser`, '--output-path', dist],
  ],
  { cwd: path.join(ROOT, remote.folder), stdio: ['ignore', 'inherit', 'inherit'] },
);

const readJson = <T>(file: string): T => JSON.parse(fs.readFileSync(file, 'utf8')) as T;
const integrityOf = (file: string) => `sha384-${crypto.hash('sha384', fs.readFileSync(file), 'base64')}`;

/** The remote's last build; undefined while a build writes its files. */
function lastBuild() {
  try {
    const { pages, parts } = readJson<{ pages: object[]; parts: string[] }>(path.join(dist, 'remote.json'));
    const entry = fs.readdirSync(dist).find((file) => /^remoteEntry\.\w+\.js$/.test(file));
    return entry ? { pages, parts, entry, integrity: integrityOf(path.join(dist, entry)) } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The host's page. */
function page(built: NonNullable<ReturnType<typeof lastBuild>>): string {
  const { entry } = readJson<{ entry: string[] }>(path.join(host, 'shell.json'));
  const state = {
    registry: {
      routes: built.pages,
      remotes: [
        {
          name: remote!.name,
          entry: `http://localhost:${ports.alone}/remote/${built.entry}`,
          integrity: built.integrity,
        },
      ],
    },
    parts: built.parts,
    shopUrl: shopUrl(ports, config),
  };
  const tags = entry.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="/host/${file}">`
      : `<script defer src="/host/${file}"></script>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${remote!.name} alone</title>${tags.join('')}</head><body><div id="root"></div>` +
    `<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script></body></html>`
  );
}

const listeners = new Set<http.ServerResponse>();
const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://alone');
  const [, folder, file = ''] = /^\/(host|remote)\/([\w.-]+)$/.exec(pathname) ?? [];
  if (pathname.startsWith('/api/')) return toGateway(request, response);
  if (pathname === '/alone/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': open\n\n');
    listeners.add(response);
    return response.on('close', () => listeners.delete(response));
  }
  if (folder) {
    const at = path.join(folder === 'host' ? host : dist, file);
    if (!fs.existsSync(at)) return response.writeHead(404).end();
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    return response
      .writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
      .end(fs.readFileSync(at));
  }
  const built = lastBuild();
  if (!built) return response.writeHead(503, { refresh: '1' }).end('The remote is being built …');
  return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(built));
});

function toGateway(request: http.IncomingMessage, response: http.ServerResponse): void {
  const forwarded = http.request(
    { host: '127.0.0.1', port: ports.gateway, path: request.url, method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  forwarded.on('error', () => {
    if (response.headersSent) return response.destroy();
    const problem = {
      type: 'about:blank',
      title: 'Bad Gateway',
      status: 502,
      code: 'service.unavailable',
      message: `No gateway answers on port ${ports.gateway}: start the shop by npm start`,
      requestId: '',
    };
    response.writeHead(502, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  });
  request.pipe(forwarded);
}

// A rebuild is complete when `remote.json` is rewritten.
fs.mkdirSync(dist, { recursive: true });
let last = 0;
const watch = setInterval(() => {
  const at = fs.statSync(path.join(dist, 'remote.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (last && at > last) for (const listener of listeners) listener.write('event: reload\ndata:\n\n');
  if (at) last = at;
}, 300);

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${ports.alone} is taken` : error.message);
  stop(1);
});
server.listen(ports.alone, '127.0.0.1', () => {
  console.log(`${remote.name} runs alone on http://localhost:${ports.alone} (Ctrl-C ends it)`);
});
build.on('exit', (code) => stop(code ?? 1));
// The watching build does not end on its own.
process.on('exit', () => build.kill());
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));

function stop(code: number): void {
  clearInterval(watch);
  process.exit(code);
}
