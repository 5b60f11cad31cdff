import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, register } from '../federation/accounts.ts';
import { mailTo, mailsTo } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import {
  approveAtPaypal,
  arriveAtOrder,
  ask,
  cartButton,
  untilCartHas,
  newAccount,
  openPiece,
  payButton,
  payByCard,
  signInByPanel,
  whileToast,
  writeAddress,
} from './shopper-steps.ts';
import { setStockOf } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium. Razorpay, PayPal and the mail server are the sandbox.
afterAll(closeBrowser);

/** Cheap earrings of the demo data, with plenty of stock and preselected options. */
const STUDS = 'AR-1105';
const PRICE = 5_130;
/** Similar earrings. */
const DROPS = 'AR-1117';
/** Earrings with a stock of one. */
const LAST = 'AR-1116';
/** Refusals that are part of a journey; Chromium logs each to the console. */
const REFUSALS = /status of 40[49]/;

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Cart' });
/** Opens the checkout as a signed-in shopper with pieces in the cart. */
async function atCheckout(page: Page, name: string, { pieces = 1, piece = STUDS } = {}) {
  const person = newPerson(name);
  await page.goto('/about');
  await register(page, person);
  await openPiece(page, piece);
  for (let n = 1; n < pieces; n++) await page.getByRole('button', { name: 'One more' }).first().click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await untilCartHas(page, pieces);
  await page.goto('/checkout');
  return person;
}
const cartOf = (page: Page) => ask<{ count: number }>(page, '/cart');

describe.each([
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
])('on %s', (_, viewport) => {
  it('a guest buys a first piece: signs in on the way, pays at the second try, and follows the order', async () => {
    const person = newPerson('Meera');
    await newAccount(person);
    await visit(
      async (page) => {
        await openPiece(page, STUDS);
        await whileToast(page, 'Please login', () => page.getByRole('button', { name: 'Add to cart' }).click());
        await whileToast(page, 'Added to cart!', () => signInByPanel(page, person));
        await untilCartHas(page, 1);

        await cartButton(page).click();
        await drawer(page).getByRole('button', { name: 'One more' }).click();
        await drawer(page).getByText('₹10,567.80').first().waitFor();
        await drawer(page)
          .getByRole('button', { name: /^Remove/ })
          .click();
        await drawer(page).getByText('Your cart is empty').waitFor();
        await drawer(page).getByRole('button', { name: 'Undo' }).click();
        await drawer(page).getByText('₹10,567.80').first().waitFor();
        await drawer(page).getByRole('link', { name: 'Checkout' }).click();

        await page.getByText('Please complete your shipping address above to proceed with checkout.').waitFor();
        await writeAddress(page);
        await page.getByLabel(/Hallmarking/).check();
        await page.getByLabel(/Special request/).check();
        await page.getByPlaceholder('Write your request…').fill('A red box, please');
        // 10,260 + 3 % + 99 + 499.
        await page.getByRole('button', { name: 'Pay ₹11,165.80' }).click();

        await payByCard(page, 'Failure');
        const dialog = page.frameLocator('iframe.razorpay-checkout-frame');
        await dialog.getByRole('button', { name: 'Close checkout' }).click();
        await page.getByRole('alert').filter({ hasText: 'The payment was declined' }).waitFor();
        await page.getByText('held for you').waitFor();
        await payButton(page).click();
        const id = await whileToast(page, 'Payment verified 🎉', async () => {
          await payByCard(page, 'Success');
          return arriveAtOrder(page);
        });
        await page.getByText('Processing').first().waitFor();
        await page.getByText('₹11,165.80').first().waitFor();
        await untilCartHas(page, 0);
        await page.goto('/user/orders');
        await page.getByText(id.slice(-6).toUpperCase()).first().click();
        await arriveAtOrder(page);
        const mail = await mailTo(person.email, /order/i);
        expect(mail.text).toContain('11,165.80');
      },
      { viewport, tolerates: REFUSALS },
    );
  });

  it('a shopper abroad pays by PayPal in dollars, after having thought better of it once', async () => {
    await visit(
      async (page) => {
        await page.context().addCookies([{ name: 'country', value: 'US', url: shopUnderTest().url }]);
        const { email } = await atCheckout(page, 'Emily');
        await writeAddress(page, 'United States');
        await page.getByRole('note').filter({ hasText: 'charges them to the receiver' }).waitFor();
        await page.getByRole('button', { name: /^Pay \$/ }).click();
        await whileToast(page, 'Payment not completed', () => approveAtPaypal(page, 'Cancel and return to the shop'));
        const label = (await payButton(page).textContent())!;
        expect(label).toMatch(/^Pay \$\d+\.\d\d$/);
        await whileToast(page, 'Payment successful 🎉', async () => {
          await payButton(page).click();
          await approveAtPaypal(page, 'Approve');
          await arriveAtOrder(page);
        });
        await page.getByText(label.replace('Pay ', '')).first().waitFor();
        await page.getByText('charges them to the receiver').waitFor();
        expect((await mailTo(email, /order/i)).text).toContain('charges them to the receiver');
        await untilCartHas(page, 0);
      },
      { viewport },
    );
  });

  it('buying now pays for one piece and leaves the cart as it is', async () => {
    await visit(
      async (page) => {
        await atCheckout(page, 'Ravi', { pieces: 2 });
        await writeAddress(page);
        await openPiece(page, DROPS);
        await page.getByRole('button', { name: 'Buy Now' }).click();
        await page.waitForURL(/\/checkout\?buynow=true$/);
        // Until then the page of the piece is shown, with what was viewed before.
        await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
        await page.getByText('Asmani Topaz Drops').first().waitFor();
        expect(await page.getByText('Genda Marigold Studs').count()).toBe(0);
        await payButton(page).click();
        await payByCard(page, 'Success');
        await arriveAtOrder(page);
        await untilCartHas(page, 2);
      },
      { viewport },
    );
  });
});

