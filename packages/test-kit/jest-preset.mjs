/**
 * One jest configuration for every project. A `jest.config.mjs` says `export default nodeProject('catalog')` or
 * `webProject('mfe-checkout')`; `*.spec.ts` run in Node, `*.spec.tsx` in jsdom.
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

const base = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true), '\\.ttf$': '@shop/test-kit/font-file' },
  // Internal packages are TypeScript sources behind a symlink, so nothing of ours lies under node_modules.
  transformIgnorePatterns: ['/node_modules/(?!.*\\.ttf$)'],
  moduleNameMapper: { '\\.module\\.css$': '@shop/test-kit/css-module', '\\.css$': '@shop/test-kit/css-module' },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

export const nodeProject = (displayName, overrides = {}) => ({
  ...base,
  displayName,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.spec.ts'],
  globalSetup: '@shop/test-kit/real-parts',
  ...overrides,
});

export const webProject = (displayName, overrides = {}) => ({
  ...base,
  displayName,
  testEnvironment: '@shop/test-kit/jsdom',
  testMatch: ['<rootDir>/**/*.spec.tsx'],
  ...overrides,
});

/**
 * Both kinds in one folder. `node.globalSetup` is left out where no database is needed. The time-out is longer than
 * `eventually` waits, so that a test says what was missing.
 */
export const projects = (name, { web = false, realParts = true } = {}) => ({
  testTimeout: 60_000,
  projects: [nodeProject(name, realParts ? {} : { globalSetup: undefined }), ...(web ? [webProject(name)] : [])],
});
