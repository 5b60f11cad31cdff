import fs from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Compiler, Configuration } from '@rspack/core';
import {
  SERVER_SHARED,
  browserOutput,
  federationRuntime,
  frontend,
  integrityOfChunks,
  serverExternals,
  serverOutput,
  sharedModules,
  sharedVersions,
} from './common.ts';

/** A shell build's description (`dist/browser/shell.json`). */
export interface BuiltShell {
  packageVersion: string;
  /** Scripts and styles of the entry, in order. */
  entry: string[];
  shared: Record<string, string>;
}

/**
 * The builds of the shell in `folder`: `dist/browser`; `dist/alone`, the host of a single remote; in `dist/server` the server
 * (`main.mjs`), the render worker, the app and the kit, which are separate files because remotes' server bundles import the kit
 * from the host.
 */
export function shellConfig(
  folder: string,
  entries: { browser: string; alone: string; app: string; kit: string; main: string; worker: string },
): Configuration[] {
  // Worker, app and remotes' bundles must share one React; the router is in the kit. Other packages are bundled, because the
  // server runs from a copy of its version's files.
  const rendering = serverExternals([...SERVER_SHARED, 'react-dom/server.bun']);
  const { '@shop/mfe-kit': _, ...kit } = rendering;
  const node = (entry: Record<string, string>, externals: Configuration['externals'] = rendering): Configuration => ({
    ...frontend('shell', folder, true),
    name: `shell-${Object.keys(entry)[0]}`,
    entry,
    output: serverOutput('shell', folder),
    externalsType: 'module',
    externalsPresets: { node: true },
    externals,
  });
  const host = (name: string, entry: string, into: string): Configuration => ({
    ...frontend('shell', folder, false),
    name: `shell-${name}`,
    entry: { main: entry },
    output: { ...browserOutput('shell', folder), path: path.join(folder, 'dist', into) },
    plugins: [
      ...federationRuntime('host'),
      integrityOfChunks(),
      describe(folder),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shared: sharedModules(true),
        dts: false,
        shareStrategy: 'loaded-first',
        experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
      }),
    ],
  });
  return [
    host('browser', entries.browser, 'browser'),
    host('alone', entries.alone, 'alone'),
    node({ app: entries.app }),
    node({ 'mfe-kit': entries.kit }, kit),
    node({ main: entries.main, 'render-worker': entries.worker }),
  ];
}

const describe = (folder: string) => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('describe-shell', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'describe-shell', stage }, () => {
        const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
        const built: BuiltShell = {
          packageVersion: version,
          entry: compilation.entrypoints.get('main')!.getFiles(),
          shared: sharedVersions(),
        };
        compilation.emitAsset('shell.json', new compiler.webpack.sources.RawSource(JSON.stringify(built, null, 1)));
      });
    });
  },
});
