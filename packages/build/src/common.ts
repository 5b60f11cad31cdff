import fs from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rspack, type Compiler, type Configuration } from '@rspack/core';
import { LOAD_TIMEOUT_MS } from './load-timeout.ts';

/** `development` only in a watching build (`npm run dev`). */
export const mode = process.argv.includes('development') ? 'development' : 'production';

/**
 * Packages of which a page has exactly one copy, provided by the shell. The router is part of the kit. The list is part of the
 * contract between shell and remotes: changing it breaks every remote that was built before.
 */
export const SHARED = ['react', 'react-dom', '@tanstack/react-query', '@shop/mfe-kit'] as const;

/** The package.json of a package as resolved from `from`, even if the package does not export it. */
function packageFile(name: string, from: string): string {
  const file = findPackageJSON(name, pathToFileURL(from));
  if (!file) throw new Error(`${name} is not installed`);
  return file;
}

/** A file of the federation's own packages. */
const federationFile = (name: string): string =>
  packageFile(`@module-federation/${name}`, packageFile('@module-federation/enhanced', import.meta.filename));

const BUNDLER_RUNTIME = 'webpack-bundler-runtime';

const versionIn = (file: string) => (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;

/** Installed versions of the shared packages. */
function sharedPackages(): Record<string, string> {
  const kit = packageFile('@shop/mfe-kit', import.meta.filename);
  return Object.fromEntries(
    SHARED.map((name) => [name, versionIn(name === '@shop/mfe-kit' ? kit : packageFile(name, kit))]),
  );
}

/** Installed versions of all that a remote takes from the shell: the shared packages and the federation runtime. */
export const sharedVersions = (): Record<string, string> => ({
  ...sharedPackages(),
  [`@module-federation/${BUNDLER_RUNTIME}`]: versionIn(federationFile(BUNDLER_RUNTIME)),
});

/** `import: false` in a remote: it contains no copy, so a page can only have the shell's. */
export function sharedModules(host: boolean) {
  return Object.fromEntries(
    Object.entries(sharedPackages()).map(([name, version]) => [
      name,
      {
        singleton: true,
        version,
        requiredVersion: `^${version}`,
        ...(host ? { eager: true } : { import: false as const }),
      },
    ]),
  );
}

/** On the server shared packages stay imports, which the host resolves (see the shell's render worker). */
export const serverExternals = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `module ${name}`]));

export const SERVER_SHARED = ['react', 'react/jsx-runtime', 'react-dom', '@tanstack/react-query', '@shop/mfe-kit'];

function rules(slice: string, server: boolean) {
  return [
    {
      test: /\.tsx?$/,
      type: 'javascript/auto' as const,
      use: {
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            // Production JSX, because the shell's React is a production build in every mode.
            transform: { react: { runtime: 'automatic', development: false } },
            target: 'es2022',
          },
        },
      },
    },
    {
      test: /\.css$/,
      type: server ? ('css/module' as const) : ('css/auto' as const),
      parser: { namedExports: false },
      generator: {
        namedExports: false,
        // Prefixed with the slice: two remotes may contain the same component of `ui`, each with its own rules.
        localIdentName: `${slice}-[hash:6]-[local]`,
        ...(server ? { exportsOnly: true, esModule: true } : {}),
      },
    },
    { test: /[\\/]react-router[\\/]/, use: path.join(import.meta.dirname, 'router-tree-shaking.mjs') },
    { test: /\.(svg|avif|webp|png|woff2)$/, type: 'asset/resource' as const },
  ];
}

/**
 * Baseline of May 2024, which the styles need for `light-dark()`. For older browsers Lightning CSS would add prefixed rules with
 * `:-webkit-any()`, whose specificity is higher than that of `:is()`, so that the wrong rule wins.
 */
const BROWSERS = ['chrome 123', 'edge 123', 'firefox 126', 'safari 17.5', 'ios_saf 17.5'];