it('the last piece goes to the one who is first to pay, and the other is told before any money moves', async () => {
  await setStockOf(LAST, 1);
  await visit(async (first) => {
    await atCheckout(first, 'Anu', { piece: LAST });
    await writeAddress(first);
    await visit(
      async (second) => {
        await atCheckout(second, 'Bina', { piece: LAST });
        await writeAddress(second);
        await payButton(first).click();
        const dialog = first.frameLocator('iframe.razorpay-checkout-frame');
        await dialog.getByRole('button', { name: 'Close checkout' }).waitFor();
        await payButton(second).click();
        await second.getByRole('alert').filter({ hasText: 'Barish Chain Drops is out of stock' }).waitFor();
        await second.getByRole('button', { name: 'Remove it' }).click();
        await second.waitForURL(/\/shop$/);
        expect((await ask<{ totalCount: number }>(second, '/orders/my-orders')).totalCount).toBe(0);
      },
      { tolerates: REFUSALS },
    );
    await payByCard(first, 'Success');
    expect(await arriveAtOrder(first)).toMatch(/^[0-9a-f]{24}$/);
  });
});

it('the shop ships an order by mistake and takes it back: its buyer sees both on the open page, and gets no mail of it', async () => {
  await visit(async (page) => {
    const { email } = await atCheckout(page, 'Uma');
    await writeAddress(page);
    await payButton(page).click();
    await payByCard(page, 'Success');
    const id = await arriveAtOrder(page);
    const steps = page.getByRole('list', { name: 'Progress' });
    await visit(async (staff) => {
      await staff.goto('/');
      await staff.getByRole('button', { name: 'Sign in' }).click();
      await signInByPanel(staff, shopUnderTest().admin);
      await staff.goto(`/admin/order/${id}`);
      await staff.getByLabel('Message to the buyer').fill('With Swift, number 7');
      await staff.getByRole('button', { name: 'Mark as Shipped' }).click();
      await staff.getByRole('button', { name: 'Mark as Delivered' }).waitFor();
      // The buyer's page is updated without a reload.
      await page.getByText('With Swift, number 7').waitFor();
      await staff.getByRole('button', { name: 'Back to Processing' }).click();
      await staff.getByRole('button', { name: 'Mark as Shipped' }).waitFor();
      await steps.locator('[aria-current=step]', { hasText: 'Processing' }).waitFor();
      await staff.getByRole('button', { name: 'Cancel the order…' }).click();
      await staff.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
      await steps.locator('[aria-current=step]', { hasText: 'Cancelled' }).waitFor();
    });
    // It is about the same order, and newer: what would be mailed of the shipping came before it.
    await mailTo(email, /is cancelled/);
    expect(await mailsTo(email, /on its way$/)).toEqual([]);
  });
});

describe('nothing is lost', () => {
  it('when the browser is closed right after paying: the order is there at the next visit', async () => {
    await visit(
      async (page) => {
        await atCheckout(page, 'Kiran');
        await writeAddress(page);
        // The browser is closed before it can report the payment.
        await page.route('**/api/v1/payment/verify', () => page.close());
        await payButton(page).click();
        await payByCard(page, 'Success').catch(() => {});
        await eventually(() => page.isClosed(), { what: 'the browser closed' });
        const later = await page.context().newPage();
        await later.goto('/user/orders');
        await eventually(
          async () => {
            await later.reload();
            return (await ask<{ totalCount: number }>(later, '/orders/my-orders')).totalCount === 1;
          },
          { what: 'the order' },
        );
        expect((await cartOf(later)).count).toBe(0);
        // The checkout redirects to the order.
        await later.goto('/checkout');
        await later.waitForURL(/\/user\/order\//);
      },
      { tolerates: REFUSALS },
    );
  });

  it('when the page is reloaded while paying: the pieces are held, and it goes on', async () => {
    await visit(async (page) => {
      await atCheckout(page, 'Nila');
      await writeAddress(page);
      await payButton(page).click();
      await page
        .frameLocator('iframe.razorpay-checkout-frame')
        .getByRole('button', { name: 'Close checkout' })
        .waitFor();
      await page.reload();
      await page.getByText('held for you').waitFor();
      await payButton(page).click();
      await payByCard(page, 'Success');
      await arriveAtOrder(page);
    });
  });

  it('when the buyer changes the order after it was frozen: the pieces go back and it is quoted anew', async () => {
    await visit(async (page) => {
      await atCheckout(page, 'Dev');
      await writeAddress(page);
      await payButton(page).click();
      const dialog = page.frameLocator('iframe.razorpay-checkout-frame');
      await dialog.getByRole('button', { name: 'Close checkout' }).click();
      await dialog.getByRole('button', { name: 'Yes, leave' }).click();
      await page.getByRole('button', { name: 'Change the order' }).click();
      await page.getByLabel(/Hallmarking/).check();
      // 5,130 + 3 % + 99.
      await page
        .getByRole('button', {
          name: `Pay ₹${(PRICE * 1.03 + 99).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`,
        })
        .waitFor();
    });
  });
});
