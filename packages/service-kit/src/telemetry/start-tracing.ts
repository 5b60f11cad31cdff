/** Exports traces if an endpoint is configured; the exporter is not loaded otherwise. @returns flushes and stops it */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined },
): Promise<(() => Promise<void>) | undefined> {
  if (!endpoint) return undefined;
  const { startExporter } = await import('./exporter.ts');
  return startExporter({ service, endpoint });
}
