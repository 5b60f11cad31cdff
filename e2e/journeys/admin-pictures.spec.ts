import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Locator, Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { api, send, staffCookies } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium.
let cookies: Awaited<ReturnType<typeof staffCookies>>;
beforeAll(async () => {
  cookies = await staffCookies();
});
afterAll(closeBrowser);

interface Product {
  _id: string;
  images: string[];
}

/** A picture that no one has: three by two, so that cards crop it. */
async function pictureFile(page: Page, name: string, color: string) {
  const address = await page.evaluate(
    ([fill, mark]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 400 });
      const context = canvas.getContext('2d')!;
      context.fillStyle = fill!;
      context.fillRect(0, 0, 600, 400);
      context.fillStyle = '#fff';
      context.font = '32px sans-serif';
      context.fillText(mark!, 20, 200);
      return canvas.toDataURL('image/png');
    },
    [color, `${name} ${Date.now()} ${Math.random()}`] as const,
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(address.split(',')[1]!, 'base64') };
}

/** A published piece of its own. */
async function aPiece(page: Page, pictures = 1): Promise<Product> {
  const { origin } = new URL(page.url());
  const { products } = (await (
    await page.request.get(`${origin}/api/v1/admin/products?q=pendant&status=published&limit=1`)
  ).json()) as { products: Record<string, unknown>[] };
  const { category, material, detailsModel, detailsRef, images } = products[0]!;
  const { _id: _, ...details } = detailsRef as Record<string, unknown>;
  const { product } = await send<{ product: Product }>(page, '/admin/product/new', {
    ...{ category, material, detailsModel, detailsRef: details, images: (images as string[]).slice(0, pictures) },
    ...{ name: 'Journey Pendant', price: 12_000, stock: 3, status: 'published', shortDescription: '' },
    productGroup: `AR-${100_000 + Math.floor(Math.random() * 900_000)}`,
  });
  return product;
}

async function archive(page: Page, { _id }: Product): Promise<void> {
  const { origin } = new URL(page.url());
  await page.request.delete(`${origin}/api/v1/admin/product/${_id}`, { headers: { origin } });
}

const tiles = (page: Page): Locator => page.getByRole('list', { name: 'Pictures in order' }).getByRole('listitem');
const picture = (page: Page, n: number): Locator =>
  tiles(page)
    .nth(n - 1)
    .getByRole('button')
    .first();
