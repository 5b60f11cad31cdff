/** A CSS module in tests: every class name maps to itself. */
export default new Proxy({}, { get: (_, name) => (typeof name === 'string' ? name : undefined) });
