import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { axeFindings } from '../axe.ts';
import { closeBrowser, visit } from '../browser.ts';
import { newPerson, register } from '../federation/accounts.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { mailTo } from '../mailbox.ts';
import { arriveAtOrder, openPiece, payButton, payByCard, untilCartHas, writeAddress } from './shopper-steps.ts';

// The whole shop with its demo data, in Chromium. Razorpay and the mail server are the sandbox.
afterAll(closeBrowser);

const STUDS = 'AR-1105';
const linkIn = (text: string): string => /\/order\/link\/\S+/.exec(text)![0];

it('the link in the mail shows the order to whoever has it, without scripts as well, and nothing of the account', async () => {
  const person = newPerson('Meera');
  let id = '';
  await visit(async (page) => {
    await page.goto('/about');
    await register(page, person);
    await openPiece(page, STUDS);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await untilCartHas(page, 1);
    await page.goto('/checkout');
    await writeAddress(page);
    await payButton(page).click();
    await payByCard(page, 'Success');
    id = await arriveAtOrder(page);
  });
  const number = `#${id.slice(-6).toUpperCase()}`;
  const link = linkIn((await mailTo(person.email, /is confirmed/)).text);

  await visit(
    async (page) => {
      const answer = (await page.goto(link))!;
      const { 'cache-control': kept, 'referrer-policy': referrer } = answer.headers();
      expect([answer.status(), kept, referrer]).toEqual([200, 'no-store', 'no-referrer']);
      await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
      await page.getByText('14 Bapu Bazaar').waitFor();
      expect(await page.getByRole('main').textContent()).not.toContain(person.email);
    },
    { javaScriptEnabled: false },
  );

  await visit(
    async (page) => {
      await page.goto('/about');
      await untilHydrated(page, '#page h1');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Track an order' }).click();
      await page.getByLabel('Order number').fill(number.toLowerCase());
      await page.getByLabel('E-mail address').fill(person.email);
      await page.getByRole('button', { name: 'Mail me the link' }).click();
      await page.getByRole('heading', { name: 'Please look into your mailbox' }).waitFor();
      expect(await axeFindings(page, { within: '#page' })).toEqual([]);

      await page.goto(linkIn((await mailTo(person.email, /^The link to your/)).text));
      await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
      await untilHydrated(page, '#page h1');
      const invoice = page.getByRole('link', { name: 'Invoice as PDF' });
      await invoice.waitFor();
      const paper = await page.request.get((await invoice.getAttribute('href'))!);
      expect(paper.headers()['content-type']).toBe('application/pdf');
      expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
      expect(await axeFindings(page, { within: '#page' })).toEqual([]);
      // The link opens this order and no session.
      await page.goto(`/user/order/${id}`);
      await eventually(() => new URL(page.url()).pathname === '/', { what: 'a guest was led to the home page' });
      await page.goto(`${link}x`);
      await page.getByText('This link does not work any more').waitFor();
    },
    { tolerates: /410/ },
  );
});
