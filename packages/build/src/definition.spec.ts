import { describe, expect, it } from '@jest/globals';
import { exposedModules, nameOf } from './definition.ts';
import { defineRemote, remoteConfig } from './remote.ts';

const remote = {
  name: 'checkout',
  pages: [
    { path: ['/a', '/b'], module: './src/exposed/list-page.ts' },
    { path: '/c', module: './src/exposed/list-page.ts' },
  ],
  fragments: { 'cart-button': './src/exposed/cart-button.ts' },
} as const;

describe('what a remote offers', () => {
  it('is named after its files, each once', () => {
    expect(nameOf('./src/exposed/list-page.tsx')).toBe('list-page');
    expect([...exposedModules(remote).keys()].toSorted()).toEqual(['cart-button', 'list-page']);
  });

  it('is refused when two modules have one name', () => {
    const pages = [{ path: '/x', module: './src/other/cart-button.ts' }];
    expect(() => defineRemote({ ...remote, pages })).toThrow('checkout exposes two modules named "cart-button"');
  });
});

describe('the build of a remote', () => {
  const [browser, server] = remoteConfig(remote, '/project/mfe-checkout');

  it('carries no copy of a shared package in the browser', () => {
    const federation = browser!.plugins!.find((plugin) => plugin?.constructor.name === 'ModuleFederationPlugin');
    const options = Reflect.get(Object(federation), '_options') as {
      shared: Record<string, { import?: false; singleton: boolean; requiredVersion: string }>;
    };
    const shared = Object.entries(options.shared);
    expect(shared.map(([name]) => name).toSorted()).toEqual([
      '@shop/mfe-kit',
      '@tanstack/react-query',
      'react',
      'react-dom',
    ]);
    for (const [, { singleton, requiredVersion, ...rest }] of shared) {
      expect([singleton, rest.import]).toEqual([true, false]);
      expect(requiredVersion).toMatch(/^\^\d+\.\d+\.\d+$/);
    }
  });

  it('takes the shared packages from the host on the server', () => {
    expect(Object.keys(server!.externals as object)).toEqual(
      expect.arrayContaining(['react', 'react/jsx-runtime', '@tanstack/react-query', '@shop/mfe-kit']),
    );
    expect(server!.output).toMatchObject({ module: true, asyncChunks: false });
  });

  it('gives every chunk as long as a call of the API, and its names a hash', () => {
    expect(browser!.output).toMatchObject({ chunkLoadTimeout: 15_000, filename: '[name].[contenthash:8].js' });
  });
});
