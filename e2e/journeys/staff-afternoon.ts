import { expect } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { mailTo } from '../mailbox.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { confirm, rowWith, untilSaved, type Day, type Step } from './staff-day.ts';

/** A new picture: a screenshot of the page. */
const pictureOf = async (page: Page) => ({
  name: 'piece.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ type: 'png' }),
});
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
/** Presses a button of a row, and answers the question that it asks. */
async function remove(day: Day, name: string, answer = 'Delete'): Promise<void> {
  const control = button(day.page, name);
  await day.hand.press(control);
  await confirm(day, answer);
  await control.waitFor({ state: 'detached' });
  await day.hand.holds(name);
}
/** Opens a product of the day by the list. */
async function openProduct({ hand, page, product }: Day): Promise<void> {
  await hand.goTo('Products');
  await hand.write(page.getByLabel('Name or SKU'), product.productGroup);
  await hand.press(button(page, 'Search'));
  await page.waitForURL(/q=/);
  const row = rowWith(page, product.productGroup).first();
  await row.waitFor();
  await hand.openRow(row);
  await heading(page, new RegExp(product.name)).waitFor();
}

/** What the shop says, whom it serves and who works in it. */
const SHOP: readonly Step[] = [
  [
    'makes a customization with a purity and its surcharge, changes it and deletes it',
    async (day) => {
      const { hand, page, mark } = day;
      const group = `ZX-${mark}`;
      await hand.goTo('Customization');
      await hand.write(page.getByRole('textbox', { name: 'Product group' }), group);
      await hand.press(button(page, 'Add Metal Purity'));
      await hand.write(page.getByLabel('Metal Purity 1'), '18K');
      await hand.write(page.getByLabel('Price 1 in ₹'), '500');
      await hand.press(button(page, 'Create'));
      const row = rowWith(page, group);
      await row.waitFor();
      await hand.press(row.getByRole('link', { name: `Edit ${group}` }));
      await page.getByRole('heading', { name: `Change ${group}` }).waitFor();
      await hand.isAt(page.getByRole('textbox', { name: 'Product group' }), 'the form of the customization');
      await hand.press(button(page, 'Add Metal Purity'));
      await hand.write(page.getByLabel('Metal Purity 2'), '22K');
      await hand.press(button(page, 'Remove Metal Purity 1'));
      await hand.holds('taking a purity away');
      await hand.press(button(page, 'Update'));
      await row.filter({ hasText: '22K' }).filter({ hasNotText: '18K' }).waitFor();
      await hand.holds('saving the customization');
      await remove(day, `Delete ${group}`);
    },
  ],
  [
    'adds a ring size to its list, looks at it and leaves it as it is, sorts the list and deletes the size',
    async (day) => {
      const { hand, page, mark } = day;
      await hand.goTo('Sizes');
      const add = button(page, 'Add ring size');
      await hand.press(add);
      const drawer = page.getByRole('dialog');
      await hand.write(drawer.getByLabel('Ring size'), `Size ${mark}`);
      await hand.press(drawer.getByRole('button', { name: 'Create' }));
      await drawer.waitFor({ state: 'detached' });
      await hand.isAt(add, 'the button that added the size');
      const edit = button(page, `Edit Size ${mark}`);
      await hand.press(edit);
      await drawer.waitFor();
      await hand.leave(drawer);
      await hand.isAt(edit, 'the button of the size');
      await hand.press(button(page, /^Ring size/));
      await page.locator('th[aria-sort]').filter({ hasText: 'Ring size' }).waitFor();
      await remove(day, `Delete Size ${mark}`);
    },
  ],
  [
    'adds a category, renames it where it stands and deletes it',
    async (day) => {
      const { hand, page, mark } = day;
      const [first, then] = [`anklet ${mark}`, `payal ${mark}`];
      await hand.goTo('Categories');
      await hand.press(button(page, 'Add category'));
      const drawer = page.getByRole('dialog');
      await hand.write(drawer.getByLabel('category', { exact: true }), first);
      await hand.press(drawer.getByRole('button', { name: 'Save' }));
      await drawer.waitFor({ state: 'detached' });
      await hand.press(button(page, `Edit ${first}`));
      const field = page.getByLabel(`category, now ${first}`);
      await field.waitFor();
      await hand.isAt(field, 'the name of the category');
      await hand.write(field, then);
      await hand.press(button(page, 'Save'));
      await button(page, `Edit ${then}`).waitFor();
      await hand.isAt(button(page, `Edit ${then}`), 'the button of the renamed category');
      await remove(day, `Delete ${then}`);
    },
  ],
  [
    'makes a collection of all rings as a draft, moves it up and down, and deletes it',
    async (day) => {
      const { hand, page, mark } = day;
      const name = `Rings of ${mark}`;
      await hand.goTo('Collections');
      await hand.press(page.getByRole('link', { name: 'Add collection' }));
      await heading(page, 'Add collection').waitFor();
      await hand.write(page.getByLabel('Name', { exact: true }), name);
      await hand.choose(page.getByLabel('Category', { exact: true }), 'ring');
      await hand.press(button(page, 'Create'));
      await page.waitForURL(/\/admin\/collection\/[0-9a-f]{24}$/);
      await heading(page, name).waitFor();
      await hand.holds('making the collection');
      await hand.press(page.getByRole('link', { name: 'Collections' }).filter({ hasText: '←' }));
      const down = button(page, `Down ${name}`);
      await hand.press(button(page, `Up ${name}`));
      await down.waitFor();
      await hand.holds('moving the collection up');
      await hand.press(down);
      await down.waitFor({ state: 'detached' });
      await hand.holds('moving the collection down');
      await remove(day, `Delete ${name}`);
    },
  ],
  [
    'plans a banner with its picture for next year, and takes it off',
    async (day) => {
      const { hand, page, mark } = day;
      const title = `Akshaya Tritiya ${mark}`;
      const year = new Date().getFullYear() + 1;
      await hand.goTo('Discount banner');
      const add = button(page, 'Add banner');
      await hand.press(add);
      const drawer = page.getByRole('dialog', { name: 'Create Banner' });
      await hand.attach(drawer.getByLabel('Image'), await pictureOf(page));
      await drawer.getByAltText('The chosen picture').waitFor();
      await hand.write(drawer.getByLabel('Banner title'), title);
      await hand.write(drawer.getByLabel('Shown from'), `${year}-04-20T09:00`);
      await hand.write(drawer.getByLabel('Shown until'), `${year}-04-21T21:30`);
      expect(await drawer.getByLabel('Shown until').inputValue()).toBe(`${year}-04-21T21:30`);
      await hand.press(drawer.getByRole('button', { name: 'Create Banner' }));
      await drawer.waitFor({ state: 'detached' });
      await hand.isAt(add, 'the button that added the banner');
      await rowWith(page, title).getByText('coming', { exact: true }).waitFor();
      await remove(day, `Delete ${title}`);
    },
  ],
  [
    'changes a text of the shop, adds a promise and takes it away again',
    async ({ hand, page, mark }) => {
      await hand.goTo('Brand and seller');
      const form = page.getByRole('form', { name: 'Brand and seller' });
      const field = form.getByLabel('Tagline');
      await field.waitFor();
      const before = await field.inputValue();
      const save = form.getByRole('button', { name: 'Save' });
      for (const text of [`By hand ${mark}`, before]) {
        await hand.write(field, text);
        await hand.press(save);
        await untilSaved(save);
        await hand.holds('saving a text');
      }
      await hand.press(form.getByRole('button', { name: 'Add a promise' }));
      const own = form.getByRole('button', { name: /^Remove promise/ });
      const count = await own.count();
      await hand.press(own.last());
      await eventually(async () => (await own.count()) === count - 1, { what: 'one promise less' });
    },
  ],
  [
    'teaches the search two words, changes what they mean and deletes them',
    async (day) => {
      const { hand, page, mark } = day;
      await hand.goTo('Search words');
      await hand.write(page.getByLabel('Words of shoppers'), `anguthi${mark}`);
      await hand.write(page.getByLabel('What they mean'), `rng${mark}`);
      await hand.press(button(page, 'Create'));
      const row = rowWith(page, `anguthi${mark}`);
      await row.waitFor();
      await hand.holds('making a synonym');
      await hand.press(row.getByRole('link', { name: `Edit rng${mark}` }));
      await page.getByRole('heading', { name: `Change what means rng${mark}` }).waitFor();
      await hand.isAt(page.getByLabel('Words of shoppers'), 'the form of the synonym');
      await hand.write(page.getByLabel('What they mean'), `ring${mark}`);
      await hand.press(button(page, 'Update'));
      await row.getByRole('link', { name: `Edit ring${mark}` }).waitFor();
      await remove(day, `Delete ring${mark}`);
    },
  ],
  [
    'answers a review, and hides it with a reason',
    async ({ hand, page, reviewer }) => {
      await hand.goTo('Reviews');
      const row = rowWith(page, reviewer).first();
      await hand.press(row.getByRole('button', { name: /^Answer/ }));
      const answer = page.getByRole('dialog', { name: 'Answer this review' });
      await hand.write(answer.getByLabel('Answer of the shop'), 'Thank you');
      await hand.press(answer.getByRole('button', { name: 'Save' }));
      await answer.waitFor({ state: 'detached' });
      const change = row.getByRole('button', { name: /^Change answer/ });
      await change.waitFor();
      await hand.isAt(change, 'the button of the answer');
      await hand.press(row.getByRole('button', { name: /^Hide/ }));
      const question = page.getByRole('dialog', { name: 'Hide this review?' });
      await hand.write(question.getByLabel('Reason'), 'A test of the staff');
      await hand.press(question.getByRole('button', { name: 'Hide' }));
      await question.waitFor({ state: 'detached' });
      await row.getByText('hidden', { exact: true }).waitFor();
      await hand.isAt(row.getByRole('button', { name: /^Show/ }), 'the button that shows it again');
    },
  ],
  [
    'adds the days of a PIN code, finds the row, changes and removes it',
    async (day) => {
      const { hand, page, mark } = day;
      const pincode = `19${mark.slice(-4)}`;
      await hand.goTo('Delivery days');
      const field = (label: string) => page.getByLabel(label, { exact: true });
      const write = (label: string, text: string) => hand.write(field(label), text);
      await write('PIN code or its first digits', pincode);
      await write('City', 'Leh');
      await hand.choose(field('State'), 'Ladakh');
      await write('Business days, at least', '4');
      await write('Business days, at most', '6');
      await hand.press(button(page, 'Save row'));
      await eventually(async () => (await field('City').inputValue()) === '', { what: 'the row saved' });
      await hand.holds('saving a row');
      await write('PIN code, city or state', pincode);
      await hand.press(button(page, 'Search'));
      await page.waitForURL(/q=19/);
      const edit = button(page, `Edit ${pincode}`);
      await hand.press(edit);
      await hand.isAt(field('City'), 'the form of the row');
      await write('Business days, at most', '8');
      await hand.press(button(page, 'Save row'));
      await rowWith(page, pincode).getByText('4 to 8').waitFor();
      await hand.isAt(edit, 'the button of the row');
      await remove(day, `Remove ${pincode}`, 'Remove');
    },
  ],
  [
    'adds a courier with its page of a parcel, and removes it',
    async (day) => {
      const { hand, page, mark } = day;
      await hand.press(page.getByRole('link', { name: 'Couriers', exact: true }));
      await heading(page, 'Couriers').waitFor();
      await hand.write(page.getByRole('textbox', { name: 'Courier', exact: true }), `Hill ${mark}`);
      await hand.write(page.getByLabel('Page of a parcel'), 'https://hill.example/{number}');
      await hand.press(button(page, 'Save courier'));
      await rowWith(page, `Hill ${mark}`).waitFor();
      await remove(day, `Remove Hill ${mark}`, 'Remove');
    },
  ],
  [
    'changes what a gift wrap costs, and puts it back',
    async ({ hand, page }) => {
      await hand.goTo('Charges', 'Charges configuration');
      const form = page.getByRole('form', { name: 'Charges' });
      const field = form.getByLabel('Gift wrap in ₹');
      await field.waitFor();
      const before = await field.inputValue();
      const save = form.getByRole('button', { name: 'Save' });
      for (const rupees of [String(Number(before) + 1), before]) {
        await hand.write(field, rupees);
        await hand.press(save);
        await untilSaved(save);
        await hand.holds('saving a charge');
      }
    },
  ],
  [
    'makes a role for packing, and deletes it',
    async (day) => {
      const { hand, page, mark } = day;
      await hand.goTo('Roles');
      const form = page.getByRole('form', { name: 'Role' });
      await hand.write(form.getByLabel('Name', { exact: true }), `Packing ${mark}`);
      await hand.tick(form.getByRole('checkbox', { name: 'See orders and sales' }));
      await hand.press(form.getByRole('button', { name: 'Create' }));
      await button(page, `Delete Packing ${mark}`).waitFor();
      await hand.holds('making a role');
      await remove(day, `Delete Packing ${mark}`);
    },
  ],
  [
    'invites a colleague with a role, takes the invitation back, and leaves the own role as it is',
    async (day) => {
      const { hand, page, mark } = day;
      const email = `packing-${mark}@example.com`;
      await hand.goTo('Staff');
      const invite = button(page, 'Invite');
      await hand.press(invite);
      const dialog = page.getByRole('dialog', { name: 'Invite to the staff' });
      await hand.write(dialog.getByLabel('E-mail'), email);
      await hand.choose(dialog.getByLabel('Role'), 'Order desk');
      await hand.press(dialog.getByRole('button', { name: 'Send invitation' }));
      await dialog.waitFor({ state: 'detached' });
      await hand.isAt(invite, 'the button that invited');
      await mailTo(email, /^Join the staff/);
      await remove(day, `Take back ${email}`, 'Take back');
      const own = rowWith(page, '(you)').getByRole('button', { name: /^Change role/ });
      await hand.press(own);
      const role = page.getByRole('dialog', { name: /^Role of/ });
      await role.getByText('This is your own account').waitFor();
      await hand.leave(role);
      await hand.isAt(own, 'the button of the own role');
    },
  ],
  [
    'finds in the audit trail what somebody changed, and what of it',
    async ({ hand, page }) => {
      await hand.goTo('Audit trail');
      await hand.write(page.getByLabel(/^Who: name/), shopUnderTest().admin.email);
      await hand.press(button(page, 'Search'));
      await page.waitForURL(/q=/);
      // The rows of before stay until those that were found are there.
      const first = page.locator('table:not([aria-busy]) tbody tr[data-index]').first();
      await first.waitFor();
      const changes = page.locator('tbody summary').first();
      await hand.press(changes);
      await eventually(() => changes.evaluate((head) => head.parentElement!.hasAttribute('open')), {
        what: 'the changes opened',
      });
      await hand.press(first.locator('td[data-label="Who"]').getByRole('link'));
      await page.waitForURL(/by=/);
      await page.getByRole('link', { name: /^Remove Who/ }).waitFor();
    },
  ],
  [
    'looks whether work failed',
    async ({ hand, page }) => {
      await hand.goTo('Failed work');
      await page.getByText(/^What a service does after a change/).waitFor();
    },
  ],
];

