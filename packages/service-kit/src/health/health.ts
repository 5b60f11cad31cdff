import { Injectable } from '@nestjs/common';

/** What is missing, or `undefined` when the part is ready. */
type Check = () => string | undefined | Promise<string | undefined>;

/** Readiness of this process: every part it needs registers a check. */
@Injectable()
export class Health {
  readonly #checks = new Map<string, Check>();
  #stopping = false;

  register(part: string, check: Check): void {
    this.#checks.set(part, check);
  }

  /** From now on not ready, so that nobody sends new work. */
  stop(): void {
    this.#stopping = true;
  }

  /** `{ ready: true }`, or why not, as one line per missing part. */
  async ready(): Promise<{ ready: true } | { ready: false; why: string }> {
    if (this.#stopping) return { ready: false, why: 'stopping' };
    const answers = await Promise.all(
      [...this.#checks].map(async ([part, check]) => {
        try {
          const missing = await check();
          return missing === undefined ? [] : [`${part}: ${missing}`];
        } catch (error) {
          return [`${part}: ${error instanceof Error ? error.message : String(error)}`];
        }
      }),
    );
    const why = answers.flat();
    return why.length === 0 ? { ready: true } : { ready: false, why: why.join('; ') };
  }
}
