/** What test files and their helpers import from `@jest/globals`: modules stay loaded, these change with each test file. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function setJestGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
