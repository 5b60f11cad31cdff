export { startTestIdentity, type TestIdentity } from './identity.ts';
export { runInterrupted } from './interrupted-migration.ts';
export { outageGaps, type OutageLinks, outageLinks } from './outages.ts';
export { samplesOf } from './samples.ts';
export {
  guardGaps,
  publishedEvents,
  routeGaps,
  startTestService,
  TEST_SERVICE_TOKEN,
  type TestService,
} from './service.ts';
export { tracesOf } from './traces.ts';
