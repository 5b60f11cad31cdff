import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { machineEnvironment, ROOT, RUN_FOLDER } from '../../infra/config.ts';
import { DEFAULT_PORT_BASE } from '../../infra/ports.ts';
import { eventually } from '@shop/test-kit';
import { ContainerShop, type Part } from './container-shop.ts';
import { Visitor } from './visitor.ts';

export const description =
  'The shop in containers, from a bare clone: a purchase in Chromium with each provider, each part killed once, a remote shipped and taken back, a backup restored into emptied volumes (--keep leaves it running)';

const REMOTE = 'mfe-checkout';
const STYLES = `${REMOTE}/src/features/cart/cart-drawer.module.css`;
/** Bytes; the frame alone, without what services fill in, has about a tenth. */
const COMPLETE_PAGE = 50_000;
const PURCHASES = ['a guest buys a first piece', 'a shopper abroad pays by PayPal'];
const PAUSE_MS = 200;
const BACKUP = '/backups/proof';

/** Needs Docker (`DOCKER_HOST`) with free ports of `npm start`. @returns whether every promise held */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { keep: { type: 'boolean', default: false } } });
  const shop = await ContainerShop.prepare();
  const held: boolean[] = [];
  const tell = (promise: string, isHeld: boolean, figures = '') => {
    held.push(isHeld);
    console.log(`${isHeld ? '✓' : '✗'} ${promise}${figures && `: ${figures}`}`);
  };
  try {
    const began = Date.now();
    await shop.compose('up', '--detach', '--build');
    const built = seconds(began);
    // The edge is the last that is started: it takes no connection for an instant, and then has to have everything.
    const first = await eventually(() => homePage(shop), { what: 'an answer of the edge', everyMs: PAUSE_MS });
    tell('the first page is complete', first >= COMPLETE_PAGE, `${first} bytes after ${built}`);
    await untilHealthy(shop);
    const failed = (await shop.parts()).filter(({ exitCode }) => exitCode !== 0);
    tell(
      'every part is healthy or done',
      failed.length === 0,
      failed.map(({ name }) => name).join(', ') || seconds(began),
    );
    await purchases(shop, tell, 'shoppers buy with each provider');
    await killEach(shop, tell);
    await purchases(shop, tell, 'and when each part was killed once');
    await shipAndTakeBack(shop, tell);
    await figures(shop);
    await backUpAndRestore(shop, tell);
    return held.every(Boolean);
  } finally {
    if (values.keep) console.log(`${shop.url} is left running`);
    else await shop.remove();
  }
}

type Tell = (promise: string, isHeld: boolean, figures?: string) => void;

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** @returns the bytes of the home page; 0 when it is not served */
async function page(shop: ContainerShop): Promise<number> {
  return homePage(shop).catch(() => 0);
}

/** @returns the bytes of the home page, 0 for a status that is not 200. @throws while the edge takes no connection */
async function homePage({ url }: ContainerShop): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  const { byteLength } = await answer.arrayBuffer();
  return answer.ok ? byteLength : 0;
}

/** Those that do not end by themselves: they have a health check. */
const lasting = (parts: Part[]): Part[] => parts.filter(({ health }) => health !== 'none');

const untilHealthy = (shop: ContainerShop) =>
  eventually(async () => lasting(await shop.parts()).every(({ health }) => health === 'healthy'), {
    what: 'every part being healthy',
    withinMs: 180_000,
    everyMs: PAUSE_MS,
  });

/** The journeys of `e2e/` in Chromium on this shop. */
async function purchases(shop: ContainerShop, tell: Tell, promise: string): Promise<void> {
  const folder = path.join(RUN_FOLDER, 'prove-containers');
  fs.mkdirSync(folder, { recursive: true });
  const { url, mailbox, admin } = shop;
  fs.writeFileSync(
    path.join(folder, 'state.json'),
    JSON.stringify({ url, mailbox, admin, portBase: DEFAULT_PORT_BASE }),
  );
  const began = Date.now();
  const { failed, all } = await execa(
    process.execPath,
    [path.join(ROOT, 'tools/test/jest.ts'), 'e2e', 'first-purchase', '-t', PURCHASES.join('|'), '--forceExit'],
    { cwd: ROOT, extendEnv: false, env: { ...machineEnvironment(), E2E_RUN_FOLDER: folder }, reject: false, all: true },
  );
  tell(promise, !failed, seconds(began));
  if (failed) console.log(all);
}

async function killEach(shop: ContainerShop, tell: Tell): Promise<void> {
  for (const part of lasting(await shop.parts())) {
    const began = Date.now();
    const before = await shop.restarts(part);
    await shop.kill(part);
    await eventually(async () => (await shop.restarts(part)) > before, {
      what: `${part.name} being started again`,
      everyMs: PAUSE_MS,
    });
    await untilHealthy(shop);
    await eventually(async () => (await page(shop)) >= COMPLETE_PAGE, {
      what: 'a complete page',
      withinMs: 60_000,
      everyMs: PAUSE_MS,
    });
    tell(`${part.name} comes back from kill -9, and the page is complete`, true, seconds(began));
  }
}

