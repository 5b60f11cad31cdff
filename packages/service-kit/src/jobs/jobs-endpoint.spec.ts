import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '@shop/test-kit';
import { ProbeModule } from '../../test/probe.module.ts';
import { startTestService, TEST_SERVICE_TOKEN, type TestService } from '../testing/index.ts';
import { Jobs } from './jobs.ts';

// Real: a service of the kit, its MongoDB and HTTP.
describe('/internal/jobs', () => {
  let service: TestService;
  let isFailing = true;
  let runs = 0;

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
    service = await startTestService({ name: 'catalog', module: ProbeModule });
    service.app.get(Jobs).addRecurring({
      name: 'count-stones',
      everyMs: 3_600_000,
      retry: { firstMs: 600_000, maxMs: 600_000 },
      run: async () => {
        runs += 1;
        if (isFailing) throw new Error('no scales');
      },
    });
  });
  afterAll(async () => {
    await service.close();
    jest.restoreAllMocks();
  });

  const ask = async (path: string, { token = TEST_SERVICE_TOKEN, body }: { token?: string; body?: object } = {}) => {
    const answer = await fetch(`${service.url}/internal/jobs${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-service-token': token, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };

  it('shows the jobs of a service, lists what failed, and makes it due', async () => {
    const job = { job: 'count-stones', waiting: 0, running: 0, scheduled: 1, failing: 1, oldestDueAt: null };
    await eventually(async () =>
      expect((await ask('')).body).toEqual({
        jobs: expect.arrayContaining([job, expect.objectContaining({ job: 'outbox-tidy' })]),
      }),
    );
    expect(await ask('/count-stones/failed')).toEqual({
      status: 200,
      body: { failed: [{ id: 'count-stones', failures: 1, lastError: 'no scales', nextAt: expect.any(String) }] },
    });
    isFailing = false;
    expect((await ask('/count-stones/retry', { body: { id: 'another' } })).body).toEqual({ retried: 0 });
    expect((await ask('/count-stones/retry', { body: {} })).body).toEqual({ retried: 1 });
    await eventually(async () => expect((await ask('/count-stones/failed')).body).toEqual({ failed: [] }));
    expect(runs).toBe(2);
  });

  it('is not there for anybody without the service token, nor for an unknown job', async () => {
    for (const answer of [
      await ask('', { token: 'guessed' }),
      await ask('/count-stones/retry', { token: 'guessed', body: {} }),
      await ask('/polish-stones/failed'),
      await ask('/polish-stones/retry', { body: {} }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'route.not-found' } });
    }
  });

  it('is measured on /metrics', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/^jobs_waiting\{job="count-stones",service="catalog"\} 0$/m);
    expect(metrics).toMatch(/^jobs_failing\{job="outbox-tidy",service="catalog"\} 0$/m);
  });
});
