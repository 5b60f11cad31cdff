// For processes that are no service: the shell's server.
export { inServerSpan } from './spans.ts';
export { startTracing } from './start-tracing.ts';
