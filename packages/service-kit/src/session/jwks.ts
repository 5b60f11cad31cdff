import { KeyObject } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createRemoteJWKSet, decodeProtectedHeader } from 'jose';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';

const REFRESH_MS = 5 * 60_000;

/**
 * Identity's public keys. An unknown key id asks identity again (at most every 2 s), so a rotation needs no restart;
 * when identity does not answer, the last good set goes on serving.
 */
@Injectable()
export class Jwks implements OnModuleInit, OnApplicationShutdown {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  readonly #logger = new Logger(Jwks.name);
  #timer: NodeJS.Timeout | undefined;

  constructor(@Inject(CONFIG) config: ServiceConfig) {
    this.#keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', config.IDENTITY_URL), {
      timeoutDuration: 2_000,
      cooldownDuration: 2_000,
      // Never thrown away for age alone: `reload` below renews it, and a failed one keeps what is there.
      cacheMaxAge: Infinity,
    });
  }

  onModuleInit(): void {
    const reload = () =>
      this.#keys.reload().catch((error: Error) => this.#logger.warn('Identity did not answer with its keys', error));
    this.#timer = setInterval(reload, REFRESH_MS).unref();
    // Fetched before the first request needs it; identity may come later.
    void reload();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** The key that a token says it was signed with. Rejects when identity never published it. */
  async keyFor(token: string): Promise<KeyObject> {
    const key = await this.#keys(decodeProtectedHeader(token) as never);
    return KeyObject.from(key);
  }
}
