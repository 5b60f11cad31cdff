import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, register } from '../federation/accounts.ts';
import { codeFor } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { ask } from './shopper-steps.ts';
import { buy, menuGroup, type Order, shortId, signInAsStaff, staffCookies, STUDS } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium. Razorpay and the mail server are the sandbox.
afterAll(closeBrowser);

const rupees = (amount: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount);

it('a shopper’s account opens nothing of the staff area', async () => {
  await visit(
    async (page) => {
      await page.goto('/about');
      await register(page, newPerson('Devi'));
      for (const path of ['/admin', '/admin/orders', '/admin/users']) {
        // The redirect happens while the page loads.
        await page.goto(path, { waitUntil: 'commit' });
        await eventually(() => new URL(page.url()).pathname === '/', { what: `sent home from ${path}` });
        // Requests in flight would disturb the next visit.
        await page.locator('#page h1').waitFor();
      }
      expect(await page.getByRole('navigation', { name: 'Staff screens' }).count()).toBe(0);
      expect(await page.evaluate(async () => (await fetch('/api/v1/admin/orders')).status)).toBe(403);
    },
    { tolerates: /401|403/ },
  );
});

it('staff find a paid order, ship it with a message, and pay some of it back; its buyer sees both', async () => {
  await visit(
    async (buyer) => {
      await buyer.goto('/about');
      await register(buyer, newPerson('Meera'));
      const order = await buy(buyer);

      await visit(
        async (page) => {
          await page.goto('/about');
          await signInAsStaff(page);
          await page.goto('/admin');
          await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
          expect(await page.getByRole('banner').count()).toBe(0);
          expect(new URL(page.url()).pathname).toBe('/admin/dashboard');

          await page.getByRole('link', { name: 'Orders', exact: true }).click();
          await page.getByLabel(/^Number, name/).fill(shortId(order));
          await page.getByRole('button', { name: 'Search', exact: true }).click();
          await page.waitForURL(/q=/);
          await page.getByRole('link', { name: 'Processing', exact: true }).click();
          await page.waitForURL(/status=Processing/);
          await page.getByText('1 order', { exact: true }).waitFor();
          const row = page.getByRole('row').filter({ hasText: shortId(order) });
          expect(await row.innerText()).toContain(rupees(order.totalAmount));
          await row.getByRole('link', { name: shortId(order) }).click();

          await page.getByRole('heading', { level: 1, name: `Order ${shortId(order)}` }).waitFor();
          await page.locator('[data-part="account/order"]').getByText(STUDS).first().waitFor();
          await page.getByLabel('Message to the buyer').fill('With Swift, number 7');
          await page.getByRole('button', { name: 'Mark as Shipped' }).click();
          await page.getByRole('button', { name: 'Mark as Delivered' }).waitFor();
          // The fragment that account owns is updated by a browser event.
          await page.locator('[data-part="account/order"]').getByText('With Swift, number 7').waitFor();

          await page.getByLabel('Amount in ₹').fill('100.50');
          await page.getByLabel('Reason').selectOption('Damaged piece');
          await page.getByLabel('Note to the buyer').fill('Please keep the box');
          await page.getByLabel('Note for the shop').fill('A scratch on one of them');
          await page.getByRole('button', { name: 'Pay back…' }).click();
          await page
            .getByRole('dialog', { name: `Pay back ${rupees(100.5)}?` })
            .getByRole('button', { name: 'Pay back' })
            .click();
          await page.getByLabel('Your password', { exact: true }).fill(shopUnderTest().admin.password);
          await page.getByRole('button', { name: 'Confirm' }).click();
          await page.getByText(`${rupees(order.totalAmount - 100.5)} is left of the payment.`).waitFor();

          // The dialog names the amount to be refunded; dismissing it changes nothing.
          await page.getByRole('button', { name: 'Cancel the order…' }).click();
          const question = page.getByRole('dialog', { name: 'Cancel this order?' });
          await question.getByText(rupees(order.totalAmount - 100.5)).waitFor();
          await page.keyboard.press('Escape');
          await question.waitFor({ state: 'detached' });

          // For staff alone, beside what the slices say of the order.
          const timeline = page.getByRole('region', { name: 'Notes and what happened' });
          await timeline.getByText(`Paid ${rupees(order.totalAmount)}`).waitFor();
          await page.getByLabel('Internal note').fill('The box comes later');
          await page.getByRole('button', { name: 'Add the note' }).click();
          await timeline.getByText('The box comes later').waitFor();
          expect(await page.getByRole('region', { name: 'Buyer' }).innerText()).toContain(
            rupees(order.totalAmount - 100.5),
          );

          await menuGroup(page, 'Shop').click();
          await page.getByRole('link', { name: 'Audit trail' }).click();
          await page.getByText('A scratch on one of them').first().waitFor();
        },
        // The password is asked for again.
        { tolerates: /403 .*\/refund\)/ },
      );

      const seen = await eventually(
        async () => {
          const { order: now } = await ask<{ order: Order }>(buyer, `/order/${order._id}`);
          return now.refunds[0]?.state === 'completed' && now;
        },
        { what: 'the refund paid' },
      );
      expect(JSON.stringify(seen)).not.toContain('The box comes later');
      expect(seen).toMatchObject({
        status: 'Shipped',
        statusMessage: 'With Swift, number 7',
        refunds: [{ amount: 100.5, state: 'completed' }],
      });
    },
    { tolerates: /401/ },
  );
});

