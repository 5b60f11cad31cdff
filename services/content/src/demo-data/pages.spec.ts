import { expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import { brand } from './brand.ts';
import { pages } from './pages.ts';
import { banners, posts } from './showcase.ts';

const textOf = (slug: string): string => JSON.stringify(pages.find((page) => page.slug === slug)!.blocks);

it('promises as many engraved letters as can be ordered', () => {
  const isTaken = (letters: number) => catalog.customizations.safeParse({ engraving: 'A'.repeat(letters) }).success;
  expect([isTaken(40), isTaken(41)]).toEqual([true, false]);
  expect(textOf('faqs')).toContain('up to forty letters');
});

it('calls diamonds that were not mined laboratory-grown, and nothing else', () => {
  expect(catalog.misleadingDiamondWords(JSON.stringify([pages, brand, banners(), posts()]))).toBeUndefined();
  expect(textOf('diamond-education')).toContain('laboratory-grown diamonds');
});

it('leads who complains to the grievance officer, whom the brand names, in the time that the law gives', () => {
  expect(textOf('terms-conditions')).toContain('Our grievance officer is named on the contact page');
  for (const text of [textOf('terms-conditions'), brand.grievanceOfficer!.promise]) {
    expect(text).toMatch(/within 48 hours and settled within a month/);
  }
});

it('tells buyers abroad who pays duties', () => {
  expect(textOf('shipping-policy')).toMatch(/Duties and taxes .* the courier charges them to the receiver/);
});

it('tells who cancels what the specification says, the lines for other countries too', () => {
  for (const promise of [
    'within 24 hours of being placed, with a full refund',
    'an advance of 30 % is kept',
    'return authorization number',
    'Customers outside India pay return shipping, duties and taxes',
  ]) {
    expect(textOf('cancellation-policy')).toContain(promise);
  }
});

it('tells buyers in the EU how they withdraw, in the words of both buttons', () => {
  for (const page of ['cancellation-policy', 'refund-return']) {
    for (const said of ['“Withdraw from contract here”', '“Confirm withdrawal here”', 'until 14 days after the day']) {
      expect(textOf(page)).toContain(said);
    }
  }
});
