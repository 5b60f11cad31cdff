import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Request } from 'playwright-core';
import { ROOT } from '../infra/config.ts';
import { config } from './config.ts';

let sentence = { file: 'unknown', name: 'unknown' };

/** Says which test runs; `trace.setup.ts` does it for every test. */
export function setSentence(file: string, name: string): void {
  sentence = { file: path.basename(file, '.spec.ts'), name };
}

const asFileName = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 150);

/** Records what a visit requests and logs. */
export class Trace {
  readonly #context: BrowserContext;
  readonly #began = Date.now();
  readonly #requests = new Map<Request, string>();
  readonly #console: string[] = [];

  constructor(context: BrowserContext) {
    this.#context = context;
    const began = new Map<Request, number>();
    const ended = (request: Request, how: string) => {
      const ms = Date.now() - (began.get(request) ?? this.#began);
      this.#requests.set(request, `${how} ${request.method()} ${request.url()} after ${ms} ms`);
    };
    context.on('request', (request) => {
      began.set(request, Date.now());
      this.#requests.set(request, `${this.#now()} no answer yet ${request.method()} ${request.url()}`);
    });
    context.on('response', (response) => ended(response.request(), `${this.#now()} ${response.status()}`));
    context.on('requestfailed', (request) => ended(request, `${this.#now()} ${request.failure()?.errorText}`));
    context.on('console', (message) =>
      this.#console.push(`${this.#now()} ${message.type()}: ${message.text()} (${message.location().url})`),
    );
    context.on('weberror', (error) =>
      this.#console.push(`${this.#now()} threw: ${error.error().stack ?? error.error().message}`),
    );
  }

  /** Writes a picture of every page, the network and the console; returns a line that names the folder. */
  async save(why: string): Promise<string> {
    const of = path.join(config.traces, sentence.file, asFileName(sentence.name));
    fs.mkdirSync(of, { recursive: true });
    // A sentence may have several visitors.
    const folder = fs.mkdtempSync(path.join(of, 'visit-'));
    fs.writeFileSync(path.join(folder, 'error.txt'), `${why}\n`);
    fs.writeFileSync(path.join(folder, 'network.txt'), `${[...this.#requests.values()].join('\n')}\n`);
    fs.writeFileSync(path.join(folder, 'console.txt'), `${this.#console.join('\n')}\n`);
    for (const [index, page] of this.#context.pages().entries()) {
      const picture = path.join(folder, `page-${index + 1}.png`);
      try {
        await page.screenshot({ path: picture, fullPage: true, timeout: 10_000 });
      } catch (error) {
        fs.writeFileSync(`${picture}.txt`, `At ${page.url()}, without a picture: ${(error as Error).message}\n`);
      }
    }
    return `Trace: ${path.relative(ROOT, folder)}`;
  }

  #now(): string {
    return `${((Date.now() - this.#began) / 1000).toFixed(2).padStart(7)} s `;
  }
}
