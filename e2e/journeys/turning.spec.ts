import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { openPiece } from './shopper-steps.ts';

afterAll(closeBrowser);

/** A ring with a model and a clip. */
const RING = 'AR-1001';
/** Without a graphics card each pixel of a model costs processor time: all turn it on a small screen. */
const PHONE = { viewport: { width: 390, height: 844 } };
/** Disables automatic rotation. */
const CALM = { ...PHONE, reducedMotion: 'reduce' } as const;

const canvas = (page: Page) => page.getByRole('application', { name: /in three dimensions/ });

/** The camera: degrees of azimuth and elevation, and zoom. */
const pose = async (page: Page) => {
  const [about, up, near] = (await canvas(page).getAttribute('data-pose'))!.split(' ').map(Number);
  return { about: about!, up: up!, near: near! };
};
const turnedTo = (page: Page, wanted: (now: Awaited<ReturnType<typeof pose>>) => boolean) =>
  eventually(
    async () => {
      const now = await pose(page);
      if (!wanted(now)) throw new Error(`the model stands at ${JSON.stringify(now)}`);
      return now;
    },
    { what: 'another pose' },
  );

async function openModel(page: Page) {
  await openPiece(page, RING);
  await page.getByRole('button', { name: '3D view' }).click();
  await page.locator('[data-3d="still"]').waitFor();
  await page.locator('canvas[data-pose]').waitFor();
  return pose(page);
}

const middle = async (page: Page) => {
  const { x, y, width, height } = (await canvas(page).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

describe('the model of a piece', () => {
  it('turns under the mouse by half a degree a pixel, and only while it is held', async () => {
    await visit(async (page) => {
      const before = await openModel(page);
      const { x, y } = await middle(page);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 80, y, { steps: 4 });
      await turnedTo(page, (now) => now.about === before.about + 40 && now.up === before.up);
      await page.mouse.move(x + 80, y + 20, { steps: 2 });
      await turnedTo(page, (now) => Math.abs(now.up - before.up - 10) < 0.1);
      await page.mouse.up();
      await page.mouse.move(x - 100, y, { steps: 4 });
      await canvas(page).press('+');
      const after = await turnedTo(page, (now) => now.near > before.near);
      expect(after.about).toBeCloseTo(before.about + 40, 1);
    }, CALM);
  });

  it('turns under a finger that moves across; one that moves up scrolls the page', async () => {
    await visit(
      async (page) => {
        const before = await openModel(page);
        const finger = await page.context().newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
          finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
        const swipe = async (dx: number, dy: number) => {
          const { x, y } = await middle(page);
          await touch('touchStart', x, y);
          for (let step = 1; step <= 10; step++) await touch('touchMove', x + (dx * step) / 10, y + (dy * step) / 10);
          await touch('touchEnd');
        };
        await canvas(page).scrollIntoViewIfNeeded();
        await swipe(120, 0);
        // The browser may use the first pixels to rule out scrolling.
        await turnedTo(page, ({ about }) => about > before.about + 40 && about <= before.about + 60.1);
        const turned = await pose(page);
        const top = await page.evaluate(() => window.scrollY);
        await swipe(0, -160);
        await eventually(async () => (await page.evaluate(() => window.scrollY)) > top + 60, {
          what: 'the page scrolled',
        });
        expect((await pose(page)).about).toBeCloseTo(turned.about, 0);
      },
      { ...CALM, hasTouch: true, isMobile: true },
    );
  });

  it('turns, comes nearer and goes away again by keyboard alone', async () => {
    await visit(async (page) => {
      const before = await openModel(page);
      expect(await canvas(page).evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('+');
      await turnedTo(
        page,
        ({ about, up, near }) =>
          about === before.about + 30 && up === Math.min(85, before.up + 15) && near === before.near * 1.25,
      );
      await page.keyboard.press('Home');
      await turnedTo(page, (now) => JSON.stringify(now) === JSON.stringify(before));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await turnedTo(page, ({ about }) => about === before.about - 15);
      await canvas(page).press('Escape');
      await canvas(page).waitFor({ state: 'detached' });
      const button = page.getByRole('button', { name: '3D view' });
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    }, CALM);
  });

  it('goes once around by itself where motion is welcome', async () => {
    await visit(async (page) => {
      await openPiece(page, RING);
      await page.getByRole('button', { name: '3D view' }).click();
      await page.locator('[data-3d="still"]').waitFor();
      await turnedTo(page, ({ about }) => about > 300);
    }, PHONE);
  });
});

describe('the clip of a piece', () => {
  const clip = (page: Page) => page.locator('video');
  const asks = (page: Page) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('.mp4') && asked.push(request.url()));
    return asked;
  };
  const plays = (page: Page) =>
    eventually(() => clip(page).evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0), {
      what: 'a clip that plays',
    });

  it('is asked for when its thumbnail is chosen, plays without sound, and pauses when another picture is', async () => {
    await visit(async (page) => {
      const asked = asks(page);
      await openPiece(page, RING);
      await page.getByRole('button', { name: 'Picture 2', exact: true }).click();
      expect(asked).toEqual([]);
      await page.getByRole('button', { name: 'Video', exact: true }).click();
      await plays(page);
      expect(asked.length).toBeGreaterThan(0);
      expect(await clip(page).evaluate((video: HTMLVideoElement) => [video.muted, video.loop])).toEqual([true, true]);
      await page.getByRole('button', { name: 'Picture 1', exact: true }).click();
      await eventually(() => clip(page).evaluate((video: HTMLVideoElement) => video.paused), { what: 'a pause' });
    }, PHONE);
  });

  it('waits for the play button where less motion is wanted, and is led by keyboard', async () => {
    await visit(
      async (page) => {
        const asked = asks(page);
        await openPiece(page, RING);
        await page.getByRole('button', { name: 'Video', exact: true }).press('Enter');
        await page.getByRole('button', { name: 'Play the video' }).press('Enter');
        await plays(page);
        expect(asked.length).toBeGreaterThan(0);
        await page.keyboard.press('Space');
        await eventually(() => clip(page).evaluate((video: HTMLVideoElement) => video.paused), { what: 'a pause' });
      },
      { ...CALM, ...PHONE },
    );
  });

  it('comes in the parts that a browser asks for', async () => {
    await visit(async (page) => {
      await openPiece(page, RING);
      const { video } = await page.evaluate(
        async (group) =>
          ((await (await fetch(`/api/v1/product/group/${group}`)).json()) as { product: { video: string } }).product,
        RING,
      );
      const [whole, part] = await Promise.all([
        page.request.get(video),
        page.request.get(video, { headers: { range: 'bytes=4-7' } }),
      ]);
      expect([whole.status(), whole.headers()['content-type'], whole.headers()['accept-ranges']]).toEqual([
        200,
        'video/mp4',
        'bytes',
      ]);
      expect([part.status(), (await part.body()).toString()]).toEqual([206, 'ftyp']);
    });
  });
});
