import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type JobOverview, ShopJobs } from './shop-jobs.ts';
import { failureTable, overviewTable } from './tables.ts';

const TOKEN = 'a-token-of-this-test';
const NOW = Date.parse('2026-11-21T10:00:00Z');
const at = (ms: number) => new Date(NOW + ms).toISOString();

const mails: JobOverview = { job: 'mails', waiting: 3, running: 2, scheduled: 5, failing: 1, oldestDueAt: at(-95_000) };
const rates: JobOverview = { job: 'rates', waiting: 0, running: 0, scheduled: 1, failing: 0, oldestDueAt: null };
const refused = { id: 'm1', failures: 3, lastError: '450 too busy\nat smtp', nextAt: at(120_000) };

// The services are a server here; what they answer is tested in packages/service-kit.
describe('npm run jobs', () => {
  let server: http.Server;
  let retried: { url: string; body: unknown }[];
  let shop: ShopJobs;

  beforeEach(async () => {
    retried = [];
    server = http.createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const send = (body: object) => response.end(JSON.stringify(body));
        if (request.headers['x-service-token'] !== TOKEN) return response.writeHead(404).end();
        switch (`${request.method} ${request.url}`) {
          case 'GET /internal/jobs':
            return send({ jobs: [mails, rates] });
          case 'GET /internal/jobs/mails/failed':
            return send({ failed: [refused] });
          case 'POST /internal/jobs/mails/retry':
            retried.push({ url: request.url!, body: JSON.parse(Buffer.concat(chunks).toString()) });
            return send({ retried: 1 });
          default:
            return response.writeHead(404).end();
        }
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const services = [
      { name: 'content', url },
      { name: 'payment', url: 'http://127.0.0.1:9' },
    ];
    shop = new ShopJobs(services, TOKEN);
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('prints what waits, runs and failed in every service, also if one does not answer', async () => {
    expect(overviewTable(await shop.overview(), NOW).split('\n')).toEqual([
      'service  job          waiting  oldest due      running  scheduled  failed',
      'content  mails        3        1 min 35 s ago  2        5          1',
      'content  rates        0                        0        1          0',
      'payment  (no answer)',
    ]);
  });

  it('prints the failed items of a service with their last error and next try', async () => {
    const failures = await shop.failures('content');
    expect(failures).toEqual([{ job: 'mails', failed: [refused] }]);
    expect(failureTable(failures, NOW).split('\n')).toEqual([
      'job    item  failures  next try  last error',
      'mails  m1    3         in 2 min  450 too busy',
    ]);
  });

  it('makes failed items due, all of a job or one', async () => {
    expect(await shop.retry('content', 'mails')).toBe(1);
    expect(await shop.retry('content', 'mails', 'm1')).toBe(1);
    expect(retried.map(({ body }) => body)).toEqual([{}, { id: 'm1' }]);
  });

  it('says which services there are, and that a job is unknown', async () => {
    await expect(shop.failures('contents')).rejects.toThrow(
      'There is no service "contents". There are: content, payment',
    );
    await expect(shop.retry('content', 'polish')).rejects.toThrow('There is no such job');
  });
});
