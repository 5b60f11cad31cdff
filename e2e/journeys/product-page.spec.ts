import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Locator, Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, register } from '../federation/accounts.ts';
import { openAsFresh, untilHydrated, seenOn, watchPage } from '../federation/page-watch.ts';

afterAll(closeBrowser);

/** A ring of gold in three tones, with sizes, a centre stone and engraving. */
const RING = '/product/group/AR-1001';
const BUY = '[data-part="checkout/buy"] button';

const alive = async (page: Page) => {
  await untilHydrated(page, '#page h1');
  await untilHydrated(page, BUY);
};
const open = async (page: Page, path = RING) => {
  await page.goto(path);
  await alive(page);
};
const price = (page: Page) => page.locator('#page [aria-live=polite]', { hasText: '₹' });
const rupees = async (page: Page) => Number((await price(page).innerText()).replaceAll(/[^\d.]/g, ''));
const settled = (page: Page, wanted: (now: number) => boolean) =>
  eventually(
    async () => {
      const now = await rupees(page);
      if (!wanted(now)) throw new Error(`the price is ${now}`);
      return now;
    },
    { what: 'another price' },
  );
const sizes = (page: Page) => page.getByRole('combobox', { name: 'Ring size' });
const choose = (page: Page, group: RegExp, value: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: value }).check();

