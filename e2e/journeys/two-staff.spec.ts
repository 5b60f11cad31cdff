import crypto from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Visitor } from '../../tools/prove/visitor.ts';
import { axeFindings } from '../axe.ts';
import { closeBrowser, openContext, visit } from '../browser.ts';
import { codeFor } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { send, signInAsStaff } from './staff-steps.ts';

// The whole shop with its demo data, in two browsers of Chromium.
/** Of this run: a run that failed before may have left its values. */
const ours = (city: string) => `${city} ${Date.now() % 100_000}`;
const [UDAIPUR, DELHI, JODHPUR, TAGLINE] = [ours('Udaipur'), ours('Delhi'), ours('Jodhpur'), ours('By hand')];

const RAVI = { name: 'Ravi Iyer', email: `ravi-${crypto.randomUUID()}@example.com`, password: 'lantern harbour 42' };

beforeAll(async () => {
  const { url, mailbox, admin } = shopUnderTest();
  const addresses = { url, origin: new URL(url).origin, mailbox };
  const id = await new Visitor(addresses).register(RAVI);
  const owner = new Visitor(addresses);
  await owner.signIn(admin.email, admin.password);
  const { status } = await owner.ask(`/admin/user/${id}`, { method: 'PUT', body: { role: 'admin' } });
  expect(status).toBe(200);
});
afterAll(closeBrowser);

/** The second of the staff, in a browser of his own. */
async function besides(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext();
  const page = await context.newPage();
  await page.goto('/about');
  const since = new Date();
  await send(page, '/auth/send-otp', { email: RAVI.email, password: RAVI.password });
  await send(page, '/auth/verify-otp', { email: RAVI.email, otp: await codeFor(RAVI.email, since) });
  await work(page);
  await context.close();
}

/** Waits for a toast with exactly these words, which disappears after 4 s. */
async function whileSaid(page: Page, words: string, work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), page.getByText(words, { exact: true }).last().waitFor()]);
}

const brandForm = async (page: Page) => {
  await page.goto('/admin/brand');
  const form = page.getByRole('form', { name: 'Brand and seller' });
  await form.waitFor();
  return { form, save: form.getByRole('button', { name: 'Save' }) };
};

it('two of the staff change one form at once: other fields are merged, for the same field one of the two values is chosen', async () => {
  await visit(
    async (page) => {
      await page.goto('/about');
      await signInAsStaff(page);
      const mine = await brandForm(page);
      const [city, tagline] = [mine.form.getByLabel('City'), mine.form.getByLabel('Tagline')];
      const before = { city: await city.inputValue(), tagline: await tagline.inputValue() };
      await besides(async (other) => {
        const theirs = await brandForm(other);
        await theirs.form.getByLabel('Tagline').fill(TAGLINE);
        await whileSaid(other, 'Saved', () => theirs.save.click());

        // Another field: both are saved, and it is said.
        await city.fill(UDAIPUR);
        await whileSaid(page, 'Saved. Ravi Iyer changed Tagline: kept', () => mine.save.click());
        expect(await tagline.inputValue()).toBe(TAGLINE);

        // The same field: nothing is saved before one value is chosen.
        await theirs.form.getByLabel('City').fill(DELHI);
        await theirs.save.click();
        const notice = other.getByRole('group', { name: 'Saved by others' });
        // He had read an older version: the city was changed by the first.
        await notice.getByLabel(`Yours: ${DELHI}`).check();
        expect(await axeFindings(other)).toEqual([]);
        await whileSaid(other, 'Saved', () => theirs.save.click());
      });
      await city.fill(JODHPUR);
      await mine.save.click();
      const notice = page.getByRole('group', { name: 'Saved by others' });
      await notice.getByLabel(`Ravi Iyer: ${DELHI}`).check();
      expect(await city.inputValue()).toBe(DELHI);
      await city.fill(before.city);
      await tagline.fill(before.tagline);
      await whileSaid(page, 'Saved', () => mine.save.click());
      await page.reload();
      expect(await (await brandForm(page)).form.getByLabel('City').inputValue()).toBe(before.city);
    },
    { tolerates: /409/ },
  );
});

it('what was written in a drawer is not lost by Escape, and the focus is where it was afterwards', async () => {
  await visit(async (page) => {
    await page.goto('/about');
    await signInAsStaff(page);
    await page.goto('/admin/discount');
    const add = page.getByRole('button', { name: 'Add banner' });
    await add.click();
    const drawer = page.getByRole('dialog', { name: 'Create Banner' });
    await drawer.getByLabel('Banner title').fill('Monsoon');
    page.once('dialog', (question) => void question.dismiss());
    await page.keyboard.press('Escape');
    expect(await drawer.getByLabel('Banner title').inputValue()).toBe('Monsoon');
    page.once('dialog', (question) => void question.accept());
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
