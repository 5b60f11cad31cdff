// What declares and lists metrics, without Nest's modules: tools load it too.
import '../database/disk-metrics.ts';
import '../events/metrics.ts';
import '../health/operator-routes.ts';
import '../jobs/job-metrics.ts';

export { Measurement } from './measurement.ts';
export { collectProcessMetrics, httpDuration, registry } from './metrics.ts';
