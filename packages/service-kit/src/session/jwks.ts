import { KeyObject } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createRemoteJWKSet, decodeProtectedHeader, errors, type ExportedJWKSCache, jwksCache } from 'jose';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { Failure } from '../http/failure.ts';

/** Errors that are the token's fault; any other means that identity is unavailable. */
const TOKEN_ERRORS = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

const REFRESH_MS = 5 * 60_000;

/**
 * Identity's public keys. An unknown key id triggers a new fetch (at most every 2 s), so a rotation needs no restart;
 * while identity is unavailable, the last fetched set is used.
 */
@Injectable()
export class Jwks implements OnModuleInit, OnApplicationShutdown {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  /** jose writes the fetched set here. */
  readonly #published: Partial<ExportedJWKSCache> = {};
  readonly #logger = new Logger(Jwks.name);
  #timer: NodeJS.Timeout | undefined;

  constructor(@Inject(CONFIG) config: Pick<ServiceConfig, 'IDENTITY_URL'>) {
    this.#keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', config.IDENTITY_URL), {
      timeoutDuration: 2_000,
      cooldownDuration: 2_000,
      // The set never expires: `reload` below renews it, and a failed reload keeps the current one.
      cacheMaxAge: Infinity,
      [jwksCache]: this.#published as Record<string, never>,
    });
  }

  onModuleInit(): void {
    const reload = () =>
      this.#keys.reload().catch((error: Error) => this.#logger.warn("Could not fetch identity's keys", error));
    this.#timer = setInterval(reload, REFRESH_MS).unref();
    // Prefetched; not awaited, because identity may start later.
    void reload();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** Whether the last fetched set has a key. */
  publishes(keyId: string): boolean {
    return this.#published.jwks?.keys.some(({ kid }) => kid === keyId) ?? false;
  }

  /**
   * The key that a token names in its header.
   * @throws Failure `session.unavailable` when identity is unavailable; a jose error when the token is invalid
   */
  async keyFor(token: string): Promise<KeyObject> {
    const header = decodeProtectedHeader(token);
    try {
      return KeyObject.from(await this.#keys(header as never));
    } catch (error) {
      if (TOKEN_ERRORS.some((type) => error instanceof type)) throw error;
      throw new Failure('session.unavailable', { cause: error, headers: { 'retry-after': '2' } });
    }
  }
}
