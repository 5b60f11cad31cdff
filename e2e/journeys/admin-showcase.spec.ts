import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { ask } from './shopper-steps.ts';
import { signInAsStaff } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium.
afterAll(closeBrowser);

/** A new picture: a screenshot of the page. */
const pictureFile = async (page: Page) => ({
  name: 'hall.txt',
  mimeType: 'text/plain',
  buffer: await page.screenshot({ type: 'png' }),
});
const NO_PICTURE = { name: 'hall.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html><p>Hall</p>') };

/** Whether the picture is shown and not broken, in the format that the browser chose. */
const isLoaded = (page: Page, alt: string | RegExp) =>
  page
    .getByRole('img', { name: alt })
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth > 0);

it('staff put a banner on the home page, whatever its file is called, and take it off again', async () => {
  const title = `Monsoon week ${Date.now()}`;
  await visit(
    async (page) => {
      await page.goto('/about');
      await signInAsStaff(page);
      await page.goto('/admin/discount');
      await page.getByRole('button', { name: 'Add banner' }).click();
      const drawer = page.getByRole('dialog', { name: 'Create Banner' });
      await drawer.getByRole('button', { name: 'Create Banner' }).click();
      await drawer.getByText('Banner title is required').waitFor();
      await drawer.getByText('Choose a picture').waitFor();
      await drawer.getByLabel('Banner title').fill(title);
      await drawer.getByLabel('Image').setInputFiles(NO_PICTURE);
      await drawer.getByText('This is not a picture that can be read').waitFor();
      expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
      await drawer.getByLabel('Image').setInputFiles(await pictureFile(page));
      await drawer.getByRole('img', { name: 'The picture now' }).waitFor();
      await drawer.getByRole('button', { name: 'Create Banner' }).click();
      await drawer.waitFor({ state: 'detached' });
      await page.getByRole('cell', { name: title, exact: true }).waitFor();

      const shop = await page.context().newPage();
      const offer = shop.getByRole('list', { name: 'Offers' }).getByText(title, { exact: true });
      await eventually(
        async () => {
          await shop.goto('/');
          return (await offer.count()) === 1;
        },
        { what: 'the banner on the home page' },
      );

      await page.getByRole('button', { name: `Delete ${title}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('cell', { name: title, exact: true }).waitFor({ state: 'detached' });
      await eventually(
        async () => {
          await shop.goto('/');
          return (await offer.count()) === 0;
        },
        { what: 'the home page without it' },
      );
    },
    { tolerates: /400/ },
  );
});

it('on a phone, the buttons of a banner stay where they are while its picture arrives', async () => {
  await visit(
    async (page) => {
      const arrives = Promise.withResolvers<void>();
      await page.route('**/api/v1/admin/images', async (route) => {
        await arrives.promise;
        await route.continue();
      });
      await page.goto('/about');
      await signInAsStaff(page);
      await page.goto('/admin/discount');
      await page.getByRole('button', { name: 'Add banner' }).tap();
      const drawer = page.getByRole('dialog', { name: 'Create Banner' });
      const create = drawer.getByRole('button', { name: 'Create Banner' });
      await drawer.getByLabel('Banner title').fill('Diwali');
      // It comes up in a motion.
      await drawer.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
      const before = await create.boundingBox();
      await drawer.getByLabel('Image').setInputFiles(await pictureFile(page));
      await drawer.getByRole('img', { name: 'The chosen picture' }).waitFor();
      expect(await create.boundingBox()).toEqual(before);
      arrives.resolve();
      await drawer.getByTitle('Preview, 390 pixels wide').waitFor();
      await drawer.getByText('hall.txt: added').waitFor();
      expect(await create.boundingBox()).toEqual(before);
      // Where the finger was when it came.
      await page.touchscreen.tap(before!.x + before!.width / 2, before!.y + before!.height / 2);
      await drawer.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Delete Diwali' }).tap();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
      await page.getByRole('button', { name: 'Delete Diwali' }).waitFor({ state: 'detached' });
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, tolerates: /401/ },
  );
});

it('a post leads to Instagram in a tab of its own, with its picture in the format that the browser likes best', async () => {
  await visit(async (page) => {
    const formats: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/v1/images/')) formats.push(response.headers()['content-type'] ?? '');
    });
    await page.goto('/');
    const post = page.getByRole('link', { name: /^Our post on Instagram/ }).first();
    await post.scrollIntoViewIfNeeded();
    expect(await post.getAttribute('href')).toMatch(/^https:\/\/www\.instagram\.com\//);
    expect(await post.getAttribute('target')).toBe('_blank');
    await eventually(() => isLoaded(page, /^Our post on Instagram/), { what: 'the picture of the post' });
    expect(formats.filter((format) => format !== 'image/avif' && format !== 'image/svg+xml')).toEqual([]);
    expect(formats).toContain('image/avif');
  });
});

it('staff give a piece a clip, whatever its file is called; shoppers play it, and it is taken away again', async () => {
  const group = 'AR-1060';
  const folder = path.resolve(import.meta.dirname, '../../studio/clips');
  const clip = fs.readFileSync(
    path.join(
      folder,
      fs.readdirSync(folder).find((name) => name.endsWith('.mp4'))!,
    ),
  );
  await visit(
    async (page) => {
      await page.goto('/about');
      await signInAsStaff(page);
      const { product } = await ask<{ product: { _id: string; video?: string } }>(page, `/product/group/${group}`);
      expect(product.video).toBeUndefined();
      await page.goto(`/admin/product/${product._id}`);
      await page.getByLabel('Add a clip').setInputFiles({ ...NO_PICTURE, name: 'turn.mp4', mimeType: 'video/mp4' });
      await page.getByText('turn.mp4: Only MP4 videos are taken').waitFor();
      await page.getByLabel('Add a clip').setInputFiles({ name: 'turn.txt', mimeType: 'text/plain', buffer: clip });
      await page.getByLabel('The clip now').waitFor();
      expect(await axeFindings(page, { within: 'main' })).toEqual([]);
      await page.getByRole('button', { name: 'Update' }).click();
      await page.getByText('Product updated').waitFor();

      const shop = await page.context().newPage();
      const video = shop.getByRole('button', { name: 'Play the video' });
      /** Waits until the shop's page shows what staff saved. */
      const shows = (clips: number) =>
        eventually(
          async () => {
            await shop.goto(`/product/group/${group}`);
            return (await video.count()) === clips;
          },
          { what: `a page with ${clips} clips` },
        );
      await shows(1);
      await untilHydrated(shop, '[aria-label="Large pictures"]');
      await video.click();
      await eventually(
        () => shop.locator('video').evaluate(({ paused, currentTime }: HTMLVideoElement) => !paused && currentTime > 0),
        { what: 'a clip that plays' },
      );

      await page.getByRole('button', { name: 'Remove the clip' }).click();
      await page.getByRole('button', { name: 'Update' }).click();
      await page.getByText('Product updated').waitFor();
      await shows(0);
    },
    { tolerates: /400/ },
  );
});
