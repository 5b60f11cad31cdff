import { Injectable } from '@nestjs/common';

/** Returns the reason why a dependency is not ready, or `undefined` when it is. */
type Check = () => string | undefined | Promise<string | undefined>;

/** Readiness of this process: every dependency registers a check. */
@Injectable()
export class Health {
  readonly #checks = new Map<string, Check>();
  #stopping = false;

  register(dependency: string, check: Check): void {
    this.#checks.set(dependency, check);
  }

  /** Not ready from now on, so that no new requests are routed here. */
  stop(): void {
    this.#stopping = true;
  }

  /** `why`: one clause per dependency that is not ready. */
  async ready(): Promise<{ ready: true } | { ready: false; why: string }> {
    if (this.#stopping) return { ready: false, why: 'stopping' };
    const reasons = await Promise.all(
      [...this.#checks].map(async ([dependency, check]) => {
        try {
          const reason = await check();
          return reason === undefined ? [] : [`${dependency}: ${reason}`];
        } catch (error) {
          return [`${dependency}: ${error instanceof Error ? error.message : String(error)}`];
        }
      }),
    );
    const why = reasons.flat();
    return why.length === 0 ? { ready: true } : { ready: false, why: why.join('; ') };
  }
}