const orderOf = (page: Page) =>
  page.locator('[data-picture]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['picture']!));

it('staff add pictures, order them by key and by mouse, say what one shows, and find them in the library', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/about');
    const piece = await aPiece(page);
    await page.goto(`/admin/product/${piece._id}`);
    const files = [await pictureFile(page, 'red.png', '#a33'), await pictureFile(page, 'blue.png', '#33a')];
    await page.getByLabel('Add pictures').setInputFiles(files);
    await page.getByText('2 of 2 done').waitFor();
    const [first, red, blue] = (await orderOf(page)) as [string, string, string];
    expect(first).toBe(piece.images[0]);

    await picture(page, 3).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await orderOf(page)).toEqual([first, blue, red]);
    await page.keyboard.press('ArrowLeft');
    expect(await orderOf(page)).toEqual([blue, first, red]);
    const [from, to] = [(await picture(page, 3).boundingBox())!, (await picture(page, 1).boundingBox())!];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 - 20, from.y + from.height / 2, { steps: 4 });
    await page.mouse.move(to.x + to.width / 3, to.y + to.height / 2, { steps: 12 });
    await page.mouse.up();
    await eventually(async () => expect(await orderOf(page)).toEqual([red, blue, first]), { what: 'the new order' });
    // It was moved, not opened.
    expect(await page.getByRole('dialog').count()).toBe(0);

    await picture(page, 1).click();
    const drawer = page.getByRole('dialog', { name: 'Picture 1 of 3' });
    await drawer.getByLabel('Alternative text').fill('A pendant on red silk');
    const large = drawer.getByRole('button', { name: /^Focal point: 50 % from the left/ });
    // It has its size once it is there.
    await large.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    const box = (await large.boundingBox())!;
    await large.click({ position: { x: box.width * 0.25, y: box.height * 0.5 } });
    await drawer.getByRole('button', { name: /^Focal point: 25 % from the left, 50 % from the top/ }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await drawer.getByText('25 % from the left, 60 % from the top').waitFor();
    expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
    await drawer.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Product updated').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    const shop = await page.context().newPage();
    await eventually(
      async () => {
        await shop.goto(`/product/group/${piece._id}`);
        const shown = shop.getByRole('img', { name: 'A pendant on red silk' }).first();
        expect(await shown.evaluate((image: HTMLElement) => image.style.objectPosition)).toBe('25% 60%');
      },
      { what: 'the text and the focal point in the shop' },
    );
    await page.goto('/admin/media');
    const row = page.getByRole('row').filter({ has: page.locator(`img[src^="${red}"]`) });
    await row.getByRole('link', { name: /^Product Journey Pendant in / }).waitFor();
    expect(await row.innerText()).toContain('600 × 400');
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('link', { name: 'Picture A pendant on red silk' }).click();
    await page.getByRole('cell', { name: 'A pendant on red silk', exact: true }).waitFor();
    await page.getByRole('cell', { name: '25 % across, 60 % down' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);

    // The same file again is the stored one.
    await page.goto(`/admin/product/${piece._id}`);
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await page.getByLabel('Add pictures').setInputFiles(files.slice(0, 1));
    await page.getByText('red.png: added; it was in the library already').waitFor();
    expect(await orderOf(page)).toEqual([blue, first, red]);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    await page.getByRole('list', { name: 'Pictures of the library' }).getByRole('button').first().waitFor();
    expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
    await page.keyboard.press('Escape');

    await archive(page, piece);
  });
});

it('staff upload into the library, put one file in the place of another wherever that is shown, and delete what is left', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.goto('/about');
    const piece = await aPiece(page);
    const { origin } = new URL(page.url());
    const imagesOf = async () => {
      const answer = await page.request.get(`${origin}/api/v1/admin/product/${piece._id}`);
      return ((await answer.json()) as { product: Product }).product.images;
    };
    await page.goto('/admin/media');
    const files = [await pictureFile(page, 'old.png', '#3a3'), await pictureFile(page, 'new.png', '#aa3')];
    const uploads: Promise<{ image: { src: string } }>[] = [];
    page.on('response', (answer) => {
      if (answer.request().method() === 'POST' && answer.url().endsWith('/admin/images')) uploads.push(answer.json());
    });
    await page.getByLabel('Upload pictures').setInputFiles(files);
    await page.getByText('2 of 2 done').waitFor();
    await page.getByText(/^new\.png: added$/).waitFor();
    const [first, second] = (await Promise.all(uploads)).map(({ image }) => image.src) as [string, string];
    for (const src of [first, second]) await page.locator(`a img[src^="${src}"]`).waitFor();
    await page.request.put(`${origin}/api/v1/admin/product/${piece._id}`, {
      ...{ headers: { origin }, data: { images: [first] } },
    });

    await page.goto(`/admin/media/images/${first.split('/').at(-1)!}`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe(first.split('/').at(-1));
    await page.getByRole('button', { name: 'Replace' }).click();
    const drawer = page.getByRole('dialog', { name: 'Replace this picture' });
    await drawer.getByRole('listitem').filter({ hasText: 'Product Journey Pendant in ' }).waitFor();
    expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
    await drawer.getByRole('button', { name: 'Choose from the library' }).click();
    const other = page.locator(`[aria-label="Pictures of the library"] button:has(img[src^="${second}"])`);
    await other.click();
    await drawer.getByRole('button', { name: 'Replace in 1 place' }).click();
    await page.getByText('Replaced in 1 place').waitFor();
    expect(await imagesOf()).toEqual([second]);

    await page.getByText('Nothing shows this picture.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted', { exact: true }).waitFor();
    await page.waitForURL('**/admin/media');
    expect((await page.request.get(`${origin}${first}`)).status()).toBe(404);
    await archive(page, piece);
  });
});

