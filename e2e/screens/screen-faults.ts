import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import {
  compareWithPicture,
  hideWords,
  scan,
  scrollToText,
  textsInWindow,
  type Fault,
  type ScanOptions,
  type SeenText,
} from './scan.ts';
import { bringToRest, setTheme, setWidth, THEMES, type ScreenVisits, type Width } from './screen-visits.ts';
import type { Screen } from './screen.ts';

declare global {
  interface Window {
    /** See `markNewlyShown`. */
    shownToAxe?: WeakSet<Element>;
  }
}

const WIDTHS: readonly Width[] = [320, 390, 768, 1024, 1440];
/** From here on menus are those of a desktop. */
const DESKTOP = 1024;
/**
 * Where both themes are looked at, texts are compared with the pictures behind them, and axe looks at names, roles and structure: at
 * the first all over the page, then at what is only shown at the other. What sticks out or is covered differs by width, not by theme,
 * and each change of theme redraws everything.
 */
const LOOKED_AT_CLOSELY: readonly Width[] = [390, 1440];
/** What a finger presses on a phone. */
const FINGER = 44;
const PHONE = 390;
/** Of the same place, until nothing moves any more. */
const MOST_SHOTS = 10;
/** Until then also a busy machine has drawn what was scrolled into sight; nothing says when it has. */
const DRAWN_MS = 500;

/** Everything that is wrong with a screen, one line each. */
export async function faultsOf(visits: ScreenVisits, screen: Screen): Promise<string[]> {
  const groups = screen.differsByWidth
    ? [WIDTHS.filter((width) => width < DESKTOP), WIDTHS.filter((width) => width >= DESKTOP)]
    : [WIDTHS];
  const lines: string[] = [];
  for (const widths of groups) {
    const page = await visits.open(screen, widths[0]!);
    if (!page) throw new Error('The shop has no data for this screen');
    try {
      lines.push(...(await faultsAt(page, widths, { isForFingers: screen.who !== 'admin', isWhole: !screen.isMail })));
    } finally {
      await visits.close(page);
    }
  }
  return lines;
}

interface PageKind {
  /** Whether large targets are expected on phones. */
  isForFingers: boolean;
  /** Whether it has a title, landmarks and the like, which axe looks for. */
  isWhole?: boolean;
}

/** The same for an open page. */
export async function faultsAt(
  page: Page,
  widths: readonly Width[],
  { isForFingers, isWhole = false }: PageKind,
): Promise<string[]> {
  const places = new Map<string, string[]>();
  const add = (line: string, place: string) => places.set(line, [...(places.get(line) ?? []), place]);
  await bringToRest(page);
  let themes = [...THEMES];
  let isFirstForAxe = true;
  await setTheme(page, themes[0]!);
  for (const width of widths) {
    await setWidth(page, width);
    const isClose = LOOKED_AT_CLOSELY.includes(width);
    for (const [index, theme] of (isClose ? themes : themes.slice(0, 1)).entries()) {
      if (index > 0) await setTheme(page, theme);
      const pressed = isForFingers && width <= PHONE ? FINGER : 0;
      const faults = await page.evaluate(scan, { layout: index === 0, pressed } satisfies ScanOptions);
      if (isClose) faults.push(...(await faintTexts(page)));
      for (const { what, kind, why } of faults) add(`${what} ${kind}: ${why}`, `${width} ${theme}`);
    }
    if (isClose && isWhole) {
      const count = await page.evaluate(markNewlyShown, isFirstForAxe);
      const within = isFirstForAxe ? undefined : '[data-newly-shown]';
      const findings = count > 0 ? await axeFindings(page, { within, contrast: false }) : [];
      for (const finding of findings) add(finding, `${width}`);
      isFirstForAxe = false;
    }
    // The theme stays for the next width.
    if (isClose) themes = themes.toReversed();
  }
  return [...places].map(([line, found]) => `${line} (${found.join(', ')})`);
}

/** Marks the parts that axe has not seen at another width with `data-newly-shown`; returns how many. Runs in the page. */
function markNewlyShown(isFirst: boolean): number {
  if (isFirst) window.shownToAxe = new WeakSet();
  let count = 0;
  for (const element of document.querySelectorAll('*')) {
    element.removeAttribute('data-newly-shown');
    if (window.shownToAxe!.has(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    window.shownToAxe!.add(element);
    if (element.parentElement?.closest('[data-newly-shown]')) continue;
    element.setAttribute('data-newly-shown', '');
    count += 1;
  }
  return count;
}

/** Texts that differ too little from the picture behind them. */
async function faintTexts(page: Page): Promise<Fault[]> {
  const count = await page.evaluate(() => window.textsOverPictures!.length);
  if (count === 0) return [];
  const scrolled = await page.evaluate(() => [window.scrollX, window.scrollY] as const);
  await page.evaluate(hideWords, true);
  const faults: Fault[] = [];
  let left = Array.from({ length: count }, (_, index) => index);
  while (left.length > 0) {
    await page.evaluate(scrollToText, left[0]!);
    const { seen, found } = await faintOf(page, left);
    const done = new Set([left[0], ...seen.map(({ index }) => index)]);
    left = left.filter((index) => !done.has(index));
    faults.push(...found);
  }
  await page.evaluate(hideWords, false);
  await page.evaluate(([left, top]) => window.scrollTo({ left, top, behavior: 'instant' }), scrolled);
  return faults;
}

/**
 * Those of the texts in sight that differ too little from what is behind them, on two screenshots in a row: a busy machine leaves out of
 * one what it has not drawn yet, and the page's own colour is there instead.
 */
async function faintOf(page: Page, texts: readonly number[]): Promise<{ seen: SeenText[]; found: Fault[] }> {
  let before: Fault[] | undefined;
  for (let shots = 0; shots < MOST_SHOTS; shots++) {
    const shot = await screenshotAtRest(page, texts);
    const found = await page.evaluate(compareWithPicture, shot);
    if (found.length === 0 || isDeepStrictEqual(found, before)) return { seen: shot.seen, found };
    before = found;
    await page.waitForTimeout(DRAWN_MS);
  }
  throw new Error('The page does not come to rest: what is behind its texts differs on every screenshot');
}

/** A screenshot and where the texts are on it: what comes late, as reviews do, moves what is below. */
async function screenshotAtRest(page: Page, texts: readonly number[]): Promise<{ png: string; seen: SeenText[] }> {
  let seen = await page.evaluate(textsInWindow, texts);
  for (let shots = 0; shots < MOST_SHOTS; shots++) {
    const png = (await page.screenshot()).toString('base64');
    const after = await page.evaluate(textsInWindow, texts);
    if (isDeepStrictEqual(seen, after)) return { png, seen };
    seen = after;
  }
  throw new Error('The page does not come to rest: texts over pictures move on every screenshot');
}
