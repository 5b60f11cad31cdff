import { KeyObject } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createRemoteJWKSet, decodeProtectedHeader, errors, type ExportedJWKSCache, jwksCache } from 'jose';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { Failure } from '../http/failure.ts';

/** Identity answered, and has no such key. Anything else is identity not answering. */
const FAULTS_OF_THE_TOKEN = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

const REFRESH_MS = 5 * 60_000;

/**
 * Identity's public keys. An unknown key id asks identity again (at most every 2 s), so a rotation needs no restart;
 * when identity does not answer, the last good set goes on serving.
 */
@Injectable()
export class Jwks implements OnModuleInit, OnApplicationShutdown {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  /** Filled at each fetch. */
  readonly #published: Partial<ExportedJWKSCache> = {};
  readonly #logger = new Logger(Jwks.name);
  #timer: NodeJS.Timeout | undefined;

  constructor(@Inject(CONFIG) config: Pick<ServiceConfig, 'IDENTITY_URL'>) {
    this.#keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', config.IDENTITY_URL), {
      timeoutDuration: 2_000,
      cooldownDuration: 2_000,
      // Never thrown away for age alone: `reload` below renews it, and a failed one keeps what is there.
      cacheMaxAge: Infinity,
      [jwksCache]: this.#published as Record<string, never>,
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

  /** Whether identity still publishes a key, as far as this process has heard. */
  publishes(keyId: string): boolean {
    return this.#published.jwks?.keys.some(({ kid }) => kid === keyId) ?? false;
  }

  /**
   * The key that a token says it was signed with. Rejects with the failure `session.unavailable` when identity cannot be
   * asked for it, and with an error of jose's when the token is at fault.
   */
  async keyFor(token: string): Promise<KeyObject> {
    const header = decodeProtectedHeader(token);
    try {
      return KeyObject.from(await this.#keys(header as never));
    } catch (error) {
      if (FAULTS_OF_THE_TOKEN.some((fault) => error instanceof fault)) throw error;
      throw new Failure('session.unavailable', { cause: error, headers: { 'retry-after': '2' } });
    }
  }
}
