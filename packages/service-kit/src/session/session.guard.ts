import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { holds, isForLimited, needsRedis, needsSession, permissionOf } from '@shop/contracts';
import type { FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/config.ts';
import { oneOf } from '../config/secrets.ts';
import { CONFIG } from '../config/tokens.ts';
import { Failure } from '../http/failure.ts';
import { callOf } from '../http/route.ts';
import { currentContext } from '../logging/context.ts';
import { forbidden } from './forbidden.ts';
import { type Session, sessionOf, tokenOf, type WithSession } from './session.ts';
import { SessionStrategy, SessionUnknown } from './session.strategy.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/**
 * Enforces the `access` of a call's contract. A handler without a contract is closed.
 *
 * While Redis is unavailable, shoppers' access tokens are valid until they expire; staff, payment and sign-in calls answer 503.
 */
@Injectable()
export class SessionGuard extends AuthGuard() {
  readonly #isServiceToken: (sent: unknown) => boolean;

  constructor(
    @Inject(CONFIG) config: ServiceConfig,
    private readonly strategy: SessionStrategy,
    private readonly tokens: VerifiedTokens,
  ) {
    super({ defaultStrategy: strategy.name });
    this.#isServiceToken = oneOf(config.SERVICE_TOKEN);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const call = callOf(context.getHandler());
    if (!call) throw new Failure('route.not-found');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { access } = call;
    if (needsSession(access)) {
      const isLetIn = await this.#readSession(context, request);
      if (call.proof !== undefined) await this.#requireProof(request);
      return isLetIn;
    }
    switch (access) {
      case 'guest':
        return tokenOf(request) === null || this.#readSession(context, request);
      case 'service':
        this.#requireServiceToken(request);
        return true;
      case 'provider':
        // The handler checks the provider's signature.
        return true;
      default:
        throw new Error(`Unknown access ${access satisfies never}`);
    }
  }

  /** Reads the session by passport. A token is verified once; its session is checked with every call. */
  async #readSession(context: ExecutionContext, request: FastifyRequest): Promise<boolean> {
    const tokenSession = this.tokens.of(tokenOf(request));
    if (!tokenSession) return (await super.canActivate(context)) as boolean;
    const [error, session] = await this.strategy.findLive(tokenSession).then(
      (live) => [null, live],
      (unknown: unknown) => [unknown, null],
    );
    (request as WithSession).user = this.handleRequest(error, session, undefined, context);
    return true;
  }

  /** Applies the call's access to what passport found. @throws Failure `session.required`, `session.limited`, `session.forbidden`, `session.unavailable` */
  // oxlint-disable-next-line typescript/no-explicit-any -- the signature of AuthGuard
  override handleRequest(error: unknown, found: any, info: unknown, context: ExecutionContext): any {
    const call = callOf(context.getHandler())!;
    let session = (found || undefined) as Session | undefined;
    if (error instanceof SessionUnknown) {
      if (needsRedis(call)) throw unavailable(error);
      session = error.tokenSession;
    } else if (error) {
      throw error;
    }
    // Identity's keys could not be fetched: a guest call continues without a session.
    if (info instanceof Failure && call.access !== 'guest') throw unavailable(info);
    if (!session) {
      if (call.access === 'guest') return undefined;
      throw new Failure('session.required');
    }
    if (session.joins !== undefined && !isForLimited(call)) throw new Failure('session.limited');
    const permission = permissionOf(call.access);
    if (permission && !holds(session.permissions, permission)) throw forbidden(session, permission);
    const logContext = currentContext();
    if (logContext) logContext.userId = session.userId;
    return session;
  }

  /** @throws Failure `session.proof-required`, `session.unavailable` */
  async #requireProof(request: FastifyRequest): Promise<void> {
    const { sessionId } = sessionOf(request)!;
    const isProved = await this.strategy.isProved(sessionId).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!isProved) throw new Failure('session.proof-required');
  }

  #requireServiceToken(request: FastifyRequest): void {
    if (this.#isServiceToken(request.headers['x-service-token'])) return;
    // 404, so that internal routes cannot be discovered from outside.
    throw new Failure('route.not-found');
  }
}

const unavailable = (cause: unknown) => new Failure('session.unavailable', { cause, headers: { 'retry-after': '2' } });