/** As CONTRIBUTING says, while pages are read. */
async function shipAndTakeBack(shop: ContainerShop, tell: Tell): Promise<void> {
  const live = await version(shop);
  const pages = readPages(shop);
  await shop.docker('tag', `shop/${REMOTE}`, `shop/${REMOTE}:before`);
  // What nothing uses is not in the build, whose digest the version is.
  shop.edit(STYLES, (text) => text.replace('.drawer {', '.drawer {\n    outline-offset: 1px;'));
  let began = Date.now();
  await shop.compose('up', '--detach', '--build', '--no-deps', REMOTE);
  const shipped = await changed(shop, live);
  tell('a remote is shipped by its container alone', true, `${shipped}, ${seconds(began)}`);
  began = Date.now();
  await shop.docker('tag', `shop/${REMOTE}:before`, `shop/${REMOTE}`);
  await shop.compose('up', '--detach', '--no-deps', REMOTE);
  const back = await changed(shop, shipped);
  tell('and taken back by the image before', back === live, `${back}, ${seconds(began)}`);
  tell('no page fails in the meantime', ...(await pages.end()));
}

/** Reads the home page again and again. `end` answers whether each was complete, and how many were not. */
function readPages(shop: ContainerShop): { end: () => Promise<[isHeld: boolean, figures: string]> } {
  let isOver = false;
  let pages = 0;
  let failed = 0;
  const reading = (async () => {
    while (!isOver) {
      pages++;
      if ((await page(shop)) < COMPLETE_PAGE) failed++;
      await wait(PAUSE_MS);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await reading;
      return [failed === 0, `${failed} of ${pages}`];
    },
  };
}

/** As `docs/production.md` says. */
async function backUpAndRestore(shop: ContainerShop, tell: Tell): Promise<void> {
  const before = await ordersOf(shop);
  const pages = readPages(shop);
  let began = Date.now();
  console.log(await shop.operator('backup', BACKUP));
  tell('a backup is taken by its container', true, `${seconds(began)}, ${(await shop.backupSize()).toFixed(0)} MB`);
  tell('no page fails in the meantime', ...(await pages.end()));
  console.log(await shop.operator('restore', BACKUP, '--check'));
  const refused = await shop.operator('restore', BACKUP).then(
    () => 'restored',
    (error: Error) => error.message,
  );
  tell('it is not restored over a shop that has data', refused.includes('not empty, and nothing was changed'));

  await shop.lose();
  began = Date.now();
  await shop.compose('up', '--detach', '--wait', 'mongodb', 'rabbitmq', 'redis');
  console.log(await shop.operator('restore', BACKUP));
  const restored = seconds(began);
  await shop.compose('up', '--detach');
  await untilHealthy(shop);
  await shop.operator('events', 'refeed', '--unhandled');
  tell('without its volumes the shop comes back from it', true, `${restored}, open after ${seconds(began)}`);
  const after = await ordersOf(shop);
  tell('with the same orders', before.length > 0 && String(after) === String(before), `${after.length}`);
  tell('and with its pictures', await hasPictures(shop));
}

/** Numbers and states of all orders, as staff see them. */
async function ordersOf(shop: ContainerShop): Promise<string[]> {
  const staff = new Visitor({ url: shop.url, origin: shop.url, mailbox: shop.mailbox });
  await staff.signIn(shop.admin.email, shop.admin.password);
  const { status, body } = await staff.ask('/admin/orders?limit=48');
  if (status !== 200) throw new Error(`The list of orders answered ${status}`);
  return (body.orders as { _id: string; status: string }[]).map((order) => `${order._id} ${order.status}`);
}

/** Each is made again from its original. */
async function hasPictures({ url }: ContainerShop): Promise<boolean> {
  const html = await (await fetch(url)).text();
  const places = [...html.matchAll(/<img[^>]* src="(\/[^"]+)"/g)].map(([, place]) => place!.replaceAll('&amp;', '&'));
  const answers = await Promise.all(places.map((place) => fetch(new URL(place, url))));
  for (const answer of answers) await answer.arrayBuffer();
  return (
    places.length > 0 && answers.every(({ ok, headers }) => ok && headers.get('content-type')?.startsWith('image/'))
  );
}

async function version({ url }: ContainerShop): Promise<string> {
  const answer = await fetch(`${url}/remotes.json`);
  const { remotes } = (await answer.json()) as { remotes: { name: string; version: string }[] };
  return remotes.find(({ name }) => REMOTE.endsWith(name))!.version;
}

async function changed(shop: ContainerShop, before: string): Promise<string> {
  await eventually(async () => (await version(shop)) !== before, {
    what: `another ${REMOTE} being live`,
    withinMs: 60_000,
    everyMs: PAUSE_MS,
  });
  return version(shop);
}

/** Sizes and memory, for README. */
async function figures(shop: ContainerShop): Promise<void> {
  const memory = await shop.memory();
  const images = new Map((await shop.parts()).map(({ name, image }) => [name, image]));
  for (const [name, resident] of memory)
    console.log(
      `  ${name.padEnd(12)} ${String(resident).padStart(4)} MB resident, image ${await shop.sizeOf(images.get(name)!)} MB`,
    );
  console.log(`  together ${[...memory.values()].reduce((sum, one) => sum + one, 0)} MB`);
}
