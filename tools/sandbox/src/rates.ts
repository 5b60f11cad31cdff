import type { FastifyInstance } from 'fastify';
import type { Clock } from './core/clock.ts';
import type { Faults } from './core/faults.ts';
import { addCalls } from './core/http.ts';
import type { Store } from './core/store.ts';

/** Rupees per unit. Fixed, so that tests are deterministic. */
const RUPEES: Record<string, number> = {
  INR: 1,
  USD: 88.5,
  GBP: 116.25,
  EUR: 102.4,
  CAD: 63.1,
  AUD: 57.9,
  JPY: 0.5725,
  CHF: 109.8,
  CNY: 12.43,
  SGD: 68.2,
  AED: 24.1,
  SAR: 23.6,
  HKD: 11.37,
  NZD: 50.6,
  SEK: 9.31,
  NOK: 8.74,
  DKK: 13.72,
  PLN: 24.15,
  CZK: 4.22,
  HUF: 0.266,
  ILS: 27.1,
  MXN: 4.79,
  BRL: 16.55,
  MYR: 21.3,
  PHP: 1.51,
  THB: 2.73,
  TWD: 2.84,
  ZAR: 5.12,
  KRW: 0.0604,
  IDR: 0.0053,
  LKR: 0.291,
  NPR: 0.625,
  BDT: 0.726,
};
const DAY_MS = 24 * 3600 * 1000;
// The real service publishes its rates shortly after midnight.
const PUBLISHED_AT_MS = 151_000;

/** The currency-rate service: `/rates/v4/latest/INR`, rates of one day with their publication time. */
export class Rates {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Overrides rupees per unit, for tests. `null` removes a currency. */
  set(changes: Record<string, number | null>): void {
    this.#store.set('rates', { ...this.#changes(), ...changes });
  }

  /** One unit of `base` in every currency; undefined for an unknown base. */
  latest(base: string): Record<string, unknown> | undefined {
    const rupees: Record<string, number | null> = { ...RUPEES, ...this.#changes() };
    const one = rupees[base];
    if (!one) return undefined;
    const known = Object.entries(rupees).filter((entry): entry is [string, number] => entry[1] !== null);
    const made = Math.floor((this.#clock.now() - PUBLISHED_AT_MS) / DAY_MS) * DAY_MS + PUBLISHED_AT_MS;
    return {
      provider: 'https://www.exchangerate-api.com',
      base,
      date: new Date(made).toISOString().slice(0, 10),
      time_last_updated: made / 1000,
      rates: Object.fromEntries(known.map(([code, price]) => [code, Number((one / price).toPrecision(7))])),
    };
  }

  #changes(): Record<string, number | null> {
    return this.#store.setting('rates') ?? {};
  }
}

export function addRates(app: FastifyInstance, faults: Faults, rates: Rates): void {
  const error = (type: string) => ({ result: 'error', 'error-type': type });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  addCalls(app, { name: 'rates', serverError: () => error('internal-error') }, faults, [
    {
      method: 'GET',
      url: '/v4/latest/:base',
      name: 'latest',
      handle: (request) => {
        const latest = rates.latest((request.params as { base: string }).base.toUpperCase());
        return latest ? { status: 200, body: latest } : { status: 404, body: error('unsupported-code') };
      },
    },
  ]);
}
