export { startTestIdentity, type TestIdentity } from './identity.ts';
export { publishedEvents, routeGaps, startTestService, TEST_SERVICE_TOKEN, type TestService } from './service.ts';
