// `npm run logs -- <slice>`: shows the end of a program's log and follows it until Ctrl-C.
import fs from 'node:fs';
import path from 'node:path';
import { LOG_FOLDER } from './programs.ts';

const SHOWN_BYTES = 16 * 1024;

const names = fs.existsSync(LOG_FOLDER)
  ? fs
      .readdirSync(LOG_FOLDER)
      .filter((file) => file.endsWith('.log'))
      .map((file) => file.slice(0, -4))
  : [];
const name = process.argv[2];
if (!name || !names.includes(name)) {
  console.error(name ? `There is no log of "${name}".` : 'Which log? npm run logs -- catalog');
  console.error(names.length > 0 ? `There are: ${names.join(', ')}` : 'Nothing has run here yet: npm start');
  process.exit(1);
}

const file = path.join(LOG_FOLDER, `${name}.log`);
let shown = Math.max(0, fs.statSync(file).size - SHOWN_BYTES);
function show(): void {
  const { size } = fs.statSync(file);
  // The log was rotated.
  if (size < shown) shown = 0;
  if (size === shown) return;
  const handle = fs.openSync(file, 'r');
  const added = Buffer.alloc(size - shown);
  fs.readSync(handle, added, 0, added.length, shown);
  fs.closeSync(handle);
  shown = size;
  process.stdout.write(added);
}
show();
// Without a terminal it is not followed: Ctrl-C could not end it.
if (process.stdout.isTTY) setInterval(show, 250);
