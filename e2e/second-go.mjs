import { jest } from '@jest/globals';

// A journey goes through a browser and twenty processes. One that fails is gone once more, whole and from its start; what
// went wrong is printed, and `npm test` names it at the end as one that passed at its second go only.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
