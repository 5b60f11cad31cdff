/** A CSS module in tests: every class is its own name. */
export default new Proxy({}, { get: (_, name) => (typeof name === 'string' ? name : undefined) });
