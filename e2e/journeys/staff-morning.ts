import { expect } from '@jest/globals';
import { untilWindowHydrated } from '../federation/page-watch.ts';
import { codeFor } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { headingOrPage } from './hands.ts';
import { confirm, rowWith, type Day, type Step } from './staff-day.ts';
import { shortId } from './staff-steps.ts';

const parcels = ({ page }: Day) =>
  page.getByRole('complementary', { name: 'What can be done' }).locator('section').filter({ hasText: 'Parcels' });
const timeline = ({ page }: Day) => page.getByRole('region', { name: 'Notes and what happened' });
const orderHeading = ({ page, order }: Day) => page.getByRole('heading', { level: 1, name: `Order ${shortId(order)}` });
/** Sends all that is left of the order in one parcel. */
async function sendTheRest(day: Day, number: string): Promise<void> {
  const { hand, page } = day;
  await hand.write(parcels(day).getByLabel('Courier', { exact: true }), `Swift ${day.mark}`);
  await hand.write(parcels(day).getByLabel('Tracking number'), number);
  await hand.press(parcels(day).getByRole('button', { name: 'Send this parcel' }));
  await page.getByRole('button', { name: 'Mark as Delivered' }).waitFor();
}

/** Orders, from the sign-in to the queue of what is left. */
export const MORNING: readonly Step[] = [
  [
    'signs in with the code that was mailed, and opens the staff area from the menu of the account',
    async ({ hand, page }) => {
      const { email, password } = shopUnderTest().admin;
      await page.goto('/');
      await untilWindowHydrated(page);
      await hand.press(page.getByRole('banner').getByRole('button', { name: 'Sign in' }));
      const panel = page.getByRole('dialog', { name: 'Sign in' });
      await hand.write(panel.getByLabel('USERNAME OR EMAIL'), email);
      await hand.write(panel.getByLabel('PASSWORD', { exact: true }), password);
      const since = new Date();
      await hand.press(panel.getByRole('button', { name: 'LOGIN' }));
      await panel.getByRole('heading', { name: 'ENTER OTP' }).waitFor();
      await hand.write(panel.getByLabel('CODE'), await codeFor(email, since));
      await hand.press(panel.getByRole('button', { name: 'Verify & Login' }));
      await panel.waitFor({ state: 'detached' });
      await hand.press(page.getByRole('banner').getByRole('button', { name: /^Account of/ }));
      await hand.press(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }));
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await hand.isAt(headingOrPage(page), 'the heading of the dashboard');
    },
  ],
  [
    'looks at the sales of seven days on the dashboard',
    async ({ hand, page }) => {
      const days = page.getByRole('link', { name: '7 days' });
      await hand.press(days);
      await page.waitForURL(/period=7-days/);
      await days.and(page.locator('[aria-current]')).waitFor();
      await hand.isAt(days, 'the period that was chosen');
    },
  ],
  [
    'reads the notice of a new order, and is where the bell is when the list is closed',
    async ({ hand, page, order }) => {
      const bell = page.getByRole('button', { name: 'Notices' });
      await hand.press(bell);
      const list = page.getByRole('dialog', { name: 'Notices' });
      const read = list.getByRole('button', { name: new RegExp(`^Mark as read New order ${shortId(order)}`) });
      await hand.press(read);
      await read.waitFor({ state: 'detached' });
      await hand.holds('marking a notice as read');
      await hand.leave(list);
      await hand.isAt(bell, 'the bell');
    },
  ],
  [
    'finds a screen with the command palette',
    async ({ hand, page }) => {
      await hand.find('Charges', 'Charges');
      await page.getByRole('heading', { level: 1, name: 'Charges configuration' }).waitFor();
    },
  ],
  [
    'finds an order by its number with the command palette',
    async (day) => {
      await day.hand.find(shortId(day.order), new RegExp(shortId(day.order)));
      await orderHeading(day).waitFor();
      await day.hand.isAt(headingOrPage(day.page), 'the heading of the order');
    },
  ],
  [
    'searches the orders, filters them by status and sorts them by total',
    async ({ hand, page, order }) => {
      await hand.goTo('Orders');
      await hand.write(page.getByLabel(/^Number, name/), shortId(order));
      await hand.press(page.getByRole('button', { name: 'Search', exact: true }));
      await page.waitForURL(/q=/);
      await page.getByText('1 order', { exact: true }).waitFor();
      const filters = page.getByRole('button', { name: /^Filters/ });
      await hand.press(filters);
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await hand.choose(sheet.getByLabel('Status'), 'Processing');
      await hand.press(sheet.getByRole('button', { name: 'Show' }));
      await page.waitForURL(/status=Processing/);
      await hand.isAt(filters, 'the button of the filters');
      await hand.press(page.getByRole('link', { name: /^Remove Status: Processing/ }));
      await page.waitForURL((url) => !url.searchParams.has('status'));
      await hand.holds('taking a filter away');
      await hand.press(page.getByRole('button', { name: /^Total/ }));
      await page.waitForURL(/sort=total/);
      await rowWith(page, shortId(order)).first().waitFor();
    },
  ],
  [
    'keeps that as a view of its own, saves its rows as a file, and deletes the view again',
    async ({ hand, page, mark }) => {
      const name = `Day ${mark}`;
      await hand.press(page.getByRole('button', { name: 'Save view' }));
      const dialog = page.getByRole('dialog', { name: 'Save this view' });
      await hand.write(dialog.getByLabel('Name'), name);
      await hand.press(dialog.getByRole('button', { name: 'Save', exact: true }));
      await page.waitForURL(/view=/);
      await page.getByRole('link', { name }).and(page.locator('[aria-current]')).waitFor();
      await hand.holds('saving a view');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        hand.press(page.getByRole('button', { name: 'CSV', exact: true })),
      ]);
      expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
      await hand.press(page.getByRole('button', { name: /^View…/ }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Delete this view' }));
      await confirm({ hand, page } as Day, 'Delete');
      await page.getByRole('link', { name }).waitFor({ state: 'detached' });
    },
  ],
  [
    'opens the order from its row, and is at the row again on the way back',
    async (day) => {
      const { hand, page, order } = day;
      await hand.goTo('Orders');
      // It was there before, with a search: its heading does not say that the whole list is.
      await page.waitForURL(({ search }) => search === '');
      const row = rowWith(page, shortId(order)).first();
      await hand.openRow(row);
      await orderHeading(day).waitFor();
      await hand.press(page.getByRole('link', { name: 'Orders' }).filter({ hasText: '←' }));
      await row.waitFor();
      await hand.isAt(row, 'the row that was opened');
      await hand.openRow(row);
      await orderHeading(day).waitFor();
    },
  ],
  [
    'writes a note for the colleagues, and goes on at the note',
    async (day) => {
      const { hand, page, mark } = day;
      const add = page.getByRole('button', { name: 'Add the note' });
      await hand.write(page.getByLabel('Internal note'), `The box comes later, ${mark}`);
      await hand.press(add);
      await timeline(day).getByText(`The box comes later, ${mark}`).waitFor();
      await hand.isAt(add, 'the button of the note');
    },
  ],
  [
    'deletes the note again',
    async (day) => {
      const { hand, mark } = day;
      await hand.press(
        timeline(day)
          .getByRole('button', { name: /^Delete the note/ })
          .first(),
      );
      await confirm(day, 'Delete the note');
      await timeline(day).getByText(`The box comes later, ${mark}`).waitFor({ state: 'detached' });
    },
  ],
  [
    'takes the order, so that colleagues leave it alone',
    async ({ hand, page, order }) => {
      await hand.press(page.getByRole('button', { name: `Take Order ${shortId(order)}` }));
      const giveBack = page.getByRole('button', { name: `Give back Order ${shortId(order)}` });
      await giveBack.waitFor();
      await hand.isAt(giveBack, 'the button that gives it back');
    },
  ],
  [
    'prints the packing slip',
    async ({ hand, page }) => {
      const slip = page.getByRole('link', { name: 'Packing slip' });
      const [file] = await Promise.all([page.waitForEvent('download'), hand.press(slip)]);
      expect(file.suggestedFilename()).toMatch(/\.pdf$/);
      await hand.isAt(slip, 'the link of the packing slip');
    },
  ],
  [
    'takes the pieces from the shelf by the pick list',
    async (day) => {
      const { hand, page, order } = day;
      await hand.press(
        page.getByRole('complementary', { name: 'What can be done' }).getByRole('link', { name: 'Pick list' }),
      );
      await page.getByRole('heading', { level: 1, name: 'Pick list' }).waitFor();
      for (const { product } of order.items)
        await hand.tick(page.getByRole('checkbox', { name: `1 × ${product.name} picked` }));
      await hand.press(
        page
          .getByRole('main')
          .getByRole('link', { name: shortId(order) })
          .first(),
      );
      await orderHeading(day).waitFor();
    },
  ],
  [
    'sends the first piece with a courier and a tracking number',
    async (day) => {
      const { hand, mark, order } = day;
      await hand.tick(parcels(day).getByRole('checkbox', { name: order.items[1]!.product.name }), false);
      await hand.write(parcels(day).getByLabel('Courier', { exact: true }), `Swift ${mark}`);
      await hand.write(parcels(day).getByLabel('Tracking number'), 'SW 1');
      await hand.press(parcels(day).getByRole('button', { name: 'Send this parcel' }));
      await parcels(day).getByText('SW 1', { exact: true }).waitFor();
    },
  ],
  [
    'corrects the tracking number of the parcel',
    async (day) => {
      const { hand, page } = day;
      const correct = parcels(day).getByRole('button', { name: /^Correct the parcel/ });
      await hand.press(correct);
      const dialog = page.getByRole('dialog', { name: 'Correct the parcel' });
      await hand.write(dialog.getByLabel('Tracking number'), 'SW 11');
      await hand.press(dialog.getByRole('button', { name: 'Save the parcel' }));
      await dialog.waitFor({ state: 'detached' });
      await parcels(day).getByText('SW 11', { exact: true }).waitFor();
      await hand.isAt(correct, 'the button that corrects the parcel');
    },
  ],
  [
    'sends the rest, sees a mistake and takes it back',
    async (day) => {
      const { hand, page } = day;
      await sendTheRest(day, 'SW 2');
      await hand.press(page.getByRole('button', { name: 'Back to Processing' }));
      await parcels(day).getByRole('button', { name: 'Send this parcel' }).waitFor();
    },
  ],
  ['sends the rest again, with the right number', (day) => sendTheRest(day, 'SW 3')],
  [
    'pays one piece back, and proves by the password who it is',
    async (day) => {
      const { hand, page, order } = day;
      const refund = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Refund', exact: true }) });
      await hand.tick(refund.getByRole('checkbox', { name: order.items[0]!.product.name }));
      await hand.choose(refund.getByLabel('Reason'), 'Damaged piece');
      await hand.write(refund.getByLabel('Note for the shop'), 'A scratch on it');
      await hand.press(refund.getByRole('button', { name: 'Pay back…' }));
      await hand.press(
        page.getByRole('dialog', { name: /^Pay back ₹/ }).getByRole('button', { name: 'Pay back', exact: true }),
      );
      const proof = page.getByRole('dialog', { name: 'Please enter your password' });
      await hand.write(proof.getByLabel('Your password', { exact: true }), shopUnderTest().admin.password);
      await hand.press(proof.getByRole('button', { name: 'Confirm' }));
      await refund.getByText(`1 × ${order.items[0]!.product.name}: paid back`).waitFor();
    },
  ],
  [
    'takes what waits from the work queue, finds it among what is theirs, and gives it back',
    async ({ hand, page, waiting }) => {
      await hand.goTo('Work queue');
      const who = page.getByLabel('Who works on it', { exact: true });
      await hand.choose(who, 'Not taken');
      await page.waitForURL(/who=free/);
      await hand.isAt(who, 'the choice of whose work it is');
      const row = rowWith(page, shortId(waiting));
      await hand.press(row.getByRole('button', { name: /^Take / }));
      await row.waitFor({ state: 'detached' });
      await hand.holds('taking the last entry of the queue');
      await hand.choose(who, 'Taken by me');
      await page.waitForURL(/who=mine/);
      await hand.press(row.getByRole('button', { name: /^Give back / }));
      await row.waitFor({ state: 'detached' });
    },
  ],
];
