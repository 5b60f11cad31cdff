import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answers: new Counter({
      name: 'shell_pages_total',
      help: 'Pages served, by source and status',
      labelNames: ['from', 'status'] as const,
      registers,
    }),
    rendering: new Histogram({
      name: 'shell_render_seconds',
      help: 'Time to render a page',
      labelNames: ['lacks'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5],
      registers,
    }),
    bans: new Counter({
      name: 'shell_banned_parts_total',
      help: 'Parts that hung or crashed a renderer',
      labelNames: ['part'] as const,
      registers,
    }),
    replaced: new Counter({ name: 'shell_replaced_renderers_total', help: 'Replaced renderers', registers }),
    pages: new Gauge({ name: 'shell_cached_pages', help: 'Pages in the cache', registers }),
    pageBytes: new Gauge({ name: 'shell_cached_page_bytes', help: 'Size of the cached pages', registers }),
  };
}
