import { jest } from '@jest/globals';

// A journey involves a browser and twenty processes, so a failed one is retried once, from its start. Its error is printed, and
// `npm test` lists it as one that passed only at its second go.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
