import crypto from 'node:crypto';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { type AnyCall, holds, isStaffAccess, permissionOf } from '@shop/contracts';
import type { FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { Failure } from '../http/failure.ts';
import { callOf } from '../http/route.ts';
import { currentContext } from '../logging/context.ts';
import { type Session, tokenOf, type WithSession } from './session.ts';
import { SessionStrategy, SessionUnknown } from './session.strategy.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/**
 * Lets a call pass for whom its contract says. A handler without a contract is closed.
 *
 * While Redis is away shoppers' access tokens hold until they expire; staff, payment and sign-in calls answer 503.
 */
@Injectable()
export class SessionGuard extends AuthGuard() {
  readonly #serviceToken: Buffer;

  constructor(
    @Inject(CONFIG) config: ServiceConfig,
    private readonly strategy: SessionStrategy,
    private readonly tokens: VerifiedTokens,
  ) {
    super({ defaultStrategy: strategy.name });
    this.#serviceToken = digest(config.SERVICE_TOKEN);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const call = callOf(context.getHandler());
    if (!call) throw new Failure('route.not-found');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    switch (call.access) {
      case 'provider':
        // Proves itself by a signature, which the handler checks.
        return true;
      case 'service':
        this.#requireService(request);
        return true;
      case 'guest':
        return tokenOf(request) === null ? true : this.#requireSession(context, request);
      default:
        return this.#requireSession(context, request);
    }
  }

  /** By passport; a token that it verified before is not verified again, but its session is looked at. */
  async #requireSession(context: ExecutionContext, request: FastifyRequest): Promise<boolean> {
    const held = this.tokens.of(tokenOf(request));
    if (!held) return (await super.canActivate(context)) as boolean;
    const [error, session] = await this.strategy.alive(held).then(
      (alive) => [null, alive],
      (unknown: unknown) => [unknown, null],
    );
    (request as WithSession).user = this.handleRequest(error, session, undefined, context);
    return true;
  }

  /** What passport found, as the call needs it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the signature of AuthGuard
  override handleRequest(error: unknown, found: any, info: unknown, context: ExecutionContext): any {
    const call = callOf(context.getHandler())!;
    let session = (found || undefined) as Session | undefined;
    if (error instanceof SessionUnknown) {
      if (mustBeSure(call)) throw unavailable(error);
      session = error.held;
    } else if (error) {
      throw error;
    }
    // Identity was never heard and its keys are not known: a guest's call goes on without a session.
    if (info instanceof Failure && call.access !== 'guest') throw unavailable(info);
    if (!session) {
      if (call.access === 'guest') return undefined;
      throw new Failure('session.required');
    }
    const permission = permissionOf(call.access);
    if (permission && !holds(session.role, permission)) throw new Failure('session.forbidden');
    const work = currentContext();
    if (work) work.userId = session.userId;
    return session;
  }

  #requireService(request: FastifyRequest): void {
    const sent = request.headers['x-service-token'];
    if (typeof sent === 'string' && crypto.timingSafeEqual(digest(sent), this.#serviceToken)) return;
    // As if it were not there: nobody outside learns what is inside.
    throw new Failure('route.not-found');
  }
}

const digest = (text: string) => crypto.createHash('sha256').update(text).digest();

const mustBeSure = (call: AnyCall) =>
  isStaffAccess(call.access) || call.limit === 'payment' || call.limit === 'sign-in';

const unavailable = (cause: unknown) => new Failure('session.unavailable', { cause, headers: { 'retry-after': '2' } });
