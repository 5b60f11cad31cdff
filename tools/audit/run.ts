// `npm run audit -- check [<head>] | head`: whether the audit trail of the running shop is as it was recorded.
import { parseArgs } from 'node:util';
import { readConfig } from '../../infra/config.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import { runningShop } from '../../infra/run/state.ts';
import { ShopAudit } from './shop-audit.ts';

const HELP = `npm run audit -- <command> [--json]

  check          compares every entry with its seal, and names what was changed, removed, exchanged or inserted
  check <head>   also whether the trail still goes through a head that was written down
  head           the last number and its digest, as <head>: keep it where who writes to the database does not

The shop has to be running (npm start). The exit code is 1 when something is wrong.`;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});

async function main(audit: ShopAudit): Promise<void> {
  const [command, kept] = positionals;
  if (command === 'check') {
    const found = await audit.check(kept);
    if (found.faults.length > 0) process.exitCode = 1;
    print(found, ShopAudit.textOf(found));
  } else if (command === 'head') {
    const found = await audit.check();
    if (found.faults.length > 0) throw new Error(ShopAudit.textOf(found));
    if (!found.head) throw new Error('Nothing is sealed yet');
    print({ head: ShopAudit.headOf(found) }, ShopAudit.headOf(found)!);
  } else throw new Error(HELP);
}

function print(data: unknown, text: string): void {
  console.log(values.json ? JSON.stringify(data, null, 2) : text);
}

try {
  if (values.help) {
    console.log(HELP);
  } else {
    const url = runningShop()?.parts.find(({ name }) => name === 'identity')?.url;
    if (url === undefined) throw new Error('No shop is running: npm start');
    await main(new ShopAudit(url, provideSecrets(readConfig()).serviceToken.split(',')[0]!));
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
