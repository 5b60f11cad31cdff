import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fileKey, integrityOf, REGISTRY_KEY, versionOf } from '@shop/build/bundle';
import type { PageRoute, Registry } from '@shop/build/registry';
import type { Problem, ShownTax } from '@shop/contracts';
import { openStorage } from '@shop/storage';
import { eventually, freePort } from '@shop/test-kit';

const SHELL = path.resolve(import.meta.dirname, '../../..');
export const SERVICE_TOKEN = 'the-token-of-services';
const NODE_MODULES = path.resolve(SHELL, '../node_modules');

/** A remote of a test: the source of its server bundle, and its pages. */
export interface WrittenRemote {
  server: string;
  pages?: PageRoute[];
  fragments?: string[];
  /** Versions of shared packages at build time. */
  shared?: Record<string, string>;
  /** What lies in the storage in place of the server bundle. */
  tampered?: string;
}

/** Source of a bundle with one page that shows `text`; `before` runs on render, `top` on import. */
export const page = (part: string, text: string, { before = '', top = '', prefetch = '' } = {}) => `
import { jsx } from 'react/jsx-runtime';
${top}
function Page() { ${before} return jsx('h1', { children: ${JSON.stringify(text)} }); }
export default { ${JSON.stringify(part)}: { default: Page, prefetch: async (queryClient, { url, signal }) => { ${prefetch} return { head: { title: ${JSON.stringify(text)} } }; } } };
`;

/** Source of a bundle with one fragment that shows `text`. */
export const fragment = (part: string, text: string, { before = '' } = {}) => `
import { jsx } from 'react/jsx-runtime';
function Part() { ${before} return jsx('b', { children: ${JSON.stringify(text)} }); }
export default { ${JSON.stringify(part)}: { default: Part } };
`;

class WrittenProblem {
  readonly problem: Partial<Problem>;
  constructor(problem: Partial<Problem>) {
    this.problem = problem;
  }
}