/** One piece, from its price to an edit of several. */
const PRODUCTS: readonly Step[] = [
  [
    'finds a product and changes its price and its text',
    async (day) => {
      const { hand, page } = day;
      await openProduct(day);
      const form = page.getByRole('form', { name: 'Product' });
      await hand.write(form.getByLabel('Price in ₹'), '4321');
      await hand.write(form.getByLabel('Short description'), 'Hammered by hand');
      const update = form.getByRole('button', { name: 'Update' });
      await hand.press(update);
      await untilSaved(update);
      await hand.holds('saving a product');
    },
  ],
  [
    'gives it a picture',
    async ({ hand, page }) => {
      const form = page.getByRole('form', { name: 'Product' });
      const pictures = form.locator('section').filter({ has: page.getByRole('heading', { name: 'Pictures' }) });
      const update = form.getByRole('button', { name: 'Update' });
      await hand.attach(pictures.locator('input[type=file]').first(), await pictureOf(page));
      await eventually(() => update.isEnabled(), { what: 'the picture uploaded' });
      await hand.press(update);
      await untilSaved(update);
    },
  ],
  [
    'writes off a piece with its reason',
    async ({ hand, page }) => {
      await hand.press(page.getByRole('link', { name: 'Stock', exact: true }));
      const record = button(page, 'Record movement');
      await hand.press(record);
      const dialog = page.getByRole('dialog', { name: 'Record movement' });
      await hand.choose(dialog.getByLabel('What happened'), 'Written off');
      await hand.write(dialog.getByLabel('Pieces that are gone'), '1');
      await hand.write(dialog.getByLabel('Reason'), 'The clasp broke');
      await hand.press(dialog.getByRole('button', { name: 'Record' }));
      await dialog.waitFor({ state: 'detached' });
      await rowWith(page, 'The clasp broke').waitFor();
      await hand.isAt(record, 'the button that records');
    },
  ],
  [
    'plans a price for next year, and takes the plan back',
    async (day) => {
      const { hand, page } = day;
      await hand.press(page.getByRole('link', { name: 'Planned changes', exact: true }));
      const plan = button(page, 'Plan a change');
      await hand.press(plan);
      const dialog = page.getByRole('dialog', { name: 'Plan a change' });
      await hand.choose(dialog.getByLabel('What changes'), 'Status');
      await hand.choose(dialog.getByLabel('What changes'), 'Price');
      await hand.write(dialog.getByLabel('Price in ₹'), '5000');
      await hand.write(dialog.getByLabel('When'), `${new Date().getFullYear() + 1}-01-10T10:15`);
      await hand.press(dialog.getByRole('button', { name: 'Plan', exact: true }));
      await dialog.waitFor({ state: 'detached' });
      await hand.isAt(plan, 'the button that plans');
      const takeBack = button(page, /^Take back Price ₹5,000/);
      await hand.press(takeBack);
      await confirm(day, 'Take back');
      await takeBack.waitFor({ state: 'detached' });
    },
  ],
  [
    'adds a variant whose tone is taken from the list',
    async ({ hand, page, product }) => {
      await hand.press(page.getByRole('link', { name: 'Add a variant' }));
      await heading(page, `Add a variant of ${product.productGroup}`).waitFor();
      const form = page.getByRole('form', { name: 'Product' });
      const tones = form.getByLabel('Metal tones', { exact: true });
      const pictures = form.locator('section').filter({ has: page.getByRole('heading', { name: 'Pictures' }) });
      await hand.attach(pictures.locator('input[type=file]').first(), await pictureOf(page));
      await pictures.locator('img').first().waitFor();
      const tone = await tones.evaluate((field) => (field as HTMLInputElement).list!.options[1]!.value);
      await hand.write(tones, tone);
      await hand.press(form.getByRole('button', { name: 'Add to Metal tones' }));
      await form.getByRole('button', { name: `Remove ${tone}` }).waitFor();
      await hand.press(form.getByRole('button', { name: `Remove ${tone}` }));
      await hand.holds('taking a value out of a list');
      await hand.write(tones, tone);
      await hand.press(form.getByRole('button', { name: 'Add to Metal tones' }));
      await hand.press(form.getByRole('button', { name: 'Create' }));
      await page.waitForURL(/\/admin\/product\/[0-9a-f]{24}$/);
      await heading(page, new RegExp(`${product.name}, ${tone}`)).waitFor();
    },
  ],
  [
    'raises the prices of both by per cent: preview, apply, undo',
    async (day) => {
      const { hand, page, product } = day;
      await hand.goTo('Products');
      await hand.write(page.getByLabel('Name or SKU'), product.productGroup);
      await hand.press(button(page, 'Search'));
      await page.getByText('2 products', { exact: true }).waitFor();
      await hand.selectRow(page.locator('tbody tr[data-index="0"]'));
      await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
      await hand.press(button(page, 'Clear selection'));
      await hand.holds('clearing the selection');
      await hand.tick(page.getByRole('checkbox', { name: 'Select all rows of this page' }));
      await hand.press(button(page, 'Edit 2 products'));
      await page.waitForURL(/\/admin\/product-edit\/[0-9a-f]{24}$/);
      await hand.choose(page.getByLabel('Price', { exact: true }), 'By per cent');
      await hand.write(page.getByLabel('Change in %'), '10');
      await hand.press(button(page, 'Preview'));
      await page.getByText('2 to change, 0 with a problem').waitFor();
      await hand.holds('making a preview');
      await hand.press(button(page, 'Apply to 2 products'));
      await confirm(day, 'Apply');
      await page.getByText('Applied: 2 changed').waitFor();
      await hand.holds('applying the edit');
      await hand.press(button(page, 'Undo'));
      await confirm(day, 'Undo');
      await page.getByText('Undone: 2 restored').waitFor();
    },
  ],
  [
    'deletes both again',
    async (day) => {
      const { hand, page, product } = day;
      await hand.goTo('Products');
      await hand.write(page.getByLabel('Name or SKU'), product.productGroup);
      await hand.press(button(page, 'Search'));
      await page.getByText('2 products', { exact: true }).waitFor();
      for (const left of [1, 0]) {
        const deletes = page.getByRole('button', { name: new RegExp(`^Delete ${product.name}`) });
        await hand.press(deletes.first());
        await confirm(day, 'Delete');
        await eventually(async () => (await deletes.count()) === left, { what: `${left} of them left` });
        await hand.holds('deleting a product');
      }
    },
  ],
  [
    'signs out, and is a guest on the home page',
    async ({ hand, page }) => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await hand.press(menu);
      await hand.press(page.getByRole('link', { name: 'Sign out' }));
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
    },
  ],
];

/** The shop, its people and its pieces, up to the sign-out. */
export const AFTERNOON: readonly Step[] = [...SHOP, ...PRODUCTS];
