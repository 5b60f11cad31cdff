import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Returns the reason why a dependency is not available, or `undefined` when it is. */
type Check = () => string | undefined | Promise<string | undefined>;

interface Dependency {
  name: string;
  check: Check;
  isRequired: boolean;
}

/** `why`, `degraded`: one clause per dependency that is not available. */
export type Readiness = { ready: true; degraded?: string } | { ready: false; why: string };

const POLL_MS = 50;
/** How long a successor waits for what it can do without. */
const DEGRADED_WAIT_MS = 10_000;

/** Readiness of this process: can it serve? Every dependency registers a check. */
@Injectable()
export class Health {
  readonly #dependencies: Dependency[] = [];
  readonly #onStopping: (() => void)[] = [];
  #isStopping = false;

  /** Without a dependency that is not required the process serves, degraded: what needs it fails by itself. */
  register(name: string, check: Check, { isRequired = true } = {}): void {
    this.#dependencies.push({ name, check, isRequired });
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Called once when the process is about to stop: take no new work. */
  onStopping(callback: () => void): void {
    this.#onStopping.push(callback);
  }

  /** Not ready from now on, so that no new requests are routed here. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const callback of this.#onStopping) callback();
  }

  async ready(): Promise<Readiness> {
    if (this.#isStopping) return { ready: false, why: 'stopping' };
    const missing = await this.missing();
    const why = missing.filter(({ isRequired }) => isRequired).map(({ reason }) => reason);
    if (why.length > 0) return { ready: false, why: missing.map(({ reason }) => reason).join('; ') };
    return missing.length > 0
      ? { ready: true, degraded: missing.map(({ reason }) => reason).join('; ') }
      : { ready: true };
  }

  /** The dependencies that are not available; `reason` names them. */
  async missing(): Promise<{ name: string; isRequired: boolean; reason: string }[]> {
    const checked = await Promise.all(
      this.#dependencies.map(async ({ name, check, isRequired }) => {
        const reason = await Promise.resolve()
          .then(check)
          .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
        return reason === undefined ? [] : [{ name, isRequired, reason: `${name}: ${reason}` }];
      }),
    );
    return checked.flat();
  }

  get names(): string[] {
    return this.#dependencies.map(({ name }) => name);
  }

  /** Resolves when it is ready, and not degraded if that comes soon. */
  async untilReady(): Promise<void> {
    const since = Date.now();
    for (;;) {
      const readiness = await this.ready();
      if (readiness.ready && (readiness.degraded === undefined || Date.now() - since > DEGRADED_WAIT_MS)) return;
      await wait(POLL_MS);
    }
  }
}
