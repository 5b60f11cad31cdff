import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { api, staffCookies } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium.
let cookies: Awaited<ReturnType<typeof staffCookies>>;
beforeAll(async () => {
  cookies = await staffCookies();
});
afterAll(closeBrowser);

interface Variant {
  _id: string;
  name: string;
  productGroup: string;
  metalTone: string;
  material: { tag: string };
  price: number;
}

/** The last group of the demo data with several variants under one name: no other journey looks at it. */
async function someGroup(page: Page): Promise<Variant[]> {
  const { products } = await api<{ products: Variant[] }>(
    ...([page, 'GET', '/admin/products?q=ring&status=published&limit=100'] as const),
  );
  const groups = [...Map.groupBy(products, ({ productGroup }) => productGroup).values()];
  return groups.findLast((group) => group.length > 1 && group.every(({ name }) => name === group[0]!.name))!;
}

const priceOf = (page: Page, { metalTone, material }: Variant) =>
  page.getByLabel(`Price in ₹, ${metalTone}, ${material.tag}`);

it('staff change a text of all tones and two prices of a group at once, and the shop shows them', async () => {
  await visit(async (page) => {
    await page.context().addCookies(cookies);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/about');
    const [first, second] = (await someGroup(page)) as [Variant, Variant];
    const { productGroup } = first;
    await page.goto(`/admin/products?q=${productGroup}`);
    await page.getByRole('link', { name: productGroup, exact: true }).first().click();
    await page.waitForURL(`**/admin/group/${productGroup}`);
    const name = page.getByLabel('Name', { exact: true });
    await name.waitFor();
    expect(await axeFindings(page)).toEqual([]);

    const written = `${first.name} ${Date.now() % 100_000}`;
    await name.fill(written);
    await priceOf(page, first).fill(String(first.price + 10));
    await priceOf(page, second).fill(String(second.price + 20));
    await page.keyboard.press('Enter');
    await page.getByText('Group updated').waitFor();

    for (const [variant, more] of [
      [first, 10],
      [second, 20],
    ] as const) {
      await eventually(
        async () => {
          const { product } = await api<{ product: Variant }>(
            ...([page, 'GET', `/product/group/${productGroup}?variant=${variant._id}`] as const),
          );
          expect(product).toMatchObject({ name: written, price: variant.price + more });
        },
        { what: `${variant.metalTone} in the shop` },
      );
      await page.goto(`/product/group/${productGroup}?variant=${variant._id}`);
      await page.getByRole('heading', { level: 1, name: written }).waitFor();
    }
    await api(page, 'PUT', `/admin/groups/${productGroup}`, {
      name: first.name,
      variants: { [first._id]: { price: first.price }, [second._id]: { price: second.price } },
    });
  });
});

it('staff paste and type amounts as they find them, and the page warns of nothing', async () => {
  await visit(async (page) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await page.context().addCookies(cookies);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/admin/product/new');
    const price = page.getByLabel('Price in ₹');
    await price.waitFor();
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await price.press('ControlOrMeta+a');
      await price.press('ControlOrMeta+v');
      return price.inputValue();
    };
    expect(await paste('₹1,23,456')).toBe('1,23,456');
    expect(await paste(' 1 23 456 ')).toBe('1,23,456');
    expect(await paste('123456.5')).toBe('1,23,456.5');
    expect(await paste('12,50')).toBe('12,50');
    await page.getByText('“12,50” is not a number. A fraction has a point: 12.50').waitFor();

    await price.press('ControlOrMeta+a');
    await price.pressSequentially('1234,50');
    expect(await price.inputValue()).toBe('1,234,50');
    await price.press('Tab');
    await page.getByText('“1,234,50” is not a number. A fraction has a point: 1,234.50').waitFor();
    await price.press('ControlOrMeta+a');
    await price.pressSequentially('12,50,000');
    expect(await price.inputValue()).toBe('12,50,000');
    const pieces = page.getByLabel('Free pieces', { exact: true });
    await pieces.fill('4');
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await pieces.press(key);
    expect(await pieces.inputValue()).toBe('5');

    await price.press('ControlOrMeta+a');
    await price.press('Delete');
    await price.pressSequentially('123456');
    expect(await price.inputValue()).toBe('1,23,456');
    // Behind the 2, in front of a comma that is skipped, then gone again.
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', '9', '8', 'Backspace', 'Backspace', '7']) {
      await price.press(key);
    }
    expect(await price.inputValue()).toBe('12,73,456');
    await price.press('End');
    await price.pressSequentially('.5');
    await price.press('Tab');
    expect(await price.inputValue()).toBe('12,73,456.50');
    expect(warnings).toEqual([]);
  });
});
