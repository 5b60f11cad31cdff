import { propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Rendered } from './protocol.ts';

/** Exports traces to `endpoint`, if there is one; the exporter is not loaded otherwise. @returns flushes and stops it */
export async function startTracing(endpoint: string | undefined): Promise<(() => Promise<void>) | undefined> {
  if (endpoint === undefined) return undefined;
  const { startExporter } = await import('@shop/service-kit/telemetry');
  return startExporter({ service: 'shell', endpoint });
}

/** Renders a page in a span of its own; `traceparent` is for the calls that the page makes. */
export function inPageSpan(
  path: string,
  render: (traceparent: string | undefined) => Promise<Rendered>,
): Promise<Rendered> {
  const attributes = { 'http.request.method': 'GET', 'url.path': path };
  return trace
    .getTracer('@shop/shell')
    .startActiveSpan('render', { kind: SpanKind.SERVER, attributes }, async (span) => {
      try {
        const carrier: { traceparent?: string } = {};
        propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
        const page = await render(carrier.traceparent);
        span.setAttributes({ 'http.response.status_code': page.status, 'shop.page.lacks': page.lacks });
        if (page.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return page;
      } catch (error) {
        span.recordException(error as Error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
}
