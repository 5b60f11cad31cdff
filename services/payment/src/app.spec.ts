import { describe, expect, it } from '@jest/globals';
import { startTestService } from '@shop/service-kit/testing';
import { AppModule } from './app.module.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis.
describe('the payment service', () => {
  it('is ready once its database, broker and Redis are there, and answers problem+json for what it does not have', async () => {
    const service = await startTestService({ name: 'payment', module: AppModule });
    const ready = await fetch(`${service.url}/health/ready`);
    const unknown = await fetch(`${service.url}/api/v1/payment/nothing`);
    await service.close();
    expect(ready.status).toBe(200);
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('content-type')).toContain('application/problem+json');
  });
});
