import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson } from '../federation/accounts.ts';
import { newAddress } from '../local-address.ts';
import {
  arriveAtOrder,
  newAccount,
  openPiece,
  payButton,
  payByCard,
  signInByPanel,
  untilCartHas,
  whileToast,
  writeAddress,
} from './shopper-steps.ts';

// The whole shop with its demo data and the rate limits that ship, in Chromium. Razorpay and the mail server are the sandbox.
afterAll(closeBrowser);

/** Earrings of the demo data, with plenty of stock and preselected options. */
const STUDS = 'AR-1105';
const DROPS = 'AR-1117';
/** What each looks at before buying: more pages than the 60 that once locked a household out of signing in, in all. */
const LISTINGS = ['/product/ring', '/product/earring', '/product/necklace', '/product/bracelet', '/product/pendant'];
const ROUNDS = 4;

async function browse(page: Page): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const listing of LISTINGS) {
      const answer = await page.goto(listing);
      expect([listing, answer!.status()]).toEqual([listing, 200]);
    }
    await openPiece(page, DROPS);
  }
}

it('three people behind one address browse, sign in and buy side by side', async () => {
  const people = ['Meera', 'Ravi', 'Dadi'].map(newPerson);
  for (const person of people) await newAccount(person);
  const address = newAddress();
  const orders: string[] = [];
  await Promise.all(
    people.map((person) =>
      visit(
        async (page) => {
          await browse(page);
          await openPiece(page, STUDS);
          await page.getByRole('button', { name: 'Add to cart' }).click();
          await whileToast(page, 'Added to cart!', () => signInByPanel(page, person));
          await untilCartHas(page, 1);
          await page.goto('/checkout');
          await writeAddress(page);
          await payButton(page).click();
          await payByCard(page, 'Success');
          orders.push(await arriveAtOrder(page));
        },
        // A guest's refused call opens the sign-in panel; Chromium logs it.
        { address, tolerates: /status of 401/ },
      ),
    ),
  );
  expect(new Set(orders).size).toBe(3);
});