describe('the page of a piece', () => {
  it('comes complete from the server and comes alive with nothing removed, moved or fetched twice', async () => {
    await visit(async (page) => {
      await watchPage(page);
      const fetched: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'document') fetched.length = 0;
        if (request.resourceType() === 'fetch') fetched.push(new URL(request.url()).pathname);
      });
      await openAsFresh(page, RING, (html) => {
        for (const part of ['product', 'similar', 'reviews']) expect(html).toContain(`["storefront","${part}",`);
      });
      await alive(page);
      await page.waitForLoadState('networkidle');
      expect(fetched).toEqual(['/api/v1/me']);
      const seen = await seenOn(page);
      expect(seen.removed).toEqual([]);
      expect(seen.shift).toBeLessThan(0.02);
    });
  });

  it('tells search engines the price that it shows', async () => {
    await visit(async (page) => {
      await open(page);
      const all = await page.locator('script[type="application/ld+json"]').allTextContents();
      const data = all.map(
        (text) => JSON.parse(text) as { '@type': string; hasVariant: { offers: { price: string } }[] },
      );
      expect(data.map((one) => one['@type'])).toEqual(['ProductGroup', 'BreadcrumbList']);
      expect(Number(data[0]!.hasVariant[0]!.offers.price)).toBe(await rupees(page));
    });
  });

  it('can be read and chosen from with scripts switched off', async () => {
    await visit(
      async (page) => {
        await page.goto(RING);
        const text = await page.locator('#page').innerText();
        for (const part of ['MRP Inclusive of all taxes', 'In stock', 'Easy Return', 'Explore Similar', 'AR-1001']) {
          expect(text).toContain(part);
        }
        expect(await page.getByRole('button', { name: 'Buy Now' }).count()).toBe(1);
        await sizes(page).selectOption('12');
      },
      { javaScriptEnabled: false },
    );
  });

  it('leads from its stars to its reviews, and Back to where one was', async () => {
    await visit(async (page) => {
      await open(page);
      const reviews = page.getByRole('region', { name: 'Customer reviews' });
      const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
      const topOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top);
      await page.locator('a[href$="#reviews"]').click();
      await eventually(async () => Math.abs((await topOf(reviews)) - (await bottomOf(page.getByRole('banner')))) < 16, {
        what: 'the reviews, right below the header',
      });
      await page.goBack();
      await eventually(() => page.evaluate(() => window.scrollY === 0), { what: 'the top of the page' });
    });
  });

  it('keeps what was chosen before it came alive', async () => {
    await visit(async (page) => {
      // Delay the shell's scripts until the choice is made.
      let goOn = () => {};
      const chosen = new Promise<void>((resolve) => (goOn = resolve));
      await page.route(/\/shell\/.*\.js/, async (route) => {
        await chosen;
        await route.continue();
      });
      await page.goto(RING, { waitUntil: 'domcontentloaded' });
      await sizes(page).selectOption('14');
      const order = page.getByRole('form', { name: 'Order of reviews' }).getByRole('combobox');
      await order.scrollIntoViewIfNeeded();
      await order.selectOption({ label: 'Best first' });
      goOn();
      await untilHydrated(page, BUY);
      expect(await sizes(page).inputValue()).toBe('14');
      await page.waitForURL(/reviews=/);
    });
  });

  it('quotes what is chosen, ready or made to order', async () => {
    await visit(async (page) => {
      await open(page);
      const ready = await rupees(page);
      await sizes(page).selectOption('20');
      const larger = await settled(page, (now) => now > ready);
      // 950 with its GST.
      expect(larger).toBe(ready + 978.5);

      await page.getByRole('tab', { name: 'Customization' }).click();
      expect(await page.locator('#page input[type=radio]:checked').count()).toBe(0);
      await choose(page, /Metal purity/, '18K');
      await choose(page, /Stone type/, 'Natural Diamond');
      await choose(page, /Centre stone carat/, '1.00 ct');
      await settled(page, (now) => now > ready + 34_500);

      await page.getByRole('tab', { name: 'Ready Available' }).click();
      await settled(page, (now) => now === ready);
      await page.getByRole('term').filter({ hasText: 'Metal purity' }).locator('+ dd', { hasText: '14K' }).waitFor();
      expect(await sizes(page).inputValue()).toBe('');
    });
  });

  it('is not made to order unless it is gold', async () => {
    await visit(async (page) => {
      await open(page, '/product/group/AR-1117');
      expect(await page.getByRole('tab', { name: 'Customization' }).isDisabled()).toBe(true);
    });
  });

  it('shows another metal under its own address, and keeps the size', async () => {
    await visit(async (page) => {
      await open(page);
      await sizes(page).selectOption('12');
      await page.getByRole('link', { name: 'White Gold' }).first().click();
      await page.waitForURL(/variant=/);
      await page.getByText('Metal: White Gold').waitFor();
      expect(await sizes(page).inputValue()).toBe('12');
    });
  });

  it('takes an engraving only where one is offered', async () => {
    await visit(async (page) => {
      await open(page);
      await page.getByPlaceholder('Enter engraving (optional)').fill('Asha 2026');
      await open(page, '/product/group/AR-1006');
      expect(await page.getByPlaceholder('Enter engraving (optional)').count()).toBe(0);
    });
  });

  it('opens the size guide of a ring in a new tab, and that of a necklace over the page', async () => {
    await visit(async (page) => {
      await open(page);
      const [guide] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: 'Size guide' }).click(),
      ]);
      await guide.getByRole('heading', { level: 1, name: 'Ring sizes' }).waitFor();
      await guide.close();
      await open(page, '/product/group/AR-1067');
      await page.getByRole('link', { name: 'Size guide' }).click();
      await page.getByRole('dialog').getByRole('cell', { name: '45.7 cm' }).waitFor();
    });
  });

  it('shows its pictures in two columns on a desk, beside price and buttons, which stay on the screen', async () => {
    await visit(
      async (page) => {
        await open(page);
        const boxOf = async (one: Locator) => (await one.boundingBox())!;
        const pictures = await Promise.all(
          (await page.getByRole('list', { name: 'Large pictures' }).getByRole('listitem').all()).map(boxOf),
        );
        expect(new Set(pictures.map(({ x }) => x)).size).toBe(2);
        expect(pictures.at(-1)!.y).toBeGreaterThan(pictures[0]!.y + pictures[0]!.height);
        expect(await page.getByRole('button', { name: 'Picture 2', exact: true }).isVisible()).toBe(false);
        const button = page.getByRole('button', { name: 'Add to cart' });
        const isOnScreen = async (one: Locator) => {
          const { y, height } = await boxOf(one);
          return y > 0 && y + height <= 900;
        };
        expect([await isOnScreen(price(page)), await isOnScreen(button)]).toEqual([true, true]);
        await page.getByText('Care instructions').scrollIntoViewIfNeeded();
        expect(await isOnScreen(button)).toBe(true);
        const clip = page.getByRole('button', { name: 'Play the video' });
        await clip.click();
        await eventually(() => page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime > 0), {
          what: 'a clip that plays',
        });
      },
      { viewport: { width: 1440, height: 900 } },
    );
  });

  it('leads through its pictures by thumbnails, keys and swipes', async () => {
    await visit(
      async (page) => {
        await open(page);
        const current = () => page.locator('button[aria-current=true]').getAttribute('aria-label');
        await page.getByRole('button', { name: 'Picture 2', exact: true }).click();
        await eventually(async () => (await current()) === 'Picture 2', { what: 'the second picture' });
        await page.getByRole('button', { name: 'Enlarge picture 2' }).press('ArrowLeft');
        await eventually(async () => (await current()) === 'Picture 1', { what: 'the first picture' });
      },
      { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } },
    );
  });

  it('shows a picture over the whole screen, zoomed by keys, and goes back to where it was', async () => {
    await visit(
      async (page) => {
        await open(page);
        const enlarge = page.getByRole('button', { name: 'Enlarge picture 1' });
        await enlarge.click();
        const zoomed = page.getByRole('dialog', { name: /^Enlarged pictures of/ });
        await zoomed.waitFor();
        const picture = zoomed.getByRole('img').first();
        const width = async () => (await picture.boundingBox())!.width;
        await eventually(() => zoomed.getByRole('button', { name: 'Zoom in' }).isEnabled());
        const before = await width();
        await page.keyboard.press('+');
        await eventually(async () => (await width()) > before * 1.2, { what: 'a larger picture' });
        expect(await axeFindings(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await zoomed.waitFor({ state: 'detached' });
        expect(await enlarge.evaluate((button) => button === document.activeElement)).toBe(true);
      },
      { reducedMotion: 'reduce' },
    );
  });

  it.each([
    [500, 1, 2],
    [700, 2, 2],
    [1100, 3, 3],
    [1420, 4, 3],
    [1500, 4, 4],
  ])('at %i px shows %i reviews and %i similar pieces at once', async (width, reviews, similar) => {
    await visit(
      async (page) => {
        await page.goto(RING);
        const atOnce = (name: string) =>
          page
            .getByRole('list', { name })
            .evaluate((row) => Math.round((row.clientWidth + 30) / (row.children[0]!.clientWidth + 30)));
        // clientWidth excludes a review's borders.
        expect(await atOnce('Customer reviews')).toBe(reviews);
        expect(await atOnce('Explore Similar')).toBe(similar);
      },
      { viewport: { width, height: 900 } },
    );
  });
});

