import { builtinModules } from 'node:module';
import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';

// The walls between the rooms of the architecture, as far as imports show them. Each comment is what a person reads who
// ran into the wall: it says where the line belongs. `infra/guards/broken` holds an example of each that is refused.
const SLICE = '(?:shell|mfe-(?!kit/)[a-z-]+|gateway|services/[a-z-]+)';
const REMOTE = 'mfe-(?!kit/)[a-z-]+';
const TEST = '\\.spec\\.tsx?$|/test/|/testing/|/tools/|jest\\.config|rspack\\.config';
/** A package of npm, installed or not. */
const npm = (...names: string[]) => `(?:^|node_modules/)(?:${names.join('|')})(?:/|$)`;

const forbid = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType & { name: string; comment: string } => ({ name, severity: 'error', comment, from, to });

export const walls = [
  forbid(
    'slice-imports-slice',
    'A slice imports no other slice. Between services: an event or a call declared in packages/contracts. Between remotes: a <Fragment> or a browser event named there. What both need and has no domain words belongs in packages/.',
    { path: `^(${SLICE})/` },
    { path: `^${SLICE}/`, pathNot: '^$1/' },
  ),
  forbid(
    'bare-remote-import',
    'Remotes are found at run time in the registry, never imported: show the part by <Fragment id="…"> of @shop/mfe-kit and name it in packages/contracts.',
    {},
    { path: '^(storefront|checkout|account|admin)(/|$)' },
  ),
  forbid(
    'package-imports-slice',
    'A package knows no slice. What the slice knows is passed in as an argument or a prop, or the line belongs in the slice.',
    { path: '^packages/' },
    { path: `^${SLICE}/` },
  ),
  forbid(
    'product-imports-infra',
    'What is shipped knows nothing of infra/, e2e/ or studio/: settings come in through config.ts, shared code belongs in packages/.',
    { path: `^(${SLICE}|packages/[a-z-]+)/` },
    { path: '^(infra|e2e|studio)/' },
  ),
  forbid(
    'product-imports-tool',
    'What is shipped imports no tool: a tool tests, proves, measures or fills the shop from outside. Shared code belongs in packages/, what only tests need in packages/test-kit.',
    { path: `^(${SLICE}|packages/[a-z-]+)/` },
    { path: '^tools/', pathNot: '^tools/demo-data/' },
  ),
  forbid(
    'infra-imports-tool',
    'infra/ runs the shop and starts tools as programs. What infra and a tool both need belongs in infra/, where the tool may import it.',
    { path: '^infra/' },
    { path: '^tools/' },
  ),
  forbid(
    'product-imports-demo-data',
    'Demo data belongs to src/demo-data/ of a service, which is run once and by hand; the service itself works without it.',
    { path: `^(${SLICE}|packages/[a-z-]+)/`, pathNot: `/src/demo-data/|${TEST}` },
    { path: '^tools/demo-data/' },
  ),
  forbid(
    'past-the-exports',
    "Import a package by its name and through its package.json's exports (@shop/contracts, not ../../packages/contracts/src/…). What should be public is exported there.",
    { path: '^(?:packages/([a-z-]+)|.+)/' },
    {
      path: '^packages/',
      pathNot: '^packages/$1/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased-workspace'],
    },
  ),
  forbid(
    'feature-imports-feature',
    'A feature imports no feature: the page in src/exposed/ composes them, and what two of them share moves up to src/ of the remote.',
    { path: '^(.+/src/features)/([^/]+)/' },
    { path: '^$1/', pathNot: '^$1/$2/' },
  ),
  forbid(
    'feature-imports-page',
    'Pages and fragments in src/exposed/ compose features; a feature does not know where it is shown. Pass it in as a prop.',
    { path: `^(${REMOTE})/src/features/` },
    { path: '^$1/src/exposed/' },
  ),
  forbid(
    'contracts-stay-plain',
    'Contracts are shapes: zod and nothing else. Code that serves a shape belongs in packages/service-kit, code that shows or fetches one in packages/mfe-kit.',
    { path: '^packages/contracts/src/', pathNot: TEST },
    { path: '.', pathNot: `^packages/contracts/|${npm('zod')}` },
  ),
  forbid(
    'browser-takes-contracts-browser',
    'Pages take @shop/contracts/browser, which carries no zod (types of @shop/contracts by `import type` are fine). Staff forms alone validate with the schemas.',
    { path: `^((?!mfe-admin/)${REMOTE}|shell/src/(browser|app)|packages/(mfe-kit|ui))/`, pathNot: TEST },
    { path: '^packages/contracts/src/(?!browser/)', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'staff-forms-take-single-schemas',
    'Staff forms take the schemas of single files (@shop/contracts/schemas/catalog/reviews.ts): an index brings all contracts into their chunk.',
    { path: '^mfe-admin/', pathNot: TEST },
    {
      path: '^packages/contracts/src/(index|registry|(?!browser)[a-z-]+/index)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'page-code-is-for-browsers',
    "Pages run in browsers: no Node modules, no server packages. What needs them belongs in a service, behind a call, or in the shell's server.",
    { path: `^(${REMOTE}/src|packages/(mfe-kit|ui|jewellery)/src)/`, pathNot: TEST },
    {
      path: `^packages/(service-kit|build|test-kit)/|^(node:.+|${builtinModules.join('|')})$|${npm('@nestjs', 'mongoose', 'mongodb', 'amqplib', 'redis')}`,
    },
  ),
  forbid(
    'ui-stays-presentational',
    'packages/ui holds tokens and components that are given everything by props. Fetching and contracts belong in the remote that shows the component, or in packages/mfe-kit.',
    { path: '^packages/ui/', pathNot: TEST },
    { path: `^packages/(contracts|mfe-kit)/|${npm('@tanstack/react-query', 'undici', 'axios')}` },
  ),
  forbid(
    'jewellery-stays-geometry',
    'packages/jewellery is geometry: no React, no contracts, no fetching. The component that shows a piece belongs in the remote.',
    { path: '^packages/jewellery/', pathNot: TEST },
    { path: `^packages/(contracts|mfe-kit|ui)/|${npm('react', 'react-dom', '@tanstack/react-query')}` },
  ),
  forbid(
    'storage-stays-plain',
    'packages/storage holds bytes under keys: no Nest, no React, no contracts. What the bytes mean is known by the slice that stores them.',
    { path: '^packages/storage/', pathNot: TEST },
    { path: `^packages/|${npm('@nestjs', 'react', 'mongoose')}`, pathNot: '^packages/storage/' },
  ),
  forbid(
    'services-draw-no-pages',
    'Services answer data. Components belong in a remote or in packages/ui.',
    { path: '^(services|gateway|packages/service-kit)/' },
    { path: '^packages/(mfe-kit|ui)/' },
  ),
  forbid(
    'gateway-has-no-database',
    'The gateway routes and guards; what it would store belongs in a service.',
    { path: '^gateway/' },
    { path: npm('mongoose', 'mongodb', '@nestjs/mongoose') },
  ),
  forbid(
    'only-payment-talks-to-providers',
    'Razorpay and PayPal are spoken to in services/payment alone; others hear of it by payment.captured.v1 and its kin.',
    { path: `^(${SLICE}|packages/[a-z-]+)/`, pathNot: '^services/payment/' },
    { path: npm('razorpay', '@paypal') },
  ),
  forbid(
    'controller-skips-its-service',
    'A controller translates HTTP and asks its service; the service decides and owns the transaction. Move the query behind a method of the service.',
    { path: '\\.controller\\.ts$' },
    { path: '\\.repository\\.ts$' },
  ),
  forbid(
    'repository-looks-up',
    'A repository reads and writes documents and knows nobody above it. The decision belongs in the service that calls it.',
    { path: '\\.repository\\.ts$' },
    { path: '\\.(service|controller)\\.ts$' },
  ),
  forbid(
    'rules-stay-pure',
    'Rules are plain functions of their arguments. What needs a database, a clock or a framework belongs in the service, which passes the values in; of the kit, rules take @shop/service-kit/rules.',
    { path: '\\.rules\\.ts$' },
    {
      path: `\\.(service|controller|repository)\\.ts$|^packages/service-kit/src/index\\.ts$|${npm('@nestjs', 'mongoose', 'mongodb', 'redis', 'amqplib')}`,
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'undeclared-dependency',
    'A project lists in its own package.json what it imports, so that it can be built and shipped alone: npm install -w <project> <package>@<version>.',
    { path: `^(${SLICE}|packages/[a-z-]+)/`, pathNot: TEST },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'ships-a-dev-dependency',
    'What runs in production comes from dependencies, not devDependencies: images are installed without the latter.',
    { path: `^(${SLICE}|packages/[a-z-]+)/src/`, pathNot: TEST },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'], pathNot: '^packages/build/' },
  ),
  forbid(
    'code-imports-tests',
    'Tests are not part of the product. What both need belongs in a file of its own, or in packages/test-kit.',
    { pathNot: TEST },
    { path: '\\.spec\\.tsx?$' },
  ),
  forbid(
    'rule-specs-stay-alone',
    'Specs of pure files run without servers, and again for each mutant (npm run prove -- mutants): what they need of a harness is a constant of their own.',
    { path: '\\.(rules|machine)\\.spec\\.tsx?$' },
    { path: `^(${SLICE}|packages/[a-z-]+)/test/`, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'import-cycle',
    'Two files that import each other, even if only for a type, are one file in two pieces: move what both need into a third, or pass it in.',
    {},
    { circular: true },
  ),
  forbid(
    'not-found',
    'This import leads nowhere: a misspelled path (imports carry their .ts extension), a package that is not installed, or one that does not export it.',
    { pathNot: '^infra/guards/broken/' },
    // The names of `packages/build` for files of Module Federation that it does not export.
    { couldNotResolve: true, pathNot: '^federation-(bundler-runtime|container-entry)$' },
  ),
];

/** How imports are read. */
export const options: IConfiguration['options'] = {
  doNotFollow: { path: 'node_modules' },
  exclude: {
    path: [
      `^(?:${SLICE}|packages/[a-z-]+|tools/sandbox)/dist/`,
      '^infra/guards/broken/',
      // Run by k6, which brings its own modules.
      '^tools/bench/k6/',
      '\\.(css|svg|avif|webp|png|woff2)$',
    ],
  },
  // Types count: a type of another slice is knowledge of it.
  tsPreCompilationDeps: true,
  combinedDependencies: false,
  moduleSystems: ['es6', 'cjs'],
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'require', 'node', 'default', 'types'],
    mainFields: ['module', 'main', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.json'],
  },
};
