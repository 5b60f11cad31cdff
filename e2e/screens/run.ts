// `npm run screens [-- name …] [--out DIR] [--widths 390,1440] [--themes dark] [--axe] [--faults]`: a picture of every screen of the
// running shop, or of the named ones, at three widths in both themes, in `.run/screens`; with `--axe` also what axe finds on them, with
// `--faults` instead of pictures what is wrong with them at five widths.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { RUN_FOLDER } from '../../infra/config.ts';
import { runningShop } from '../../infra/run/state.ts';
import { axeFindings } from '../axe.ts';
import { closeBrowser, openBrowser } from '../browser.ts';
import { faultsOf } from './screen-faults.ts';
import { bringToRest, ScreenVisits, setTheme, THEMES, type Theme, type Width } from './screen-visits.ts';
import { SCREENS } from './screens.ts';

const DEFAULT_WIDTHS = [390, 768, 1440];
const MAX_HEIGHT = 6000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: path.join(RUN_FOLDER, 'screens') },
    widths: { type: 'string', default: DEFAULT_WIDTHS.join() },
    themes: { type: 'string', default: THEMES.join() },
    axe: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
  },
});
const shop = runningShop();
if (!shop) fail('No shop is running: npm start -- --detach');
const unknown = positionals.filter((name) => !SCREENS[name]);
if (unknown.length > 0) fail(`Unknown screen ${unknown.join(', ')}; available: ${Object.keys(SCREENS).join(', ')}`);
const out = path.resolve(values.out);
const widths = values.widths.split(',').map(Number) as Width[];
const themes = values.themes.split(',') as Theme[];
const wanted = Object.entries(SCREENS).filter(([name]) => positionals.length === 0 || positionals.includes(name));

fs.mkdirSync(out, { recursive: true });
const visits = new ScreenVisits(
  shop,
  async (options) => (await openBrowser()).newContext({ ...options, baseURL: shop.url }),
  out,
);
let missing = 0;
for (const [name, screen] of wanted) {
  if (values.faults) {
    try {
      const faults = await faultsOf(visits, screen);
      for (const fault of faults) console.error(`✗ ${name}: ${fault}`);
      missing += faults.length;
    } catch (error) {
      missing++;
      console.error(`✗ ${name}: ${(error as Error).message}`);
    }
    console.log(`✔ ${name}`);
    continue;
  }
  // A new page per width, because menus differ between phone and desktop.
  for (const width of widths) {
    let page: Page | undefined;
    try {
      page = await visits.open(screen, width);
      if (!page) {
        console.log(`– ${name}: skipped, the shop has no data for it`);
        break;
      }
      await bringToRest(page);
      for (const theme of themes) {
        await picture(page, `${name}-${width}-${theme}.png`, theme);
        if (!values.axe) continue;
        for (const finding of await axeFindings(page, { targetSize: true })) {
          missing++;
          console.error(`✗ ${name} at ${width}, ${theme}: ${finding}`);
        }
      }
    } catch (error) {
      missing++;
      console.error(`✗ ${name} at ${width}: ${(error as Error).message}`);
    } finally {
      if (page) await visits.close(page);
    }
  }
  console.log(`✔ ${name}`);
}
await closeBrowser();
if (!values.faults) console.log(`In ${out}`);
process.exitCode = missing > 0 ? 1 : 0;

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}

async function picture(page: Page, file: string, theme: Theme): Promise<void> {
  await setTheme(page, theme);
  const height = await page.evaluate(() => (document.querySelector('dialog[open]') ? 0 : document.body.scrollHeight));
  const { width, height: seen } = page.viewportSize()!;
  const whole = Math.min(Math.max(height, seen), MAX_HEIGHT);
  await page.screenshot({
    path: path.join(out, file),
    ...(whole > seen && { fullPage: true, clip: { x: 0, y: 0, width, height: whole } }),
  });
}
