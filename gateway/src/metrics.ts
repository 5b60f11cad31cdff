import { registry } from '@shop/service-kit';
import { Counter, Gauge } from 'prom-client';

const registers = [registry];

/** `freshness`: kept (`hit`), kept and being fetched anew (`stale`), or fetched (`miss`). */
export const cacheAnswers = new Counter({
  name: 'gateway_cache_answers_total',
  help: 'Answers for everybody',
  labelNames: ['freshness'] as const,
  registers,
});

export const circuitOpen = new Gauge({
  name: 'gateway_circuit_open',
  help: '1 while a service is spared because it did not answer',
  labelNames: ['upstream'] as const,
  registers,
});

export const openTabs = new Gauge({ name: 'gateway_open_tabs', help: 'Tabs that listen for events', registers });
