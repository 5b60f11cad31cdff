import { remoteConfig } from '@shop/build/remote';
import remote from './federation.ts';

/** What only a browser does: on the server it would bring Node's streams into a bundle that may not ask for modules. */
const BROWSER_ONLY = { papaparse$: false } as const;

export default remoteConfig(remote, import.meta.dirname).map((config) =>
  config.name?.endsWith('-browser')
    ? config
    : { ...config, resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...BROWSER_ONLY } } },
);
