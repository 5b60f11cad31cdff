import { registry } from '@shop/service-kit/metrics';
import { Counter, Gauge } from 'prom-client';

const registers = [registry];

/** `freshness`: `hit`, `stale` (served while it is revalidated) or `miss`. */
export const cacheAnswers = new Counter({
  name: 'gateway_cache_answers_total',
  help: 'Public answers, by freshness in the cache',
  labelNames: ['freshness'] as const,
  registers,
});

export const circuitOpen = new Gauge({
  name: 'gateway_circuit_open',
  help: '1 while the circuit of a service is open',
  labelNames: ['upstream'] as const,
  registers,
});

export const readOnly = new Gauge({
  name: 'gateway_read_only',
  help: '1 while staff have made the shop read-only',
  registers,
});

export const openTabs = new Gauge({ name: 'gateway_open_tabs', help: 'Tabs that listen for events', registers });
