import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  // As the services have it.
  registry.setDefaultLabels({ service: 'shell' });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answers: new Counter({
      name: 'shell_pages_total',
      help: 'Pages served, by source and status',
      labelNames: ['from', 'status'] as const,
      registers,
    }),
    serving: new Histogram({
      name: 'shell_page_seconds',
      help: 'Time from the arrival of a request for a page until its answer is there, by source',
      labelNames: ['from'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
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
    renderers: new Gauge({ name: 'shell_renderers_ready', help: 'Renderers that can render', registers }),
    waiting: new Gauge({ name: 'shell_renders_waiting', help: 'Pages that wait for a free renderer', registers }),
    versions: new Gauge({
      name: 'shell_live_version',
      help: '1 for the version of each remote that pages are rendered with',
      labelNames: ['remote', 'version'] as const,
      registers,
    }),
    pages: new Gauge({ name: 'shell_cached_pages', help: 'Pages in the cache', registers }),
    pageBytes: new Gauge({ name: 'shell_cached_page_bytes', help: 'Size of the cached pages', registers }),
  };
}
