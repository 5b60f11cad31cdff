import { eventually } from '@shop/test-kit';
import type { Locator, Page } from 'playwright-core';

// The two ways to use a page without a mouse: the same steps are played by either. What can be done, but not well, is a fault of the hand.

/** A file that is chosen in a field. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Uses a page in one way only. */
export interface Hand {
  readonly page: Page;
  /** What was hard to do although it could be done, each with what it was about. */
  readonly faults: string[];
  /** Activates a button or a link. */
  press(control: Locator): Promise<void>;
  /** Writes into a field in place of what is there; a date as `2026-12-01`, a time as `2026-12-01T09:30`. */
  write(field: Locator, text: string): Promise<void>;
  /** Takes an option of a select by its text. */
  choose(list: Locator, option: string): Promise<void>;
  /** Ticks a box, or takes its tick away. */
  tick(box: Locator, isOn?: boolean): Promise<void>;
  /** Chooses a file in a field for files. */
  attach(field: Locator, file: ChosenFile): Promise<void>;
  /** Opens the record of a row of a list. */
  openRow(row: Locator): Promise<void>;
  /** Selects a row of a list. */
  selectRow(row: Locator): Promise<void>;
  /** Leaves a dialog without an answer. */
  leave(dialog: Locator): Promise<void>;
  /** Finds something with the command palette, and opens it. */
  find(text: string, option: string | RegExp): Promise<void>;
  /** Opens a staff screen; its heading is its name where it has no other. */
  goTo(screen: string, heading?: string | RegExp): Promise<void>;
  /** Where the keys go on: nothing to a finger. */
  isAt(control: Locator, what: string): Promise<void>;
  /** What has to hold after every step. @param step what was done, for the fault */
  holds(step: string): Promise<void>;
}

/** More than any page has; a control that no Tab reaches fails. */
const MOST_TABS = 250;

/** For what happens at once where it happens: the focus that goes back, a key that is taken. */
const AT_ONCE_MS = 30_000;

/** Smallest side of what a finger presses, beside links in a text: WCAG 2.2, 2.5.8. */
const SMALLEST_TARGET_PX = 24;

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluateAll(([first]) => first !== undefined && first === document.activeElement);

/** Whether some of the control can be seen, and the focus on it too. */
const isSeen = (control: Locator) =>
  control.first().evaluate((element) => {
    // A box that is drawn by its label.
    const shown = element.matches('input[type=radio], input[type=checkbox]')
      ? (element.closest('label') ?? element)
      : element;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    const isUncovered = steps.some((x) =>
      steps.some((y) => {
        const found = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
        return found !== null && (shown.contains(found) || found.contains(shown));
      }),
    );
    return isUncovered && element.matches(':focus-visible');
  });

/** A dialog that opens is not drawn at once. */
const requireSeen = (control: Locator) =>
  eventually(() => isSeen(control), { withinMs: AT_ONCE_MS }).catch(() => {
    throw new Error(`${control} has the focus, but cannot be seen`);
  });

/** Whether the control lies before the one with the focus. */
const isBehind = (control: Locator) =>
  control.first().evaluate((element) => {
    const at = document.activeElement ?? document.body;
    return (at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0 && !element.contains(at);
  });

/** The options of a select that can be chosen, and the place of the chosen one among them. */
const optionsOf = (list: Locator) =>
  list.first().evaluate((element) => {
    const options = [...(element as HTMLSelectElement).options].filter(({ disabled }) => !disabled);
    return { texts: options.map(({ text }) => text), at: options.findIndex(({ selected }) => selected) };
  });

const headingOf = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true });

/** Where one arrives by keyboard: the heading, or the page where that comes later. */
export const headingOrPage = (page: Page): Locator => page.locator('main:focus, h1:focus');

/** The keys that write a day or a moment into a field of the browser, part by part. */
function keysOfTime(value: string): string[] {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?$/.exec(value)!;
  const date = [...`${month}${day}${year}`];
  if (hour === undefined) return date;
  const half = Number(hour) < 12 ? 'A' : 'P';
  const hours = String(Number(hour) % 12 || 12).padStart(2, '0');
  // The year may have more digits.
  return [...date, 'ArrowRight', ...hours, ...minute!, half];
}

/** Playwright takes the chooser of files from the browser while somebody listens; it has to before a field is pressed. */
const takeChoosers = (page: Page) => page.on('filechooser', () => {});

