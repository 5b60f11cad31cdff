export { startTestIdentity, type TestIdentity } from './identity.ts';
export { startTestService, TEST_SERVICE_TOKEN, type TestService } from './service.ts';
