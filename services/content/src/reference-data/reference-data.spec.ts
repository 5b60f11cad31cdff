import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '@shop/test-kit';
import type { Model } from 'mongoose';
import type { Config } from '../variables.ts';
import { fetchCountries } from './fetch-reference-data.ts';
import type { ReferenceRecord } from './reference-record.schema.ts';
import { ReferenceDataService } from './reference-data.service.ts';

const PAUSE_MS = 100;

// Real: the loops that ask, and HTTP. What is stored is not looked at here.
describe('an outside service', () => {
  let asked: number[];
  let answer: (response: http.ServerResponse) => void;
  let keep: () => Promise<void>;
  let server: http.Server;
  let referenceData: ReferenceDataService;

  beforeEach(async () => {
    asked = [];
    keep = () => Promise.resolve();
    const own = http.createServer((_request, response) => {
      asked.push(performance.now());
      answer(response);
    });
    server = own;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    referenceData = new ReferenceDataService(
      // What the test before is still busy with does not count here.
      { updateOne: () => (own === server ? keep() : Promise.resolve()) } as unknown as Model<ReferenceRecord>,
      {
        COUNTRIES_URL: 'http://127.0.0.1:9',
        COUNTRIES_EVERY: 3_600_000,
        RATES_URL: url,
        RATES_EVERY: 3_600_000,
        REFERENCE_DATA_TIMEOUT: 1_000,
        REFERENCE_DATA_RETRY: PAUSE_MS,
        REFERENCE_DATA_RETRY_MAX: PAUSE_MS,
      } as Config,
    );
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    referenceData.onApplicationShutdown();
    server.closeAllConnections();
    server.close();
    jest.restoreAllMocks();
  });

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
    // What p-retry does not try again by itself.
    keep = () => Promise.reject(new TypeError('no such function'));
    await askedFourTimes();
  });

  it('that answered is left alone until its time', async () => {
    answer = rates;
    let kept = 0;
    keep = () => Promise.resolve(void (kept += 1));
    referenceData.onApplicationBootstrap();
    await eventually(() => kept === 1);
    expect(asked).toHaveLength(1);
  });

  it('may answer nonsense of what the shop has no use for', async () => {
    answer = ratesOf({ USD: 0.0119, XXX: 0 });
    let kept = 0;
    keep = () => Promise.resolve(void (kept += 1));
    referenceData.onApplicationBootstrap();
    await eventually(() => kept === 1);
    answer = json([
      { cca2: 'ZZ', name: null, flags: { png: '' } },
      { cca2: 'IN', name: { common: 'India' }, flags: {}, currencies: { INR: { symbol: '₹' } } },
    ]);
    const { port } = server.address() as AddressInfo;
    expect(await fetchCountries(`http://127.0.0.1:${port}`, 1_000)).toMatchObject([{ cca2: 'IN', name: 'India' }]);
  });

  async function askedFourTimes(): Promise<void> {
    referenceData.onApplicationBootstrap();
    await eventually(() => asked.length >= 4, { what: 'the fourth question' });
    const pauses = asked.slice(1).map((at, index) => at - asked[index]!);
    // A timer may fire a little early by the other clock.
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(PAUSE_MS - 5);
  }
});
