import path from 'node:path';
import { remoteConfig } from '@shop/build/remote';
import remote from './federation.ts';

/**
 * What only a browser does: files, charts and dragging. On the server `papaparse` and `fflate` would bring modules of Node into a bundle that may
 * not ask for any.
 */
const BROWSER_ONLY = {
  papaparse$: false,
  '@dnd-kit/core$': false,
  '@dnd-kit/sortable$': false,
  recharts$: false,
  'read-excel-file/universal$': false,
  'write-excel-file/universal$': false,
} as const;
const IN_BROWSER = { fflate$: path.join(import.meta.dirname, 'src/components/zip.ts') };

export default remoteConfig(remote, import.meta.dirname).map((config) => ({
  ...config,
  resolve: {
    ...config.resolve,
    alias: { ...config.resolve?.alias, ...(config.name?.endsWith('-browser') ? IN_BROWSER : BROWSER_ONLY) },
  },
}));
