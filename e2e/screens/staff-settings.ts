import { saysWhy, staff, type Screen } from './screen.ts';

// Charges, delivery and couriers.

export const STAFF_SETTING_SCREENS: Record<string, Screen> = {
  'admin-charges': staff('charges'),
  'admin-charges-import': {
    ...staff('charges'),
    async open(page) {
      const buffer = Buffer.from('country,courier,charge\nJapan,DHL Express,6000\nPeru,DHL Express,7000\n');
      const file = { name: 'rates.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('International rates (CSV or XLSX)').setInputFiles(file);
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByRole('button', { name: 'Import' }).waitFor();
    },
  },
  'admin-delivery': staff('delivery'),
  'admin-delivery-edit': {
    ...staff('delivery'),
    async open(page) {
      await page.getByRole('button', { name: /^Edit/ }).nth(7).click();
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
    },
  },
  'admin-delivery-missing': {
    ...staff('delivery'),
    async open(page) {
      await page.getByRole('button', { name: 'Save row' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  },
  'admin-delivery-import': {
    ...staff('delivery'),
    async open(page) {
      const buffer = Buffer.from(
        'pincode,city,state,fromDays,toDays\n302001,Jaipur,Rajasthan,2,3\n3020,Jaipur,Nowhere,5,3\n',
      );
      const file = { name: 'delivery-days.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('Table of PIN codes (CSV or XLSX)').setInputFiles(file);
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByRole('table', { name: 'What is wrong in the file' }).waitFor();
    },
  },
  'admin-delivery-empty': staff('delivery?q=nowhere'),
  'admin-delivery-error': { ...staff('delivery'), open: saysWhy, api: { path: /\/delivery\/areas/, answer: 'fails' } },
  'admin-couriers': staff('delivery?show=couriers'),
  'admin-couriers-missing': {
    ...staff('delivery?show=couriers'),
    async open(page) {
      await page.getByRole('button', { name: 'Edit Delhivery' }).click();
      await page.getByLabel('Page of a parcel').fill('https://www.delhivery.com/');
      await page.getByRole('button', { name: 'Save courier' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  },
  'admin-couriers-loading': {
    ...staff('delivery?show=couriers'),
    api: { path: /\/admin\/couriers$/, answer: 'waits' },
  },
  'admin-couriers-empty': {
    ...staff('delivery?show=couriers'),
    api: { path: /\/admin\/couriers$/, answer: { status: 200, body: { couriers: [] } } },
  },
  'admin-couriers-error': {
    ...staff('delivery?show=couriers'),
    ...{ open: saysWhy, api: { path: /\/admin\/couriers$/, answer: 'fails' } },
  },
};