/** Keys alone: each control is reached by Tab or a documented key, and has to be seen where it has the focus. */
export function keyboardOf(page: Page): Hand {
  const faults: string[] = [];
  const { keyboard } = page;
  takeChoosers(page);

  /** Presses Tab, or Shift+Tab where it is nearer, until the control has the focus. */
  async function tabTo(control: Locator): Promise<void> {
    await control.first().waitFor({ state: 'attached' });
    const key = (await isBehind(control)) ? 'Shift+Tab' : 'Tab';
    for (let pressed = 0; !(await hasFocus(control)); pressed++) {
      if (pressed === MOST_TABS) throw new Error(`${control} is not reached by Tab`);
      await keyboard.press(key);
    }
    await requireSeen(control);
  }

  /** Goes down the rows of a list by its key. */
  async function rowTo(row: Locator): Promise<void> {
    await row.first().waitFor();
    const { at, of } = await row.first().evaluate((element) => {
      const rows = [...element.closest('tbody')!.querySelectorAll('tr[data-index]')];
      return { at: rows.indexOf(element as HTMLElement), of: rows.length };
    });
    // To the list, where it was last, and to its first row.
    await keyboard.press('j');
    await keyboard.press('Home');
    for (let pressed = 0; pressed <= of && !(await hasFocus(row)); pressed++) await keyboard.press('j');
    if (!(await hasFocus(row))) throw new Error(`Row ${at + 1} of ${of} is not reached by j`);
    await requireSeen(row);
  }

  const hand: Hand = {
    page,
    faults,
    async press(control) {
      await tabTo(control);
      await keyboard.press('Enter');
    },
    async write(field, text) {
      await tabTo(field);
      if (
        /^\d{4}-\d\d-\d\d/.test(text) &&
        (await field.first().evaluate(({ type }: HTMLInputElement) => type)) !== 'text'
      ) {
        for (const key of keysOfTime(text)) await keyboard.press(key);
        return;
      }
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(text);
    },
    async choose(list, option) {
      await tabTo(list);
      // The options may still be on their way.
      const texts = await eventually(
        async () => {
          const { texts: found } = await optionsOf(list);
          if (!found.includes(option)) throw new Error(`It has ${found.join(', ')}`);
          return found;
        },
        { what: `“${option}” in ${list}` },
      );
      const to = texts.indexOf(option);
      for (let { at } = await optionsOf(list); at !== to;) {
        const next = at < to ? at + 1 : at - 1;
        await keyboard.press(at < to ? 'ArrowDown' : 'ArrowUp');
        await eventually(async () => (await optionsOf(list)).at === next, { what: `“${texts[next]}” in ${list}` });
        at = next;
      }
    },
    async tick(box, isOn = true) {
      await tabTo(box);
      if ((await box.first().isChecked()) !== isOn) await keyboard.press('Space');
      await eventually(async () => (await box.first().isChecked()) === isOn, { what: `a tick at ${box}` });
    },
    async attach(field, file) {
      await tabTo(field);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Enter')]);
      await chooser.setFiles(file);
    },
    async openRow(row) {
      await rowTo(row);
      await keyboard.press('Enter');
    },
    async selectRow(row) {
      await rowTo(row);
      await keyboard.press('x');
    },
    async leave(dialog) {
      await keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
    async find(text, option) {
      const palette = page.getByRole('dialog', { name: 'Search or jump to' });
      await keyboard.press('ControlOrMeta+K');
      await palette.getByRole('combobox').waitFor();
      await eventually(() => hasFocus(palette.getByRole('combobox')), { what: 'the focus in the palette' });
      await keyboard.type(text);
      const found = palette.getByRole('option', { name: option, exact: true });
      await found.first().waitFor();
      // Until one moves, a result that comes late may take the place of the first.
      await palette
        .getByRole('status')
        .filter({ hasText: /result/ })
        .waitFor();
      for (let pressed = 0; (await found.first().getAttribute('aria-selected')) !== 'true'; pressed++) {
        if (pressed === MOST_TABS) throw new Error(`${option} is not reached by arrows`);
        await keyboard.press('ArrowDown');
      }
      await keyboard.press('Enter');
      await palette.waitFor({ state: 'detached' });
    },
    async goTo(screen, heading = screen) {
      await hand.find(screen, screen);
      await headingOf(page, heading).waitFor();
      await hand.isAt(headingOrPage(page), `the heading of ${screen}`);
    },
    async isAt(control, what) {
      const lost = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
      await eventually(() => hasFocus(control), { what, withinMs: AT_ONCE_MS }).catch(async () => {
        faults.push(`The focus is not at ${what}, but at ${await lost()}`);
      });
    },
    async holds(step) {
      await eventually(
        () => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body),
        { withinMs: AT_ONCE_MS },
      ).catch(() => faults.push(`The focus is lost after: ${step}`));
    },
  };
  return hand;
}