describe('the page of a piece on a phone', () => {
  it('keeps price and button at hand once its own have scrolled away, and hides nothing below them', async () => {
    await visit(
      async (page) => {
        await open(page);
        const foot = page.getByRole('group', { name: 'Buy this piece' });
        const boxOf = async (one: Locator) => (await one.boundingBox())!;
        const isFree = async (one: Locator) => {
          const [{ y, height }, bar] = [await boxOf(one), await boxOf(foot)];
          return y + height <= bar.y;
        };
        expect(await foot.count()).toBe(0);
        await page.getByRole('heading', { name: 'Explore Similar' }).scrollIntoViewIfNeeded();
        expect(await foot.innerText()).toContain(await price(page).innerText());
        await eventually(() => isFree(page.getByRole('link', { name: /^Chat with/ })), {
          what: 'the chat above the bar',
        });
        // Focused elements are never covered by the bar.
        const link = page.getByRole('list', { name: 'Explore Similar' }).getByRole('link').first();
        await link.evaluate((one) => window.scrollBy(0, one.getBoundingClientRect().bottom - window.innerHeight + 8));
        await link.focus();
        await eventually(() => isFree(link), { what: 'the focus above the bar' });
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await eventually(() => isFree(page.getByRole('contentinfo').locator('p').last()), { what: 'the last line' });

        await foot.getByRole('button', { name: 'Add to cart' }).click();
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
        await foot.waitFor({ state: 'detached' });
      },
      { viewport: { width: 390, height: 844 } },
    );
  });
});

