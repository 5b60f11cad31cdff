import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { untilStill } from './federation/page-watch.ts';

interface AxeOptions {
  /** Selector of the part to check; the whole page by default. */
  within?: string;
  /** Also checks that touch targets are 24 px large or apart: a rule of WCAG 2.2 that axe disables by default. */
  targetSize?: boolean;
  /** False where `screens/scan.ts` compares colours, which takes half of axe's time. */
  contrast?: boolean;
}

/** Violations of WCAG 2.2 A and AA and of best practices, one line each. */
export async function axeFindings(page: Page, options: AxeOptions = {}): Promise<string[]> {
  // The bar over a page while the next one loads belongs to neither.
  await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor({ state: 'detached' });
  // What fades in does not have its final colours yet, and a message may do so at any moment: nothing moves while axe looks.
  const isCalm = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  if (!isCalm) await page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    return await findingsOf(page, options);
  } finally {
    if (!isCalm) await page.emulateMedia({ reducedMotion: 'no-preference' });
  }
}

async function findingsOf(page: Page, { within, targetSize = false, contrast = true }: AxeOptions): Promise<string[]> {
  await untilStill(page);
  // Once per document: the builder itself evaluates the 1.5 MB of source twice per run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(new AxeBuilder({ page })['script']());
  // Only violations are read, so axe need not describe what passed. The mode leaves out frames of other origins, of which there are
  // none, and with them a blank page per run: together half of the time.
  const builder = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode().options({
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: targetSize }, 'color-contrast': { enabled: contrast } },
  });
  if (within) builder.include(within);
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`));
}