/** Base configuration of every frontend build. */
export function frontend(slice: string, folder: string, server: boolean): Configuration {
  const kit = packageFile('@shop/mfe-kit', import.meta.filename);
  const router = packageFile('react-router', packageFile('react-router-dom', kit));
  return {
    mode,
    context: folder,
    devtool: mode === 'development' ? 'cheap-module-source-map' : false,
    target: server ? ['node24'] : ['web', 'es2022'],
    performance: { hints: false },
    stats: 'errors-warnings',
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // Its package.json always selects the development build.
      alias: { 'react-router$': path.join(path.dirname(router), 'dist/production/index.mjs') },
    },
    module: {
      rules: rules(slice, server),
      // On the server `import.meta.url` is resolved at run time, to find files next to the bundle.
      ...(server && { parser: { javascript: { importMeta: false, url: false, worker: false } } }),
    },
    // Stable ids: a change in one module does not change the file names of others.
    optimization: {
      chunkIds: 'named',
      moduleIds: 'deterministic',
      nodeEnv: 'production',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
    },
  };
}

/** Hashed names in one folder; a chunk that is not loaded in time fails (rspack's default: 120 s). */
export const browserOutput = (slice: string, folder: string) => ({
  path: path.join(folder, 'dist/browser'),
  clean: true,
  uniqueName: slice,
  filename: '[name].[contenthash:8].js',
  chunkFilename: '[name].[contenthash:8].js',
  cssFilename: '[name].[contenthash:8].css',
  cssChunkFilename: '[name].[contenthash:8].css',
  assetModuleFilename: '[name].[contenthash:8][ext]',
  publicPath: 'auto' as const,
  crossOriginLoading: 'anonymous' as const,
  chunkLoadTimeout: LOAD_TIMEOUT_MS,
});

/** One ESM file per entry, so that it can be fetched, checked and imported as a whole. */
export const serverOutput = (slice: string, folder: string) => ({
  path: path.join(folder, 'dist/server'),
  uniqueName: slice,
  filename: '[name].mjs',
  module: true,
  chunkFormat: 'module' as const,
  library: { type: 'module' as const },
  asyncChunks: false,
});

/** Every page contains the hashes of all chunks, and hashes do not compress: sha256 is the shortest allowed. */
export const integrityOfChunks = () => new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] });

/**
 * Replaces the CommonJS builds of the federation runtime by the ESM ones, 22 KB smaller in the host. A remote has none of its own
 * but takes the host's (ADR 0075).
 */
export function federationRuntime(of: 'host' | 'remote'): NonNullable<Configuration['plugins']> {
  const at = (name: string, file: string) => path.join(path.dirname(federationFile(name)), 'dist', file);
  const replace = (pattern: RegExp, file: string) =>
    new rspack.NormalModuleReplacementPlugin(pattern, (data: { request: string }) => {
      data.request = file;
    });
  return [
    replace(
      /inject-external-runtime-core-plugin\/dist\/index\.cjs$/,
      at('inject-external-runtime-core-plugin', 'index.js'),
    ),
    replace(/webpack-bundler-runtime\/dist\/index\.cjs$/, path.join(import.meta.dirname, 'federation', `of-${of}.mjs`)),
    {
      apply(compiler: Compiler) {
        compiler.hooks.afterPlugins.tap({ name: 'esm-federation-runtime', stage: 1000 }, () => {
          const others = Object.entries(compiler.options.resolve.alias || {}).filter(
            ([name]) => !name.startsWith('@module-federation/'),
          );
          compiler.options.resolve.alias = {
            'federation-bundler-runtime$': at(BUNDLER_RUNTIME, 'bundler.js'),
            'federation-container-entry$': at(BUNDLER_RUNTIME, 'initContainerEntry.js'),
            '@module-federation/runtime$': at('runtime', 'bundler.js'),
            '@module-federation/runtime-tools$': at('runtime-tools', 'bundler.js'),
            ...Object.fromEntries(others),
          };
        });
      },
    },
  ];
}

/**
 * A script that failed its integrity check stays in the browser's cache, so a retry would get the same bytes. After a retry (the
 * shell counts them in `shopRetries`) chunks are therefore requested with another URL.
 */
export const freshChunksAfterRetry = () => ({
  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('fresh-chunks-after-retry', (compilation) => {
      const { createScript } = compiler.webpack.RuntimePlugin.getCompilationHooks(compilation);
      createScript.tap('fresh-chunks-after-retry', (code) =>
        code.replace(
          /script\.src = ([^;]+);/,
          'script.src = $1 + (self.shopRetries ? "?retry=" + self.shopRetries : "");',
        ),
      );
    });
  },
});
