import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentContext } from '../logging/context.ts';
import { ContractBreaks } from './contract-breaks.ts';
import { Failure } from './failure.ts';
import { failureFrom, problemOf } from './problem.ts';
import { RouteTable } from './route-table.ts';
import { inputOf } from './route.ts';

/** Sends every error as `application/problem+json`. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger = new Logger(ProblemFilter.name);

  constructor(
    private readonly routes: RouteTable,
    private readonly breaks: ContractBreaks,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const failure = this.#refined(failureFrom(error), request);
    const call = inputOf(request)?.call;
    if (call) this.breaks.failure(call, failure);
    if (failure.status >= 500) {
      this.#logger.error(`${request.method} ${request.routeOptions?.url ?? '(no route)'} answered ${failure.code}`, {
        err: failure.cause ?? failure,
      });
    }
    if (reply.sent || reply.raw.headersSent) {
      // The answer is already being streamed: cut the connection, so that it is not taken for complete.
      reply.raw.destroy();
      return;
    }
    void reply
      .status(failure.status)
      .headers({ ...(failure.status === 503 && { 'retry-after': '2' }), ...failure.headers })
      .header('cache-control', 'no-store')
      .header('content-type', 'application/problem+json')
      .send(Buffer.from(JSON.stringify(problemOf(failure, currentContext()?.requestId ?? request.id))));
  }

  /** Turns the 404 of a path that exists with other methods into a 405 that lists them. */
  #refined(failure: Failure, request: FastifyRequest): Failure {
    if (failure.code !== 'route.not-found' || !(failure.cause instanceof NotFoundException)) return failure;
    const methods = this.routes.methodsOf(request.url);
    if (methods.length === 0) return failure;
    return new Failure('route.method-not-allowed', { headers: { allow: methods.join(', ') } });
  }
}
