import fs from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type Compiler, type Configuration } from '@rspack/core';
import {
  SERVER_SHARED,
  browserOutput,
  federationRuntime,
  freshChunksAfterRetry,
  frontend,
  integrityOfChunks,
  serverExternals,
  serverOutput,
  sharedModules,
  sharedVersions,
} from './common.ts';
import { exposedModules, nameOf, type RemoteDefinition } from './definition.ts';
import type { PageRoute } from './registry.ts';

export type { PageDefinition, RemoteDefinition } from './definition.ts';

/** A build's description (`dist/browser/remote.json`); deployment turns it into an entry of the registry. */
export interface BuiltRemote {
  name: string;
  packageVersion: string;
  pages: PageRoute[];
  /** Ids of all exposed modules, pages and fragments: `storefront/home-page`. */
  parts: string[];
  shared: Record<string, string>;
}

/** Validates and types the content of a `federation.ts`. */
export const defineRemote = <const R extends RemoteDefinition>(remote: R): R => {
  exposedModules(remote);
  return remote;
};

/**
 * The two builds of a remote in `folder`: `dist/browser` (Module Federation entry and chunks, each with its integrity) and
 * `dist/server/server.mjs` (one ESM file whose default export contains every exposed module by name).
 */
export function remoteConfig(remote: RemoteDefinition, folder: string): Configuration[] {
  const modules = exposedModules(remote);
  return [browser(remote, folder, modules), server(remote, folder, modules)];
}

function browser(remote: RemoteDefinition, folder: string, modules: Map<string, string>): Configuration {
  const base = frontend(remote.name, folder, false);
  return {
    ...base,
    name: `${remote.name}-browser`,
    entry: {},
    output: browserOutput(remote.name, folder),
    // Fewer requests matter more than duplicate code: pages contain shared components instead of loading a common chunk.
    optimization: { ...base.optimization, splitChunks: false },
    plugins: [
      ...federationRuntime('remote'),
      freshChunksAfterRetry(),
      integrityOfChunks(),
      refuseOwnRouter(),
      describe(remote, folder, modules),
      new ModuleFederationPlugin({
        name: remote.name,
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: Object.fromEntries([...modules].map(([name, file]) => [`./${name}`, { import: file, name }])),
        shared: sharedModules(false),
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        experiments: {
          externalRuntime: true,
          optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
        },
      }),
    ],
  };
}

function server(remote: RemoteDefinition, folder: string, modules: Map<string, string>): Configuration {
  const lines = [...modules.values()].map((file, i) => `import * as part${i} from ${JSON.stringify(file)};`);
  const parts = [...modules.keys()].map((name, i) => `${JSON.stringify(name)}: part${i}`);
  const entry = path.join(folder, 'server-entry.js');
  return {
    ...frontend(remote.name, folder, true),
    name: `${remote.name}-server`,
    entry: { server: entry },
    output: { ...serverOutput(remote.name, folder), clean: true },
    externalsType: 'module',
    externals: serverExternals(SERVER_SHARED),
    plugins: [
      refuseOwnRouter(),
      new rspack.experiments.VirtualModulesPlugin({
        [entry]: `${lines.join('\n')}\nexport default { ${parts.join(', ')} };\n`,
      }),
    ],
  };
}

/** A second router would have its own location and ignore the shell's navigation. */
const refuseOwnRouter = () => ({
  apply(compiler: Compiler) {
    compiler.hooks.normalModuleFactory.tap('refuse-own-router', (factory) => {
      factory.hooks.beforeResolve.tap('refuse-own-router', ({ request }) => {
        if (/^react-router(-dom)?($|\/)/.test(request)) {
          throw new Error(`"${request}" belongs to the shell: import Link, useParams, … from @shop/mfe-kit`);
        }
      });
    });
  },
});

const describe = (remote: RemoteDefinition, folder: string, modules: Map<string, string>) => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('describe-remote', (compilation) => {
      compilation.hooks.processAssets.tap('describe-remote', () => {
        const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
        const built: BuiltRemote = {
          name: remote.name,
          packageVersion: version,
          pages: (remote.pages ?? []).flatMap(
            ({ path: paths, module, guard, limited, bare, quiet, uncached, query = [] }) =>
              [paths].flat().map((at) => {
                const part = `${remote.name}/${nameOf(module)}`;
                return { path: at as string, part, guard, limited, bare, quiet, uncached, query };
              }),
          ),
          parts: [...modules.keys()].map((name) => `${remote.name}/${name}`),
          shared: sharedVersions(),
        };
        compilation.emitAsset('remote.json', new compiler.webpack.sources.RawSource(JSON.stringify(built, null, 1)));
      });
    });
  },
});