/** A finger alone, on a context that has touch: each control is large enough, and nothing lies over it. */
export function touchOf(page: Page): Hand {
  const faults: string[] = [];
  takeChoosers(page);

  /** Brings the control into sight, waits until nothing lies over it, and looks at its size. */
  async function reach(control: Locator): Promise<void> {
    const target = control.first();
    await target.tap({ trial: true });
    // A list that is drawn again has another element in its place: what has left the page has no size.
    const measure = () =>
      target.evaluate((element) => {
        if (!element.isConnected) return false;
        const pressed = element.matches('input[type=radio], input[type=checkbox]')
          ? (element.closest('label') ?? element)
          : element;
        const box = pressed.getBoundingClientRect();
        let block = element.parentElement!;
        while (getComputedStyle(block).display === 'inline') block = block.parentElement!;
        const isInline = element.matches('a') && getComputedStyle(element).display === 'inline';
        const isAmongWords = block.textContent.trim().length > element.textContent.trim().length + 1;
        return { width: box.width, height: box.height, isInText: isInline && isAmongWords };
      });
    const { width, height, isInText } = await eventually(measure, { what: `${control} on the page` });
    if (!isInText && Math.min(width, height) < SMALLEST_TARGET_PX - 0.5) {
      faults.push(`${control} is too small: ${Math.round(width)} × ${Math.round(height)} px`);
    }
  }

  const hand: Hand = {
    page,
    faults,
    async press(control) {
      await reach(control);
      await control.first().tap();
    },
    async write(field, text) {
      await hand.press(field);
      // The keyboard of the screen, and its calendar.
      await field.first().fill(text);
    },
    async choose(list, option) {
      // Its options are in a list of the phone's own.
      await reach(list);
      await list.first().selectOption({ label: option });
    },
    async tick(box, isOn = true) {
      if ((await box.first().isChecked()) !== isOn) await hand.press(box);
      await eventually(async () => (await box.first().isChecked()) === isOn, { what: `a tick at ${box}` });
    },
    async attach(field, file) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hand.press(field)]);
      await chooser.setFiles(file);
    },
    openRow: (row) => hand.press(row.getByRole('link')),
    selectRow: (row) => hand.tick(row.getByRole('checkbox')),
    async leave(dialog) {
      await hand.press(dialog.getByRole('button', { name: /^(Close|Cancel|Keep )/ }));
      await dialog.waitFor({ state: 'detached' });
    },
    async find(text, option) {
      const palette = page.getByRole('dialog', { name: 'Search or jump to' });
      await hand.press(page.getByRole('button', { name: /^Search/ }).filter({ hasText: 'jump to' }));
      await hand.write(palette.getByRole('combobox'), text);
      await palette
        .getByRole('status')
        .filter({ hasText: /result/ })
        .waitFor();
      await hand.press(palette.getByRole('option', { name: option, exact: true }));
      await palette.waitFor({ state: 'detached' });
    },
    async goTo(screen, heading = screen) {
      await hand.press(page.getByRole('button', { name: 'Menu', exact: true }));
      const menu = page.getByRole('navigation', { name: 'Staff screens' });
      // Some say how much waits there.
      const name = new RegExp(`^${screen}( ?\\d+ waiting)?$`);
      const link = menu.getByRole('link', { name, includeHidden: true });
      const group = menu.locator('details').filter({ has: page.getByRole('link', { name, includeHidden: true }) });
      if ((await group.getAttribute('open')) === null) await hand.press(group.locator('summary'));
      await hand.press(link);
      await headingOf(page, heading).waitFor();
    },
    async isAt() {},
    async holds(step) {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) faults.push(`The page scrolls ${over} px sideways after: ${step}`);
    },
  };
  return hand;
}
