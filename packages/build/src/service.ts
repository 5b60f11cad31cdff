import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';

/** Optional peer dependencies that we do not use; ignored when they are not installed. */
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

/** Not bundled: native modules, and mongoose, whose `createConnection` breaks when bundled. */
const EXTERNAL = ['mongoose', 'mongodb', 'sharp', '@node-rs/argon2'];

/**
 * The rspack configuration of a service or the gateway: `export default serviceConfig(import.meta.dirname)`. Bundles
 * `src/main.ts` to `dist/main.js` (ESM, minified, with a source map), `src/migrate.ts` and `src/demo-data/main.ts`, if any, to
 * `dist/migrate.js` and `dist/demo-data.js`, and their libraries to `dist/libraries.js`.
 */
export function serviceConfig(root: string): Configuration {
  const commands = {
    migrate: path.join(root, 'src/migrate.ts'),
    'demo-data': path.join(root, 'src/demo-data/main.ts'),
  };
  const missing = UNUSED.filter((name) => !resolves(name, root));
  return {
    mode: 'production',
    target: 'node24',
    context: root,
    entry: {
      main: path.join(root, 'src/main.ts'),
      ...Object.fromEntries(Object.entries(commands).filter(([, file]) => fs.existsSync(file))),
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
    resolve: { extensions: ['.ts', '.tsx', '.js', '.json'], conditionNames: ['node', 'import', 'require', 'default'] },
    externalsType: 'module',
    externalsPresets: { node: true },
    externals: [
      ({ request }, done) => {
        const isExternal = EXTERNAL.some((name) => request === name || request?.startsWith(`${name}/`));
        done(undefined, isExternal ? `module ${request}` : undefined);
      },
    ],
    module: {
      rules: [
        // Fonts of documents are inlined, so that their package is not needed at run time.
        { test: /\.ttf$/, type: 'asset/inline', generator: { dataUrl: { encoding: 'base64', mimetype: 'font/ttf' } } },
        script(/\.ts$/, false),
        // Mails are components.
        script(/\.tsx$/, true),
      ],
    },
    plugins: [
      ...missing.map((name) => new rspack.IgnorePlugin({ resourceRegExp: new RegExp(`^${name}(/.*)?$`) })),
      // Without libraries: Node reads the map at the first error, and that of all libraries would take 90 MB.
      new rspack.SourceMapDevToolPlugin({ filename: '[file].map', exclude: /^libraries\./ }),
    ],
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          // Nest uses class names for injection and logging.
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
    // Nest requires optional packages by a computed name.
    ignoreWarnings: [/Critical dependency: the request of a dependency is an expression/],
    stats: { preset: 'errors-warnings', timings: true, assets: true },
  };
}

/** JSX apart, because `<T>(x: T) => x` is none. */
const script = (test: RegExp, tsx: boolean) => ({
  test,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript' as const, tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic' as const, development: false },
      },
      target: 'es2024' as const,
      keepClassNames: true,
    },
  },
  type: 'javascript/auto' as const,
});

function resolves(name: string, from: string): boolean {
  try {
    createRequire(path.join(from, 'package.json')).resolve(name);
    return true;
  } catch {
    return false;
  }
}
