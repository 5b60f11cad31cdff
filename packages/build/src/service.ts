import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';

/** Optional peers of Nest and others that we do not use: a bundle must not look for them. */
const UNUSED = [
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@grpc/grpc-js',
  '@grpc/proto-loader',
  '@nats-io/transport-node',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  '@node-rs/xxhash',
  'amqp-connection-manager',
  'class-transformer',
  'class-validator',
  'ioredis',
  'kafkajs',
  'mqtt',
];

/** Left in node_modules: native, or breaks when bundled (mongoose's `createConnection`). */
const OUTSIDE = ['mongoose', 'mongodb', 'sharp', '@node-rs/argon2'];

/**
 * The rspack configuration of a service or the gateway: `export default serviceConfig(import.meta.dirname)`. Bundles
 * `src/main.ts` to `dist/main.js` (ESM, minified, with a source map), `src/demo-data/main.ts` to `dist/demo-data.js`
 * where there is one, and what they use of libraries to `dist/libraries.js`.
 */
export function serviceConfig(root: string): Configuration {
  const demoData = path.join(root, 'src/demo-data/main.ts');
  const missing = UNUSED.filter((name) => !resolves(name, root));
  return {
    mode: 'production',
    target: 'node24',
    context: root,
    entry: {
      main: path.join(root, 'src/main.ts'),
      ...(fs.existsSync(demoData) ? { 'demo-data': demoData } : {}),
    },
    output: {
      path: path.join(root, 'dist'),
      filename: '[name].js',
      chunkFilename: '[name].[contenthash:8].js',
      module: true,
      library: { type: 'module' },
      clean: true,
    },
    // See SourceMapDevToolPlugin below.
    devtool: false,
    resolve: { extensions: ['.ts', '.js', '.json'], conditionNames: ['node', 'import', 'require', 'default'] },
    externalsType: 'module',
    externalsPresets: { node: true },
    externals: [
      ({ request }, done) => {
        const outside = OUTSIDE.some((name) => request === name || request?.startsWith(`${name}/`));
        done(undefined, outside ? `module ${request}` : undefined);
      },
    ],
    module: {
      rules: [
        // Fonts of documents: their package need not be there where the service runs.
        { test: /\.ttf$/, type: 'asset/inline', generator: { dataUrl: { encoding: 'base64', mimetype: 'font/ttf' } } },
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', decorators: true },
              transform: { legacyDecorator: true, decoratorMetadata: true },
              target: 'es2024',
              keepClassNames: true,
            },
          },
          type: 'javascript/auto',
        },
      ],
    },
    plugins: [
      ...missing.map((name) => new rspack.IgnorePlugin({ resourceRegExp: new RegExp(`^${name}(/.*)?$`) })),
      // Of our own code alone: the first error makes Node read the map, and one of all libraries takes 90 MB.
      new rspack.SourceMapDevToolPlugin({ filename: '[file].map', exclude: /^libraries\./ }),
    ],
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          // Nest tells classes apart and logs by their names.
          minimizerOptions: { compress: { keep_classnames: true, keep_fnames: true }, mangle: false },
        }),
      ],
      splitChunks: {
        chunks: 'initial',
        cacheGroups: {
          default: false,
          defaultVendors: false,
          libraries: { test: /[\\/]node_modules[\\/]/, name: 'libraries', enforce: true },
        },
      },
    },
    performance: false,
    // Nest loads optional packages by name at run time; none of those is ours.
    ignoreWarnings: [/Critical dependency: the request of a dependency is an expression/],
    stats: { preset: 'errors-warnings', timings: true, assets: true },
  };
}

function resolves(name: string, from: string): boolean {
  try {
    createRequire(path.join(from, 'package.json')).resolve(name);
    return true;
  } catch {
    return false;
  }
}
