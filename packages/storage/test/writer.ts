// Stores an object again and again, with other content each time, until it is killed.
import { openStorage } from '../src/open-storage.ts';

const [address = '', key = ''] = process.argv.slice(2);
const storage = openStorage(address);
for (let round = 0; ; round++) {
  process.stdout.write('.');
  await storage.put(key, Buffer.alloc(4 << 20, 'ab'[round % 2]), { type: 'text/plain' });
}
