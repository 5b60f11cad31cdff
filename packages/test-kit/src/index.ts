export { BROWSER_FLAGS, testBrowser } from './browser.ts';
export { eventually } from './eventually.ts';
export { exposedGaps } from './exposed-gaps.ts';
export { link, type Link } from './link.ts';
export { testInfra } from './infra.ts';
export { storageFolder, storageKinds } from './storage.ts';
export { SANDBOX_KEYS, startSandbox, type TestMail, type TestSandbox } from './sandbox.ts';
export { type ExportedSpan, startTraceCollector, type TraceCollector } from './trace-collector.ts';
export type { RecordedQueries } from './recorded-queries.ts';
