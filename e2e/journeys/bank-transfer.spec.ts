import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, register } from '../federation/accounts.ts';
import { mailTo } from '../mailbox.ts';
import { arriveAtOrder, openPiece, payButton, untilCartHas, whileToast, writeAddress } from './shopper-steps.ts';
import { signInAsStaff } from './staff-steps.ts';

// The whole shop with its demo data, in Chromium. The bank is a statement that staff import.
afterAll(closeBrowser);

const STUDS = 'AR-1105';
const ACCOUNT = {
  'Account holder': 'Aranya Jewels',
  Bank: 'HDFC Bank',
  'Account number': '50100012345678',
  IFSC: 'HDFC0001234',
};
const offered = (staff: Page) => staff.getByRole('switch', { name: 'Offer Bank transfer to buyers' });

async function enterAccount(staff: Page): Promise<void> {
  await staff.goto('/admin/payments/transfers?show=account');
  const form = staff.getByRole('form', { name: 'Account' });
  for (const [label, value] of Object.entries(ACCOUNT)) await form.getByLabel(label, { exact: true }).fill(value);
  await whileToast(staff, 'Account saved', () => form.getByRole('button', { name: 'Save' }).click());
}

async function switchOn(staff: Page): Promise<void> {
  await staff.goto('/admin/payments/methods');
  await whileToast(staff, 'Buyers are offered Bank transfer', () => offered(staff).click());
}

/** Other journeys see the checkout as it is delivered. */
async function switchOff(staff: Page): Promise<void> {
  await staff.goto('/admin/payments/methods');
  await whileToast(staff, 'Buyers are no longer offered Bank transfer', () => offered(staff).click());
}

async function importStatement(staff: Page, rows: string[][]): Promise<void> {
  await staff.goto('/admin/payments/transfers?show=statement');
  const csv = [['Date', 'Narration', 'Withdrawal Amt.', 'Deposit Amt.'], ...rows]
    .map((row) => row.join(','))
    .join('\n');
  await staff
    .getByLabel('Statement of the bank (CSV or XLSX)')
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await staff.getByRole('button', { name: 'Show the rows' }).click();
  await staff.getByRole('button', { name: 'Record 1 arrival' }).click();
  await staff.getByRole('heading', { name: 'The statement was recorded' }).waitFor();
}

/** As the buyer reads it. */
const detail = (page: Page, name: string): Promise<string> =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').first().innerText();

it('a buyer pays by bank transfer: staff switch it on and import the statement, and the order is there', async () => {
  await visit(async (staff) => {
    await staff.goto('/about');
    await signInAsStaff(staff);
    await enterAccount(staff);
    await switchOn(staff);

    await visit(async (page) => {
      const person = newPerson('Kavita');
      await page.goto('/about');
      await register(page, person);
      await openPiece(page, STUDS);
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await untilCartHas(page, 1);
      await page.goto('/checkout');
      await writeAddress(page);
      await page.getByRole('radio', { name: /^Bank transfer/ }).check();
      const price = (await payButton(page).textContent())!.replace('Pay ', '');
      const amount = price.replace('₹', '');
      expect(amount).toMatch(/^\d,\d{3}\.\d\d$/);
      await payButton(page).click();

      await page.getByRole('heading', { name: `Now transfer ${price} to us` }).waitFor();
      expect(await detail(page, 'Account holder')).toBe(ACCOUNT['Account holder']);
      expect(await detail(page, 'Account number')).toBe(ACCOUNT['Account number']);
      const reference = await detail(page, 'Reference');
      expect(reference).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
      const mail = await mailTo(person.email, /^How to pay/);
      for (const fact of [reference, ACCOUNT['Account number'], ACCOUNT.IFSC, amount])
        expect(mail.text).toContain(fact);

      await staff.goto('/admin/payments/transfers');
      await staff.getByText(reference).first().waitFor();
      await importStatement(staff, [
        ['01/04/2026', 'CHARGES', '12.50', ''],
        ['02/04/2026', `NEFT CR ${reference.toLowerCase()} KAVITA`, '', amount.replace(',', '')],
      ]);

      // The buyer's page is still open, and leads there by itself.
      await arriveAtOrder(page);
      await page.getByText('Bank transfer').first().waitFor();
      await untilCartHas(page, 0);
      expect((await mailTo(person.email, /confirmed/)).text).toContain(amount);
    });

    await staff.goto('/admin/payments/transfers?show=arrived&state=matched');
    await staff
      .getByText(/KAVITA/)
      .first()
      .waitFor();
    await switchOff(staff);
  });
});