/** Runs the built shell (`nx run @shop/shell:build`) with remotes and a gateway that the test defines. */
export class ShellServer {
  private readonly folder: string;
  private readonly storageUrl: string;
  /** Deployments, one after the other. */
  private deployed: Promise<unknown> = Promise.resolve();
  private process: ChildProcess | undefined;
  private registry: Registry;
  private gateway: http.Server;
  private readonly answers = new Map<string, unknown>();
  /** Paths requested from the gateway. */
  readonly asked: string[] = [];
  /** By path: the last `traceparent` that came with it. */
  readonly traces = new Map<string, string | undefined>();
  /** Service tokens received by the gateway. */
  readonly tokens = new Set<string | undefined>();
  url = '';
  private output = '';

  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shell-server-'));
    this.storageUrl = pathToFileURL(path.join(this.folder, 'storage')).href;
    fs.symlinkSync(NODE_MODULES, path.join(this.folder, 'node_modules'));
    const built = JSON.parse(fs.readFileSync(path.join(SHELL, 'dist/browser/shell.json'), 'utf8')) as {
      entry: string[];
      shared: Record<string, string>;
    };
    fs.cpSync(path.join(SHELL, 'dist/server'), this.server, { recursive: true });
    const integrity = Object.fromEntries(built.entry.map((file) => [`browser/${file}`, 'sha384-x']));
    this.registry = {
      revision: 0,
      shell: { slice: 'shell', version: '1', publishedAt: '', integrity, ...built },
      remotes: {},
      history: {},
    };
    const missing = new WrittenProblem({ status: 404, code: 'route.not-found', message: 'Nothing here' });
    this.gateway = http.createServer(async (request, response) => {
      this.asked.push(request.url!);
      this.traces.set(request.url!, request.headers['traceparent'] as string | undefined);
      this.tokens.add(request.headers['x-service-token'] as string | undefined);
      const answer = (await this.answers.get(new URL(request.url!, 'http://gateway').pathname)) ?? missing;
      if (answer instanceof WrittenProblem) {
        response.writeHead(answer.problem.status!, { 'content-type': 'application/problem+json' });
        response.end(JSON.stringify(answer.problem));
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer));
      }
    });
  }

  private get server(): string {
    return path.join(this.folder, 'server');
  }

  /** Sets the gateway's answer at a path; a promise delays it, undefined is a 404. */
  answer(pathname: string, answer: unknown): void {
    this.answers.set(pathname, answer);
  }

  /** An answer that is a failure. */
  problem(problem: Partial<Problem>): object {
    return new WrittenProblem(problem);
  }

  /** Removes a file of the shell's server, until the returned function restores it. */
  lose(file: string): () => void {
    const at = path.join(this.server, file);
    fs.renameSync(at, `${at}.lost`);
    return () => fs.renameSync(`${at}.lost`, at);
  }

  /** Switches to another version of a remote. */
  deploy(name: string, { server, pages = [], fragments = [], shared = {}, tampered }: WrittenRemote): void {
    const ids = [...pages.map(({ part }) => part), ...fragments.map((fragment) => `${name}/${fragment}`)];
    const file = 'server/server.mjs';
    const integrity = { 'browser/remoteEntry.js': 'sha384-x', [file]: integrityOf(Buffer.from(server)) };
    const release = {
      slice: `mfe-${name}`,
      version: versionOf('1', integrity),
      publishedAt: '',
      integrity,
      shared,
      entry: 'remoteEntry.js',
      pages,
      parts: Object.fromEntries(ids.map((id) => [id, { styles: [] }])),
    };
    this.registry = {
      ...this.registry,
      revision: this.registry.revision + 1,
      remotes: { ...this.registry.remotes, [name]: release },
    };
    const text = JSON.stringify(this.registry);
    const storage = openStorage(this.storageUrl);
    this.deployed = this.deployed.then(async () => {
      await storage.put(fileKey(release, file), Buffer.from(tampered ?? server), { type: 'text/javascript' });
      await storage.put(REGISTRY_KEY, Buffer.from(text), { type: 'application/json' });
    });
  }

  /** Resolves when the server is `ready`, or `live` (without a renderer). */
  async start(environment: Record<string, string> = {}, until: 'ready' | 'live' = 'ready'): Promise<void> {
    await new Promise<void>((resolve) => this.gateway.listen(0, '127.0.0.1', resolve));
    await this.deployed;
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    this.process = spawn(process.execPath, [path.join(this.server, 'main.mjs')], {
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        STORAGE_URL: this.storageUrl,
        SHELL_VERSION: '1',
        GATEWAY_URL: `http://127.0.0.1:${(this.gateway.address() as AddressInfo).port}`,
        SERVICE_TOKEN,
        SHOP_URL: 'https://shop.example',
        REMOTES_ORIGINS: JSON.stringify({
          'mfe-storefront': 'https://storefront.example',
          'mfe-checkout': 'https://checkout.example',
        }),
        CHECKOUT_ORIGINS: '["https://pay.example"]',
        PAGE_FRESH_MS: '0',
        PAGE_STALE_MS: '0',
        DATA_FRESH_MS: '0',
        // High, so that nothing is left to the browser on a busy machine.
        RENDER_BUDGET_MS: '10000',
        RENDER_HANG_MS: '250',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process.stdout!.on('data', (text) => (this.output += text));
    this.process.stderr!.on('data', (text) => (this.output += text));
    await eventually(async () => (await fetch(`${this.url}/health/${until}`)).ok, {
      what: `the shell server is ${until}`,
    }).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.output}`);
    });
  }

  get log(): string {
    return this.output;
  }

  async get(href: string, headers: Record<string, string> = {}) {
    const response = await fetch(this.url + href, { headers, redirect: 'manual' });
    const body = await response.text();
    return { status: response.status, headers: response.headers, body, state: stateOf(body) };
  }

  /** Threads of the server: its own and those of its renderers. */
  threads(): number {
    return fs.readdirSync(`/proc/${this.process!.pid}/task`).length;
  }

  private stopped?: Promise<number | null>;
  /** Answers the exit code of the process. */
  stop(): Promise<number | null> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<number | null> {
    const exited = new Promise<number | null>((resolve) => this.process?.once('exit', resolve) ?? resolve(null));
    // At once: SIGTERM would announce the stop for five seconds.
    this.process?.kill('SIGINT');
    const code = await exited;
    this.gateway.closeAllConnections();
    await new Promise((resolve) => this.gateway.close(resolve));
    await this.deployed;
    fs.rmSync(this.folder, { recursive: true, force: true });
    return code;
  }
}

interface State {
  rendered: string[];
  page: unknown;
  queries: { queries: { queryKey: unknown[] }[] };
  currency: { country: string; code: string; rate: { perRupee: number } | null; tax?: ShownTax };
}

function stateOf(html: string): State | undefined {
  const text = /<script type="application\/json" id="state">(.*?)<\/script>/.exec(html)?.[1];
  return text === undefined ? undefined : (JSON.parse(text) as State);
}
