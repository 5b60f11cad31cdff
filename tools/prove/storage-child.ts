// `create <address>` stores an empty object, `read <address>` prints it. `add <address> <name>` adds the line `<name> <number>` to it
// again and again and prints each line that was added; it ends with its input. `keys <address> <prefix>` prints the keys that begin
// with a prefix, `remove <address> <prefix>` deletes their objects.
import { LostCondition, openStorage } from '@shop/storage';

const KEY = 'ledger';
const [command = '', address = '', nameOrPrefix = ''] = process.argv.slice(2);
const storage = openStorage(address, 'the address');

async function add(line: string): Promise<boolean> {
  const { bytes, type, etag } = (await storage.get(KEY))!;
  try {
    await storage.put(KEY, Buffer.concat([bytes, Buffer.from(line)]), { type, ifMatch: etag });
    return true;
  } catch (error) {
    if (error instanceof LostCondition) return false;
    throw error;
  }
}

if (command === 'create') await storage.put(KEY, Buffer.alloc(0), { type: 'text/plain', ifNoneMatch: '*' });
if (command === 'read') process.stdout.write((await storage.get(KEY))!.bytes);
if (command === 'keys') for await (const key of storage.list(nameOrPrefix)) process.stdout.write(`${key}\n`);
if (command === 'remove') for await (const key of storage.list(nameOrPrefix)) await storage.delete(key);
if (command === 'add') {
  let isEnded = false;
  process.stdin.on('end', () => (isEnded = true)).resume();
  for (let number = 1; !isEnded; number++) {
    const line = `${nameOrPrefix} ${number}\n`;
    while (!(await add(line)));
    process.stdout.write(line);
  }
}
process.exit();
