import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The process's metrics, served at `/metrics`. Add a metric with `new Counter({ …, registers: [registry] })`. */
export const registry = new Registry();

/** `route` is the pattern, not the URL. */
export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of its answer',
  labelNames: ['method', 'route', 'status_code'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

let collecting = false;

/** Adds prom-client's `process_…` and `nodejs_…` metrics, once per process, and the service's name to all metrics. */
export function collectProcessMetrics(service: string): void {
  registry.setDefaultLabels({ service });
  if (collecting) return;
  collecting = true;
  collectDefaultMetrics({ register: registry });
}
