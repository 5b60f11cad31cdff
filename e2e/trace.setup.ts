import { afterEach, beforeEach, expect } from '@jest/globals';
import { endVisits } from './browser.ts';
import { setSentence } from './trace.ts';

const tell = () => {
  const { testPath, currentTestName } = expect.getState();
  setSentence(testPath!, currentTestName ?? 'before the first test');
};
tell();
beforeEach(tell);

// A visit is open after its test only if the test ran out of time.
afterEach(() => endVisits('The test ended before the visit.'));
