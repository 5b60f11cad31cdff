import { text, type Screen } from './screen.ts';

// The first page, and what hangs at the head of every page.

/** A panel of the wide menu, opened by its button; nothing on phones, which have no such button. */
const panel = (button: string, shown: string): Screen => ({
  ...text(''),
  async open(page) {
    const menu = page.getByRole('navigation', { name: 'Main' });
    if (!(await menu.isVisible())) return;
    await menu.getByRole('link').first().focus();
    await menu.getByRole('button', { name: button }).press('Enter');
    await menu.getByText(shown).locator('visible=true').first().waitFor();
  },
});

export const HOME_SCREENS: Record<string, Screen> = {
  home: text(''),
  'home-without-pictures': { ...text(''), withoutPictures: true },
  'home-menu': {
    who: 'guest',
    at: '/',
    differsByWidth: true,
    async open(page) {
      const button = page.getByRole('banner').locator('summary').first();
      if (await button.isVisible()) await button.click();
      else {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().hover();
        await page.getByText('By price').first().waitFor();
      }
    },
  },
  'home-menu-materials': panel('Materials', 'By occasion'),
  'home-menu-collections': panel('Menu of collections', 'Gifts'),
  'home-menu-part': {
    who: 'guest',
    at: '/',
    async open(page) {
      const button = page.getByRole('banner').locator('summary').first();
      if (!(await button.isVisible())) return;
      await button.click();
      await page.getByRole('navigation', { name: 'Menu' }).locator('summary').first().click();
      await page.getByText('By price').first().waitFor();
    },
  },
  'country-picker': {
    who: 'guest',
    at: '/',
    async open(page) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /country|currency/i })
        .click();
    },
  },
};
