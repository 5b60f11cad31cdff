import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testBrowser } from '@shop/test-kit';
import nodemailer from 'nodemailer';
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from 'playwright-core';
import { KEYS, startTestSandbox, type TestSandbox } from '../test/start-sandbox.ts';

let running: TestSandbox;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];
/** A shop's page on its own origin, under a policy as strict as the shop's. */
let shopPage: http.Server;

beforeAll(async () => {
  running = await startTestSandbox();
  browser = await chromium.launch(testBrowser());
  shopPage = http
    .createServer((_request, response) => {
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'content-security-policy': `default-src 'none'; script-src ${running.url}; frame-src ${running.url}; base-uri 'none'`,
        })
        .end(
          `<!doctype html><html lang="en"><title>Shop</title><button id="pay">Pay</button><script src="${running.url}/razorpay/v1/checkout.js"></script></html>`,
        );
    })
    .listen(0, '127.0.0.1');
  await once(shopPage, 'listening');
});
afterAll(async () => {
  await browser?.close();
  shopPage.close();
  await running.close();
});
beforeEach(async () => {
  running.sandbox.reset();
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

/** No horizontal overflow. */
const FITS = 'document.documentElement.scrollWidth <= innerWidth';

type Callbacks = [what: string, detail?: unknown][];

/** Opens the checkout like a shop; its callbacks are collected in `callbacks`. */
async function open(options: object = {}): Promise<{ dialog: FrameLocator; orderId: string }> {
  const { id: orderId } = await running.razorpay.orders.create({ amount: 129_900, currency: 'INR' });
  await page.goto(`http://127.0.0.1:${(shopPage.address() as AddressInfo).port}/`);
  await page.focus('#pay');
  await page.evaluate(
    ({ key, order_id, more }) => {
      const shop = globalThis as never as { callbacks: Callbacks; Razorpay: never };
      shop.callbacks = [];
      const checkout = new (
        shop.Razorpay as new (options: object) => {
          on: (event: string, listener: (detail: unknown) => void) => void;
          open: () => void;
        }
      )({
        key,
        order_id,
        name: 'Aranya',
        description: 'Two rings',
        prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919000090000' },
        theme: { color: '#8a5a2b' },
        handler: (proof: unknown) => shop.callbacks.push(['paid', proof]),
        ...more,
        modal: { ...(more as { modal?: object }).modal, ondismiss: () => shop.callbacks.push(['dismissed']) },
      });
      checkout.on('payment.failed', (failure) => shop.callbacks.push(['failed', failure]));
      checkout.open();
    },
    { key: KEYS.razorpay.keyId, order_id: orderId, more: options },
  );
  const dialog = page.frameLocator('iframe[title="Razorpay Checkout"]');
  await dialog.getByRole('button', { name: 'Pay ₹1,299.00' }).waitFor();
  return { dialog, orderId };
}
const callbacks = () => page.evaluate(() => (globalThis as never as { callbacks: Callbacks }).callbacks);
const untilCallback = (what: string) =>
  page.waitForFunction(
    (name) => (globalThis as never as { callbacks: Callbacks }).callbacks.some(([each]) => each === name),
    what,
  );
const status = async (orderId: string) => (await running.razorpay.orders.fetch(orderId)).status;

describe("Razorpay's dialog", () => {
  it('takes a card, and hands the shop a proof that its server can verify', async () => {
    const { dialog, orderId } = await open();
    await dialog.getByRole('button', { name: 'Fill in the test card' }).click();
    await dialog.getByRole('button', { name: 'Pay ₹1,299.00' }).click();
    await dialog.getByRole('button', { name: 'Success' }).click();
    await untilCallback('paid');
    const [payment] = running.sandbox.razorpay.paymentsOf(orderId);
    expect(await callbacks()).toEqual([['paid', running.sandbox.razorpay.proof(payment!)]]);
    expect(payment).toMatchObject({ status: 'captured', method: 'card', email: 'asha@example.com' });
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.evaluate('document.activeElement?.id')).toBe('pay');
  });

  it('tells of a decline, and takes another instrument', async () => {
    const { dialog, orderId } = await open();
    await dialog.getByRole('tab', { name: 'UPI' }).click();
    await dialog.getByLabel('UPI ID').fill('failure@razorpay');
    await dialog.getByRole('button', { name: 'Pay ₹1,299.00' }).click();
    await untilCallback('failed');
    await dialog.getByText('declined by the bank').waitFor();
    expect(await status(orderId)).toBe('attempted');

    await dialog.getByRole('button', { name: 'Try another way' }).click();
    await dialog.getByRole('tab', { name: 'Netbanking' }).click();
    await dialog.getByRole('combobox', { name: 'Bank' }).selectOption('HDFC Bank');
    await dialog.getByRole('button', { name: 'Pay ₹1,299.00' }).click();
    await dialog.getByRole('button', { name: 'Success' }).click();
    await untilCallback('paid');
    expect((await callbacks()).map(([what]) => what)).toEqual(['failed', 'paid']);
    expect(await status(orderId)).toBe('paid');
  });

  it('is left by its button, by Escape, and not by accident where the shop asks for that', async () => {
    const { dialog } = await open({ modal: { confirm_close: true } });
    await dialog.getByRole('button', { name: 'Close checkout' }).click();
    await dialog.getByRole('button', { name: 'Keep paying' }).click();
    await dialog.getByLabel('Mobile number').press('Escape');
    await dialog.getByRole('button', { name: 'Yes, leave' }).click();
    await untilCallback('dismissed');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('cancels the payment that the bank was being asked about', async () => {
    const { dialog, orderId } = await open();
    await dialog.getByRole('tab', { name: 'UPI' }).click();
    await dialog.getByLabel('UPI ID').fill('asha@bank');
    await dialog.getByRole('button', { name: 'Pay ₹1,299.00' }).click();
    await dialog.getByRole('button', { name: 'Success' }).waitFor();
    await dialog.getByRole('button', { name: 'Close checkout' }).click();
    await untilCallback('dismissed');
    expect((await callbacks()).map(([what]) => what)).toEqual(['failed', 'dismissed']);
    expect(running.sandbox.razorpay.paymentsOf(orderId)[0]).toMatchObject({
      status: 'failed',
      error_reason: 'payment_cancelled',
    });
  });

  it('says what is wrong with what was typed', async () => {
    const { dialog, orderId } = await open();
    await dialog.getByLabel('Card number').fill('4111 1111 1111 1112');
    await dialog.getByLabel('Expiry').fill('12 / 40');
    await dialog.getByLabel('CVV').fill('123');
    await dialog.getByRole('button', { name: 'Pay ₹1,299.00' }).click();
    await dialog.getByText('The card number is invalid.').waitFor();
    expect(running.sandbox.razorpay.paymentsOf(orderId)).toEqual([]);
    // The browser logs the refused call itself.
    problems = problems.filter((problem) => !problem.includes('400'));
  });

  it('can be used with the keyboard alone, which does not leave it', async () => {
    const { dialog } = await open();
    const inside = dialog.locator(':focus');
    const steps = new Set<string>();
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press('Tab');
      steps.add(await inside.evaluate((element) => element.textContent.trim() || element.getAttribute('name') || ''));
    }
    expect([...steps]).toEqual(expect.arrayContaining(['contact', 'Card', 'number', '×']));
    await dialog.getByRole('tab', { name: 'Card' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await dialog.getByRole('tab', { name: 'UPI' }).getAttribute('aria-selected')).toBe('true');
  });

  it('fits a phone and has no accessibility violations', async () => {
    await open();
    const results = await new AxeBuilder({ page }).include(['iframe', 'html']).analyze();
    expect(results.violations).toEqual([]);
    const frame = page.frames().find((each) => each.url().includes('/checkout/public'))!;
    expect(await frame.evaluate(FITS)).toBe(true);
  });
});

describe('pages for people', () => {
  const violations = async () => (await new AxeBuilder({ page }).analyze()).violations;
  const fits = () => page.evaluate(FITS);

  it('approve an order at PayPal and lead back to the shop', async () => {
    const shop = `http://127.0.0.1:${(shopPage.address() as AddressInfo).port}`;
    const { order } = running.sandbox.paypal.createOrder(
      {
        intent: 'CAPTURE',
        purchase_units: [{ amount: { currency_code: 'USD', value: '24.50' } }],
        payment_source: {
          paypal: { experience_context: { return_url: `${shop}/back`, cancel_url: shop, brand_name: 'Aranya' } },
        },
      },
      'browser-1',
    );
    await page.goto(running.sandbox.paypal.approvalUrl(order));
    expect([await violations(), await fits()]).toEqual([[], true]);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(`${shop}/back?token=${order.id}&PayerID=*`);
    expect(running.sandbox.paypal.order(order.id).status).toBe('APPROVED');
  });

  it('show mails as they come', async () => {
    await page.goto(`${running.url}/mailbox`);
    await page.getByText('No mails yet').waitFor();
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: running.smtpPort });
    await transport.sendMail({
      from: 'shop@example.com',
      to: 'asha@example.com',
      subject: 'Your code',
      html: '<h1>123456</h1>',
    });
    transport.close();
    await page.getByRole('link', { name: /Your code/ }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: '123456' }).waitFor();
    expect(await fits()).toBe(true);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No mails yet').waitFor();
    expect(await violations()).toEqual([]);
  });

  it('ask for failures, refund a payment and move the time', async () => {
    const { id } = await running.razorpay.orders.create({ amount: 129_900, currency: 'INR', receipt: 'R-1' });
    await running.control('POST', '/razorpay/pay', { order_id: id });
    await page.goto(`${running.url}/control`);
    expect([await violations(), await fits()]).toEqual([[], true]);

    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    expect(running.sandbox.faults.list()).toEqual([expect.objectContaining({ kind: 'decline', call: 'checkout.pay' })]);

    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('cell', { name: 'processed', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Advance 1 day' }).click();
    await page.getByText('24 h ahead').waitFor();
  });
});
