/**
 * The jest configuration of every project. A `jest.config.mjs` is `export default projects('catalog')`; `*.spec.ts` run in
 * Node, `*.spec.tsx` in jsdom.
 */
const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
      target: 'es2024',
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** How sources are read, in any run of specs. */
export const sources = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true), '\\.ttf$': '@shop/test-kit/font-file' },
  // Internal packages are symlinked TypeScript sources, so their real path is not under node_modules.
  transformIgnorePatterns: ['/node_modules/(?!.*\\.ttf$)'],
};

const base = {
  ...sources,
  moduleNameMapper: { '\\.module\\.css$': '@shop/test-kit/css-module', '\\.css$': '@shop/test-kit/css-module' },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

export const nodeProject = (displayName, overrides = {}) => ({
  ...base,
  displayName,
  testEnvironment: '@shop/test-kit/node-environment',
  runtime: '@shop/test-kit/node-runtime',
  injectGlobals: false,
  testMatch: ['<rootDir>/**/*.spec.ts'],
  globalSetup: '@shop/test-kit/infra-setup',
  ...overrides,
});

/** For `nodeProject`: jest's own runtime, in which each test file has modules and globals of its own. */
export const isolated = { testEnvironment: 'node', runtime: undefined };

export const webProject = (displayName, overrides = {}) => ({
  ...base,
  displayName,
  testEnvironment: '@shop/test-kit/jsdom',
  setupFilesAfterEnv: ['@shop/test-kit/jsdom-setup'],
  testMatch: ['<rootDir>/**/*.spec.tsx'],
  ...overrides,
});

/**
 * For every test and hook, and longer than that of `eventually`, so that its error is reported. It ends what hangs; it says nothing
 * about speed, which differs by a factor of ten between machines.
 */
export const TEST_TIMEOUT_MS = 300_000;

/** Node tests, and jsdom tests with `web`. `testInfra: false` for projects without MongoDB, RabbitMQ and Redis. */
export const projects = (name, { web = false, testInfra = true, overrides = {} } = {}) => ({
  testTimeout: TEST_TIMEOUT_MS,
  projects: [
    nodeProject(name, { ...(testInfra ? {} : { globalSetup: undefined }), ...overrides }),
    ...(web ? [webProject(name)] : []),
  ],
});
