// `npm run dev [-- <slice> …]`: the shop with rebuild on change and reload in the browser, for all slices or the named ones.
import path from 'node:path';
import { runShop } from './start.ts';
import { WATCHABLE } from './watch.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !WATCHABLE.some((folder) => isNamed(folder, name)));
if (unknown.length > 0) {
  console.error(
    `There is no slice ${unknown.join(', ')}; there are: ${WATCHABLE.map((folder) => path.basename(folder)).join(', ')}`,
  );
  process.exit(1);
}
const watched =
  names.length > 0 ? WATCHABLE.filter((folder) => names.some((name) => isNamed(folder, name))) : WATCHABLE;
process.exit(await runShop({ watched }));

/** A service is named by its name or its folder. */
function isNamed(folder: string, name: string): boolean {
  return folder === name || path.basename(folder) === name;
}
