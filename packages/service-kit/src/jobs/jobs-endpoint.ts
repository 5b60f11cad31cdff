import { Inject, Injectable, type OnModuleInit, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/config.ts';
import { oneOf } from '../config/secrets.ts';
import { CONFIG } from '../config/tokens.ts';
import { Failure } from '../http/failure.ts';
import { problemOf } from '../http/problem.ts';
import { Jobs } from './jobs.ts';

type ToJob = { Params: { job: string } };

/**
 * What `npm run jobs` reads, at `/internal/jobs` of every service: open to holders of the service token, a 404 to others. No
 * contract, as `/metrics` has none: no service calls it, and the gateway routes contract calls only.
 */
@Injectable()
export class JobsEndpoint implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Partial<Pick<ServiceConfig, 'SERVICE_TOKEN'>>,
    @Optional() private readonly host?: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    const { SERVICE_TOKEN: tokens } = this.config;
    // Neither in a process without HTTP, nor in a test of the bus alone.
    if (!this.host?.httpAdapter || tokens === undefined) return;
    const fastify: FastifyInstance = this.host.httpAdapter.getInstance();
    const isServiceToken = oneOf(tokens);
    const guarded =
      <R extends FastifyRequest>(answer: (request: R) => Promise<object | undefined>) =>
      async (request: R, reply: FastifyReply) => {
        const found = isServiceToken(request.headers['x-service-token']) ? await answer(request) : undefined;
        return found ? reply.send(found) : notFound(request, reply);
      };
    fastify.get(
      '/internal/jobs',
      guarded(async () => ({ jobs: await this.jobs.overview() })),
    );
    fastify.get<ToJob>(
      '/internal/jobs/:job/failed',
      guarded(async ({ params }: FastifyRequest<ToJob>) => {
        const failed = await this.jobs.failed(params.job);
        return failed && { failed };
      }),
    );
    fastify.post<ToJob & { Body: { id?: unknown } | undefined }>(
      '/internal/jobs/:job/retry',
      guarded(async ({ params, body }: FastifyRequest<ToJob & { Body: { id?: unknown } | undefined }>) => {
        const retried = await this.jobs.retry(params.job, typeof body?.id === 'string' ? body.id : undefined);
        return retried === undefined ? undefined : { retried };
      }),
    );
  }
}

function notFound(request: FastifyRequest, reply: FastifyReply) {
  const failure = new Failure('route.not-found');
  return reply
    .status(failure.status)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(problemOf(failure, request.id))));
}
