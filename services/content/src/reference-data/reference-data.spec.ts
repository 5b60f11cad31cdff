import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startTestService, type TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { Model } from 'mongoose';
import { variables } from '../variables.ts';
import { fetchCountries } from './fetch-reference-data.ts';
import { ReferenceDataModule } from './reference-data.module.ts';

interface JobRow {
  _id: string;
  dueAt?: Date;
  claim?: string;
}

const RETRY_MS = 100;

// Real: the jobs on MongoDB, and HTTP. Storing the answer is replaced.
describe('an outside service', () => {
  let asked: number[];
  let answer: (response: http.ServerResponse) => void;
  let store: () => Promise<void>;
  let server: http.Server;
  let service: TestService | undefined;

  beforeEach(async () => {
    asked = [];
    store = () => Promise.resolve();
    server = http.createServer((_request, response) => {
      asked.push(performance.now());
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    jest.spyOn(Model, 'updateOne').mockImplementation((() => store()) as never);
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await service?.close();
    service = undefined;
    jest.restoreAllMocks();
  });

  async function start(environment: Record<string, string> = {}): Promise<void> {
    service = await startTestService({
      name: 'content',
      module: ReferenceDataModule,
      variables,
      environment: {
        SHOP_URL: 'https://shop.example',
        SMTP_URL: 'smtp://127.0.0.1:9',
        CATALOG_URL: 'http://127.0.0.1:9',
        SHELL_URL: 'http://127.0.0.1:9',
        STORAGE_URL: 'file:///not-used',
        ORDER_LINK_KEY: 'the-key-of-links-to-orders',
        COUNTRIES_URL: 'http://127.0.0.1:9',
        RATES_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        REFERENCE_DATA_TIMEOUT: '1s',
        REFERENCE_DATA_RETRY: `${RETRY_MS}ms`,
        REFERENCE_DATA_RETRY_MAX: `${RETRY_MS}ms`,
        ...environment,
      },
    });
  }

  const json = (body: unknown) => (response: http.ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const ratesOf = (rates: object) => json({ base: 'INR', time_last_updated: 1_790_000_000, rates });
  const rates = ratesOf({ USD: 0.0119 });

  it.each([
    ['answers with an error', (response: http.ServerResponse) => void response.writeHead(500).end()],
    ['answers what is no JSON', (response: http.ServerResponse) => void response.end('<!doctype html>')],
    ['answers what makes no sense', json({ base: 'EUR' })],
    ['answers nothing that the shop needs', ratesOf({ XXX: 3 })],
    ['hangs up', (response: http.ServerResponse) => void response.destroy()],
  ])('that %s is asked again after a pause', async (_, failing) => {
    answer = failing;
    await askedFourTimes();
  });

  it('is not asked without a pause either when what follows is a mistake of the program', async () => {
    answer = rates;
    store = () => Promise.reject(new TypeError('no such function'));
    await askedFourTimes();
  });

  it('that answered is left alone until its time', async () => {
    answer = rates;
    // An answer that comes late on a busy machine is none by default, and would rightly be asked for again.
    await start({ REFERENCE_DATA_TIMEOUT: '5m' });
    const jobs = service!.connection.collection<JobRow>('jobs');
    const hasRun = { _id: 'rates', dueAt: { $gt: new Date(Date.now() + 100 * RETRY_MS) }, claim: { $exists: false } };
    await eventually(async () => expect(await jobs.countDocuments(hasRun)).toBe(1), { what: 'the run' });
    expect(asked).toHaveLength(1);
  });

  it('may answer nonsense of what the shop has no use for', async () => {
    answer = ratesOf({ USD: 0.0119, XXX: 0 });
    let stored = 0;
    store = () => Promise.resolve(void (stored += 1));
    await start();
    await eventually(() => stored === 1);
    answer = json([
      { cca2: 'ZZ', name: null, flags: { png: '' } },
      { cca2: 'IN', name: { common: 'India' }, flags: {}, currencies: { INR: { symbol: '₹' } } },
    ]);
    const { port } = server.address() as AddressInfo;
    expect(await fetchCountries(`http://127.0.0.1:${port}`, 30_000)).toMatchObject([{ cca2: 'IN', name: 'India' }]);
  });

  async function askedFourTimes(): Promise<void> {
    await start();
    await eventually(() => asked.length >= 4, { what: 'the fourth question' });
    const pauses = asked.slice(1).map((at, index) => at - asked[index]!);
    // A timer may fire a little early by the other clock.
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(RETRY_MS - 5);
  }
});
