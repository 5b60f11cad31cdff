import { describe, expect, it } from '@jest/globals';
import { satisfiesCaret, type Registry, type RemoteRelease } from '@shop/build/registry';
import { checkRoutes, checkShared } from './check.ts';

const remote = (more: Partial<RemoteRelease>): RemoteRelease => ({
  slice: 'mfe-x',
  version: '1',
  publishedAt: '',
  integrity: {},
  shared: { react: '19.3.1' },
  entry: 'remoteEntry.js',
  pages: [],
  parts: {},
  ...more,
});
const registry = (remotes: Registry['remotes'], shared: Record<string, string> = { react: '19.3.1' }): Registry => ({
  revision: 1,
  shell: { slice: 'shell', version: '1', publishedAt: '', integrity: {}, shared, entry: [] },
  remotes,
  history: {},
});

describe('shared packages', () => {
  it.each([
    ['19.3.1', '19.3.1', true],
    ['19.4.0', '19.3.1', true],
    ['19.3.0', '19.3.1', false],
    ['20.0.0', '19.3.1', false],
    ['1.4.2', '1.0.0', true],
    ['1.0.0', '1.1.0', false],
    ['0.2.5', '0.2.1', true],
    ['0.3.0', '0.2.1', false],
    ['0.0.1', '0.0.0', false],
  ])('%s of the shell serves a remote built with %s: %s', (offered, built, fits) => {
    expect(satisfiesCaret(offered, built)).toBe(fits);
  });

  it('that do not agree are refused, and the message says which', () => {
    const built = remote({ shared: { react: '20.0.0' } });
    expect(() => checkShared(registry({ checkout: built }))).toThrow(
      'checkout was built with react 20.0.0, the shell brings 19.3.1',
    );
    const needsMore = remote({ shared: { react: '19.3.1', zustand: '5.0.0' } });
    expect(() => checkShared(registry({ checkout: needsMore }))).toThrow('zustand 5.0.0, the shell brings none');
    expect(() => checkShared(registry({ checkout: remote({}) }))).not.toThrow();
  });
});

describe('routes', () => {
  it('belong to one remote each, whatever their parameters are called', () => {
    const a = remote({ pages: [{ path: '/product/:main', part: 'a/x' }] });
    const b = remote({ pages: [{ path: '/product/:id', part: 'b/y' }] });
    expect(() => checkRoutes(registry({ a, b }))).toThrow('Both a and b have a page at /product/:id');
    expect(() => checkRoutes(registry({ a }))).not.toThrow();
  });
});
