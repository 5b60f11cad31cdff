import fs from 'node:fs';
import { buildProjects, buildParts } from './own-shop.ts';
import { lastRelease, projectAt } from './project-copy.ts';
import { run as playPurchases } from './purchases.ts';

export const description =
  'The last release and this version of catalog, cart-order and payment side by side, on one database and broker: purchases stay consistent (--histories N, --seed S)';

const SERVICES = ['catalog', 'cart-order', 'payment'];
const PORT_OFFSET = 1_900;

/** Options as of the proof of purchases. @returns whether every promise was kept, and both versions answered */
export async function run(args: string[]): Promise<boolean> {
  const commit = lastRelease();
  const folder = await projectAt(commit);
  try {
    console.log(`beside this version: ${commit}`);
    await buildProjects(
      SERVICES.map((name) => `@shop/${name}`),
      folder,
    );
    if (!args.includes('--as-built')) await buildParts();
    const beside = { folder, services: SERVICES };
    return await playPurchases([...args, '--as-built'], { name: 'prove-versions', portOffset: PORT_OFFSET, beside });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