describe('the pictures of a piece', () => {
  const [upright, lying] = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ];
  it.each([
    ['turned', upright, lying],
    ['turned back', lying, upright],
  ])('stay whole when a phone is %s while they slide', async (_, before, after) => {
    await visit(
      async (page) => {
        await open(page);
        const pictures = page.getByRole('list', { name: 'Large pictures' });
        const place = () => pictures.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth);
        await page.getByRole('button', { name: 'Picture 2', exact: true }).click();
        await page.setViewportSize(after);
        // A slide takes a third of a second, and longer on a slow machine: where it has stopped counts.
        const stopped = () =>
          pictures.evaluate(
            (list) =>
              new Promise<void>((resolve) => {
                let [left, frames] = [NaN, 0];
                const checkFrame = () => {
                  frames = list.scrollLeft === left ? frames + 1 : 0;
                  left = list.scrollLeft;
                  if (frames > 30) resolve();
                  else requestAnimationFrame(checkFrame);
                };
                checkFrame();
              }),
          );
        await eventually(async () => {
          await stopped();
          expect(await place()).toBeCloseTo(1, 2);
        });
      },
      { viewport: before },
    );
  });
});

/** The console says that a picture was refused. */
const REFUSED_PICTURE = { tolerates: /status of 400 .*\/photos/ };

describe('somebody who is signed in', () => {
  it('is told which size is missing, and led to it', async () => {
    await visit(async (page) => {
      await open(page);
      await register(page, newPerson('Meena'));
      await open(page);
      await page.getByRole('button', { name: 'Add to cart' }).click();
      // At the field; a message of the page says it too.
      await page.locator('#page').getByText('Please select ring size').waitFor();
      expect(await sizes(page).getAttribute('aria-invalid')).toBe('true');
      await sizes(page).selectOption('12');
      expect(await sizes(page).getAttribute('aria-invalid')).toBe('false');
      await Promise.all([
        page.getByText('Added to cart!').waitFor(),
        page.getByRole('button', { name: 'Add to cart' }).click(),
      ]);
    });
  });

  it('writes a review, sees it at once, and changes it later', async () => {
    await visit(async (page) => {
      const person = newPerson('Kavita');
      // Not those of a previous visitor.
      const [first, later] = [`Small, light and well set ${person.email}`, `Small and light ${person.email}`];
      await open(page, '/product/group/AR-1104');
      await register(page, person);
      await open(page, '/product/group/AR-1104');
      const reviews = page.getByRole('region', { name: 'Customer reviews' });
      await page.getByRole('button', { name: 'Write a review' }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: 'Send review' }).click();
      await form.getByText('Choose one to five stars').waitFor();
      await form.getByRole('radio', { name: /^4 of 5/ }).check();
      await form.getByLabel('Your review').fill(first);
      const hand = await page.screenshot({ type: 'png' });
      await form.getByLabel('Add photographs').setInputFiles([
        { name: 'hand.txt', mimeType: 'text/plain', buffer: hand },
        { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html>') },
      ]);
      await form.getByText('page.jpg: This is not a picture that can be read').waitFor();
      await form.getByRole('button', { name: 'Remove photograph 1' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await form.getByRole('button', { name: 'Send review' }).click();
      await reviews.getByText(first).waitFor();
      await reviews
        .getByRole('button', { name: /^Photograph by/ })
        .first()
        .click();
      const zoomed = page.getByRole('dialog', { name: /^Enlarged pictures of the review/ });
      await eventually(() =>
        zoomed
          .getByRole('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
      );
      await page.keyboard.press('Escape');
      await zoomed.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Write a review' }).click();
      await form.getByRole('heading', { name: 'Change your review' }).waitFor();
      expect(await form.getByRole('radio', { name: /^4 of 5/ }).isChecked()).toBe(true);
      await form.getByLabel('Your review').fill(later);
      await form.getByRole('button', { name: 'Save review' }).click();
      await reviews.getByText(later).waitFor();
      expect(await reviews.getByText(first).count()).toBe(0);
    }, REFUSED_PICTURE);
  });

  it('was a guest before: signing in comes first', async () => {
    await visit(async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'Write a review' }).click();
      await page.getByRole('dialog').getByText('SIGN IN').first().waitFor();
    });
  });
});
