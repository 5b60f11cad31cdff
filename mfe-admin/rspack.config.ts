import { remoteConfig } from '@shop/build/remote';
import remote from './federation.ts';

/** What only a browser does: files and charts. On the server `papaparse` would bring Node's streams into a bundle that may not ask for modules. */
const BROWSER_ONLY = { papaparse$: false, recharts$: false } as const;

export default remoteConfig(remote, import.meta.dirname).map((config) =>
  config.name?.endsWith('-browser')
    ? config
    : { ...config, resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...BROWSER_ONLY } } },
);