it('staff keep one of two files with the same content, and the piece that showed the other one shows it', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.goto('/about');
    const { origin } = new URL(page.url());
    const upload = async (file: Awaited<ReturnType<typeof pictureFile>>) => {
      const answer = await page.request.post(`${origin}/api/v1/admin/images`, {
        ...{ headers: { origin }, multipart: { image: file } },
      });
      return ((await answer.json()) as { image: { src: string } }).image.src;
    };
    const pageOf = (src: string) => `/admin/media/images/${src.split('/').at(-1)!}`;
    // As the shop stores it, uploaded as a file of its own while the first one is not there.
    const first = await pictureFile(page, 'first.png', '#a3a');
    const kept = await upload(first);
    const stored = await page.request.get(`${origin}/api/v1${pageOf(kept)}/original`);
    await api(page, 'DELETE', pageOf(kept));
    const other = await upload({
      name: 'stored.webp',
      mimeType: 'image/webp',
      buffer: Buffer.from(await stored.body()),
    });
    expect(await upload(first)).toBe(kept);
    expect(other).not.toBe(kept);
    const piece = await aPiece(page);
    await api(page, 'PUT', `/admin/product/${piece._id}`, { images: [other] });

    await page.goto(pageOf(kept));
    await page.getByText('Another one has the same content. One of them is enough.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep this one' }).click();
    const question = page.getByRole('dialog', { name: 'Keep only this picture?' });
    await question.getByRole('listitem').filter({ hasText: 'Product Journey Pendant in ' }).waitFor();
    expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
    await question.getByRole('button', { name: 'Keep this one' }).click();
    await page.getByText('Kept: 1 place changed').waitFor();
    await page.getByRole('link', { name: /^Product Journey Pendant in / }).waitFor();
    await page.getByRole('heading', { name: 'The same file' }).waitFor({ state: 'detached' });

    await page.goto(`/admin/product/${piece._id}`);
    await eventually(async () => expect(await orderOf(page)).toEqual([kept]), {
      what: 'the one that stays in the form',
    });
    await eventually(
      async () => {
        await page.goto(`/product/group/${piece._id}`);
        const shown = await page.locator('#page img').evaluateAll((all) => all.map((one) => one.outerHTML).join(' '));
        expect([shown.includes(kept), shown.includes(other)]).toEqual([true, false]);
      },
      { what: 'the one that stays in the shop' },
    );
    const { media } = await api<{ media: { src: string }[] }>(page, 'GET', '/admin/media?limit=100&source=staff');
    expect(media.map(({ src }) => src)).not.toContain(other);
    await archive(page, piece);
  });
});

it('a finger that rests on a picture of a phone drags it to its place', async () => {
  await visit(
    async (page) => {
      await page.context().addCookies(cookies);
      await page.goto('/about');
      const piece = await aPiece(page, 2);
      await page.goto(`/admin/product/${piece._id}`);
      await picture(page, 2).scrollIntoViewIfNeeded();
      const [first, second] = (await orderOf(page)) as [string, string];
      const [from, to] = [(await picture(page, 1).boundingBox())!, (await picture(page, 2).boundingBox())!];
      const finger = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0) => {
        const x = from.x + from.width / 2 + (to.x - from.x) * share;
        const y = from.y + from.height / 2 + (to.y - from.y) * share;
        return finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
      };
      await touch('touchStart');
      await page.locator('[data-dragging]').waitFor();
      for (const share of [0.2, 0.5, 0.8, 1]) await touch('touchMove', share);
      await touch('touchEnd');
      await eventually(async () => expect(await orderOf(page)).toEqual([second, first]), { what: 'the new order' });
      await archive(page, piece);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
});
