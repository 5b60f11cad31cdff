import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '../../infra/config.ts';
import { publishBuilt, rollBack } from '../../infra/deploy/publish.ts';
import { runningShop } from '../../infra/run/state.ts';

export const description = 'From the change of the registry to the first page that names another version of a remote';

const REMOTE = 'mfe-account';
const MAX_MS = 2_000;
const GIVE_UP_MS = 30_000;
/** Below the edge's limit of pages for one address. */
const POLL_MS = 60;
/** Until the limit of pages has recovered. */
const PAUSE_MS = 3_000;

/**
 * Needs a running shop. Deploys a copy of the live remote and takes it back, `--rounds 4` times.
 * @returns whether pages named the other version within two seconds each time
 */
export async function run(args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '4' } } });
  const shop = runningShop();
  if (!shop) throw new Error('No shop is running: npm start -- --detach');
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-deploy-'));
  const times: number[] = [];
  try {
    for (let round = 0; round < Number(values.rounds); round++) {
      fs.cpSync(path.join(ROOT, REMOTE, 'dist'), dist, { recursive: true });
      // Another file is another version.
      fs.writeFileSync(path.join(dist, 'browser/round.txt'), `${Date.now()}`);
      times.push(await untilNamed(shop.url, async () => (await publishBuilt([REMOTE], { distOf: () => dist }))[0]!));
      times.push(await untilNamed(shop.url, () => rollBack(REMOTE)));
    }
  } finally {
    fs.rmSync(dist, { recursive: true });
  }
  const worst = Math.max(...times);
  console.log(`${times.map((ms) => ms.toFixed(0)).join(', ')} ms; worst ${worst.toFixed(0)} ms (at most ${MAX_MS})`);
  return worst <= MAX_MS;
}

/** Milliseconds from the end of the change until the home page names the version. @throws when it never does */
async function untilNamed(url: string, change: () => Promise<{ version: string }>): Promise<number> {
  const { version } = await change();
  const changed = performance.now();
  for (;;) {
    const page = await fetch(url);
    const text = await page.text();
    const took = performance.now() - changed;
    if (page.ok && text.includes(`/${version}/browser/`)) {
      await wait(PAUSE_MS);
      return took;
    }
    if (took > GIVE_UP_MS) throw new Error(`${url} does not name ${REMOTE} ${version} after ${GIVE_UP_MS / 1000} s`);
    await wait(POLL_MS);
  }
}