describe('the staff screens', () => {
  let cookies: Awaited<ReturnType<typeof staffCookies>>;
  beforeAll(async () => {
    cookies = await staffCookies();
  });

  it('say to owners what is live of the frontends, as the shell serves it', async () => {
    await visit(async (page) => {
      await page.context().addCookies(cookies);
      await page.goto('/admin/operations?show=releases');
      const versions = page.getByRole('table', { name: 'Versions of mfe-admin' });
      await versions.waitFor();
      const { remotes } = await (await page.request.get('/remotes.json')).json();
      const { version } = remotes.find(({ name }: { name: string }) => name === 'admin');
      await versions.locator(`code[title="${version}"]`).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    });
  });

  it('have a menu that is whole on the smallest screen of a desk, with any group of it open', async () => {
    await visit(
      async (page) => {
        await page.context().addCookies(cookies);
        await page.goto('/admin/charges');
        const out = page.getByRole('link', { name: 'Sign out' });
        await out.waitFor();
        for (const group of ['Sales', 'Catalogue', 'People', 'Website', 'Shop']) {
          const isOpen = () => menuGroup(page, group).evaluate((head) => head.parentElement!.hasAttribute('open'));
          if (!(await isOpen())) await menuGroup(page, group).click();
          await eventually(isOpen, { what: `${group} open` });
          expect(await page.locator('nav[aria-label="Staff screens"] details[open]').count()).toBe(1);
          const { y, height } = (await out.boundingBox())!;
          expect([group, y + height <= 900]).toEqual([group, true]);
        }
      },
      { viewport: { width: 1440, height: 900 } },
    );
  });

  it('are searched by keyboard alone: an order is found by its number, and what was opened is offered again', async () => {
    let order: Order | undefined;
    await visit(
      async (buyer) => {
        await buyer.goto('/about');
        await register(buyer, newPerson('Tara'));
        order = await buy(buyer);
      },
      { tolerates: /401/ },
    );
    await visit(async (page) => {
      await page.context().addCookies(cookies);
      await page.goto('/admin/charges');
      await page.getByRole('heading', { level: 1, name: 'Charges configuration' }).waitFor();
      const palette = page.getByRole('dialog', { name: 'Search or jump to' });
      await page.keyboard.press('ControlOrMeta+K');
      await palette.waitFor();
      await page.keyboard.type(shortId(order!));
      await palette.getByRole('option', { name: shortId(order!), selected: true }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: `Order ${shortId(order!)}` }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/admin/order/${order!._id}`);

      // Escape gives the focus back, and nothing that was typed is kept.
      await page.keyboard.press('ControlOrMeta+K');
      await palette.getByRole('option', { name: 'Charges', selected: true }).waitFor();
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
      const kept = await page.evaluate(() => localStorage.getItem('admin:recent'));
      expect(JSON.parse(kept!)).toEqual([
        { path: `/admin/order/${order!._id}`, label: `Order ${shortId(order!)}` },
        { path: '/admin/charges', label: 'Charges' },
      ]);

      // Who may see orders was told of it by the bell.
      await page.getByRole('button', { name: 'Notices' }).click();
      await page
        .getByRole('dialog', { name: 'Notices' })
        .getByRole('link', { name: `New order ${shortId(order!)}` })
        .waitFor();
    });
  });

  it('lead to the field that the shop refuses, and say why', async () => {
    await visit(
      async (page) => {
        await page.context().addCookies(cookies);
        await page.goto('/admin/customization');
        const group = page.getByRole('textbox', { name: 'Product group' });
        await group.fill('no group of ours!');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await eventually(() => group.evaluate((field) => field === document.activeElement), {
          what: 'led to the field',
        });
        expect(await group.getAttribute('aria-invalid')).toBe('true');
        // The accessible description of the field.
        const described = await group.evaluate((field) =>
          field
            .getAttribute('aria-describedby')!
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent),
        );
        expect(described[0]).toMatch(/AR-1042/);
        expect(await page.getByText(described[0]!, { exact: true }).first().isVisible()).toBe(true);
      },
      { tolerates: /400/ },
    );
  });

  it('keep what was written when the session ends under it: who wrote it signs in over it, and saves', async () => {
    await visit(
      async (page) => {
        await page.goto('/about');
        await signInAsStaff(page);
        await page.goto('/admin/customization');
        const group = page.getByRole('textbox', { name: 'Product group' });
        const create = page.getByRole('button', { name: 'Create', exact: true });
        const written = `AR-9${String(Date.now()).slice(-5)}`;
        await group.fill(written);
        await page.context().clearCookies();
        await create.click();

        const panel = page.getByRole('dialog', { name: 'Sign in' });
        await page.getByText('Your session ended').waitFor();
        const { email, password } = shopUnderTest().admin;
        const since = new Date();
        await panel.getByLabel('USERNAME OR EMAIL').fill(email);
        await panel.getByLabel('PASSWORD').fill(password);
        await panel.getByRole('button', { name: 'LOGIN' }).click();
        await panel.getByLabel('CODE').fill(await codeFor(email, since));
        await panel.getByRole('button', { name: 'Verify & Login' }).click();
        await panel.waitFor({ state: 'detached' });

        expect(await group.inputValue()).toBe(written);
        await create.click();
        await page.getByText('Customization created successfully').waitFor();
      },
      { tolerates: /401/ },
    );
  });

  it('are reached by keyboard on a phone, where the menu opens by its button', async () => {
    await visit(
      async (page) => {
        await page.context().addCookies(cookies);
        await page.goto('/admin/charges');
        await page.getByRole('heading', { level: 1, name: 'Charges configuration' }).waitFor();
        expect(await page.getByRole('link', { name: 'Users' }).isVisible()).toBe(false);
        await page.getByRole('button', { name: 'Menu' }).focus();
        await page.keyboard.press('Enter');
        await menuGroup(page, 'People').focus();
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'Users' }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
        await eventually(async () =>
          expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Users'),
        );
      },
      { viewport: { width: 390, height: 844 } },
    );
  });
});
