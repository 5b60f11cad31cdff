import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PERMISSIONS, withNeeded } from '@shop/contracts/browser';
import { permissionOf } from '@shop/contracts/schemas/core/access.ts';
import { calls } from '@shop/contracts/schemas/registry.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { bodySchemas } from '../components/contract-form/body-schemas.ts';
import { anOrder, aShipment } from '../testing/orders.ts';
import { openScreen, press, type } from '../testing/open-screen.tsx';
import { type FormCase, touch } from '../testing/form-case.ts';
import * as bankTransferForms from '../providers/bank-transfer/testing/forms.ts';
import { anEdit } from '../testing/product-edits.ts';
import { aProduct, productAnswers } from '../testing/products.ts';
import { aMedium } from '../testing/media.ts';
import { aPage, pageAnswers, someMenus } from '../testing/pages.ts';
import * as account from './account-page.ts';
import * as brand from './brand-page.ts';
import * as category from './category-page.ts';
import * as charges from './charges-page.ts';
import * as collection from './collection-page.ts';
import * as customization from './customization-page.ts';
import * as delivery from './delivery-page.ts';
import * as discount from './discount-page.ts';
import * as instapost from './instapost-page.ts';
import * as medium from './medium-page.ts';
import * as menus from './menus-page.ts';
import * as order from './order-page.ts';
import * as orders from './orders-page.ts';
import * as textPage from './page-page.ts';
import * as payments from './payments-page.ts';
import * as people from './people-page.ts';
import * as productEdit from './product-edit-page.ts';
import * as productGroup from './product-group-page.ts';
import * as product from './product-page.ts';
import * as reviews from './reviews-page.ts';
import * as roles from './roles-page.ts';
import * as size from './size-page.ts';
import * as synonyms from './synonyms-page.ts';
import * as tags from './tags-page.ts';

const ID = 'a'.repeat(24);
const item = { _id: ID, image: '/api/v1/images/a.webp' };
const review = {
  ...{
    _id: ID,
    user: { _id: ID, name: 'Asha' },
    rating: 2,
    review: '',
    bought: true,
    createdAt: '2026-11-20T10:00:00.000Z',
  },
  ...{ productId: ID, productGroup: 'AR-1042', productName: 'Meera Ring', hidden: false },
  photosForStaff: [{ image: item.image, width: 9, height: 9, hidden: false }],
};
const attention = {
  ...{ _id: ID, provider: 'razorpay', reason: 'wrong-amount', message: 'Captured ₹1.00', checkoutId: null },
  ...{ providerOrderId: null, providerPaymentId: null, amount: 100, currency: 'INR' },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', resolvedAt: null },
};
const ANSWERS = {
  ...productAnswers(aProduct()),
  // The first piece has left, the other one can be sent.
  [`GET /order/${anOrder()._id}`]: {
    body: { order: anOrder({ items: [...anOrder().items, ...anOrder().items], shipments: [aShipment()] }) },
  },
  'GET /ring-sizes': { body: { data: [{ _id: ID, size: '12', price: 0 }] } },
  'GET /admin/customization': {
    body: {
      customizations: [
        {
          _id: ID,
          productGroup: 'AR-1042',
          metalPurity: [{ value: '18 KT', price: 5 }],
          stoneType: [{ value: 'Ruby', price: 5 }],
        },
      ],
    },
  },
  'GET /admin/collections': {
    body: {
      collections: [
        {
          ...{ _id: ID, slug: 'bridal', name: 'Bridal', kind: 'collection', text: 'For the day.', status: 'draft' },
          ...{ filter: { priceTo: 5 }, picks: ['AR-1042'], sort: 'featured', totalCount: 1 },
        },
      ],
    },
  },
  'GET /admin/planned-changes': { body: { plannedChanges: [], totalCount: 0 } },
  'POST /admin/collections/preview': { body: { totalCount: 0, products: [], facets: [], missing: [] } },
  [`GET /admin/product-edits/${anEdit()._id}`]: { body: { edit: anEdit() } },
  'GET /occasions': { body: { data: [{ _id: ID, occasion: 'Gift', price: 0 }] } },
  'GET /admin/synonyms': { body: { synonyms: [{ _id: ID, means: 'ring', words: ['rng'] }] } },
  'GET /charges': {
    body: {
      data: {
        ...{
          gstRate: 0.03,
          domesticShipping: 0,
          freeShippingAbove: 1,
          zeroRatedExports: false,
          internationalShipping: [],
          dutiesNote: 'a',
        },
        otherCharges: { engraving: 1, hallmarking: 1, specialRequestDefault: 1 },
      },
    },
  },
  'GET /admin/couriers': { body: { couriers: [] } },
  'GET /admin/delivery/areas': { body: { areas: [], totalCount: 0 } },
  'GET /brand': {
    body: {
      brand: {
        ...{
          name: 'a',
          tagline: 'a',
          description: 'a',
          phone: 'a',
          email: 'a',
          city: 'a',
          companyLine: 'a',
          credit: 'a',
        },
        seller: { name: 'a', address: 'a', state: 'Rajasthan', gstin: 'a' },
        grievanceOfficer: { name: 'a', email: 'a', phone: 'a', hours: 'a', promise: 'a' },
        social: { instagram: 'a', facebook: 'a', maps: 'a' },
        chatLink: 'a',
        promises: [{ title: 'a', text: 'a' }],
      },
    },
  },
  'GET /admin/banners': { body: { banners: [{ ...item, title: 'Wedding', state: 'shown' }] } },
  'GET /admin/media': {
    body: {
      media: [{ ...{ src: item.image, name: 'a.webp', kind: 'images', source: 'staff' }, doubles: [], uses: [] }],
      totalCount: 1,
    },
  },
  'GET /admin/media/images/ring.webp': {
    body: {
      medium: { ...aMedium('ring.webp'), useCount: 1 },
      ...{ same: [], shown: [{ use: { kind: 'banner', id: ID, label: 'Wedding' } }] },
    },
  },
  'GET /instapost': { body: { posts: [{ _id: ID, post: item.image, url: 'https://a.example' }] } },
  ...pageAnswers(aPage()),
  ...pageAnswers(aPage({ _id: 'about', slug: 'about', path: '/about', isOfShop: true })),
  'GET /admin/menus': { body: { menus: someMenus() } },
  'GET /collections': { body: { collections: [] } },
  'GET /admin/orders': { body: { orders: [anOrder()], totalCount: 1 } },
  'GET /admin/views': {
    body: {
      views: [
        {
          ...{ _id: ID, list: 'orders', name: 'To pack', query: 'status=Processing', shared: false },
          ...{ mine: true, changeable: true, isDefault: false },
        },
      ],
    },
  },
  'GET /admin/people': {
    body: {
      people: [
        {
          ...{ _id: ID, name: 'Mira', email: 'mira@example.com', role: { id: ID, name: 'Packing' } },
          createdAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    },
  },
  'GET /admin/people/invitations': { body: { invitations: [] } },
  'GET /admin/notices/choices': { body: { choices: [{ kind: 'order', page: true, mail: false }] } },
  'GET /admin/roles': {
    body: { roles: [{ id: ID, name: 'Packing', permissions: ['orders.read'], isBuiltIn: false, people: 1 }] },
  },
  'GET /admin/reviews': { body: { reviews: [review], totalCount: 1 } },
  'GET /admin/payments/attention': { body: { attention: [attention], totalCount: 1 } },
  ...bankTransferForms.ANSWERS,
};

const choosePicture = async () => {
  await press('Choose from the library');
  fireEvent.click(await screen.findByRole('button', { name: 'Picture a.webp' }));
};

const chooseSomething = () => {
  type('Name', 'Support');
  fireEvent.click(screen.getByLabelText('See accounts'));
};

const chooseOptions = (save: string) => {
  touch(save);
  type('Metal Purity 1', '22K');
  type('Stone Type 1', 'Opal');
};

const productForm = { page: product, path: '/admin/product/:id' };
const textPageForm = { page: textPage, path: '/admin/page/:slug' };
const collectionForm = { page: collection, path: '/admin/collection/:id' };
const CASES: FormCase[] = [
  { call: 'catalog.create-category', page: category, path: '/admin/category', open: ['Add category'], save: 'Save' },
  {
    ...{ call: 'catalog.add-sub-category', page: category, path: '/admin/category', open: ['Add sub-category'] },
    ...{ save: 'Save', behind: ['sub'] },
  },
  { call: 'catalog.change-category', page: category, path: '/admin/category', open: ['Edit ring'], save: 'Save' },
  { call: 'catalog.create-material', page: tags, path: '/admin/tags', open: ['Add material'], save: 'Save' },
  {
    call: 'catalog.add-sub-material',
    page: tags,
    path: '/admin/tags',
    open: ['Add sub-tag'],
    save: 'Save',
    behind: ['sub'],
  },
  { call: 'catalog.change-material', page: tags, path: '/admin/tags', open: ['Edit gold'], save: 'Save' },
  { call: 'catalog.create-collection', ...collectionForm, address: '/admin/collection/new', save: 'Create' },
  { call: 'catalog.change-collection', ...collectionForm, address: `/admin/collection/${ID}`, save: 'Update' },
  { call: 'catalog.create-synonym', page: synonyms, path: '/admin/synonyms', save: 'Create' },
  {
    ...{ call: 'catalog.change-synonym', page: synonyms, path: '/admin/synonyms', save: 'Update' },
    address: `/admin/synonyms?of=${ID}`,
  },
  { call: 'catalog.create-ring-size', page: size, path: '/admin/size', open: ['Add ring size'], save: 'Create' },
  { call: 'catalog.change-ring-size', page: size, path: '/admin/size', open: ['Edit 12'], save: 'Update' },
  {
    ...{ call: 'catalog.create-product', ...productForm, save: 'Create' },
    address: `/admin/product/new?from=${ID}`,
    // The form adds the rest of its values.
    fill: () => {},
  },
  {
    ...{ call: 'catalog.change-product', ...productForm, address: `/admin/product/${ID}`, save: 'Update' },
    behind: ['stockBefore'],
    fill: () => {
      for (const label of ['Name', 'Short description', 'Care instructions']) type(label, 'x');
      for (const label of ['Price in ₹', 'Free pieces', 'Stock is low at', 'Featured', 'Place in its group'])
        type(label, '7');
    },
  },
  {
    ...{ call: 'catalog.change-product-group', page: productGroup, path: '/admin/group/:code', save: 'Save' },
    ...{ address: '/admin/group/AR-1042', behind: [`variants.${ID}.stockBefore`] },
    fill: () => {
      for (const label of ['Name', 'Care instructions', 'Packaging', 'Shipping note', 'Delivery time'])
        type(label, 'x');
      for (const label of ['Price in ₹', 'Free pieces', 'Stock is low at', 'Place in its group'])
        type(`${label}, Yellow Gold, gold`, '7');
      type('Featured', '7');
      type('Occasions', 'Wedding');
      fireEvent.click(screen.getByRole('button', { name: 'Add to Occasions' }));
    },
  },
  {
    ...{ call: 'catalog.duplicate-product-group', page: productGroup, path: '/admin/group/:code', save: 'Duplicate' },
    ...{ address: '/admin/group/AR-1042', open: ['Duplicate…'] },
  },
  {
    ...{ call: 'catalog.record-stock-movement', ...productForm, save: 'Record', open: ['Record movement'] },
    ...{ address: `/admin/product/${ID}?show=stock`, behind: ['piecesBefore'] },
    fill: () => {
      fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'counted' } });
      type('Pieces that are there', '7');
      type('Reason', 'x');
    },
  },
  {
    ...{ call: 'catalog.plan-product-change', ...productForm, save: 'Plan', open: ['Plan a change'] },
    // The form is of one product.
    ...{ address: `/admin/product/${ID}?show=planned`, behind: ['productId'] },
    fill: () => {
      type('Price in ₹', '7');
      type('When', '2030-01-01T09:00');
      type('Until', '2030-01-02T09:00');
    },
  },
  {
    ...{ call: 'catalog.preview-product-edit', page: productEdit, path: '/admin/product-edit/:id', save: 'Preview' },
    address: `/admin/product-edit/${anEdit()._id}`,
    fill(save) {
      const chosen = [
        ...[
          ['Price', 'percent'],
          ['Stock', 'counted'],
          ['Status', 'draft'],
          ['Featured', 'set'],
        ],
        ...[
          ['Stock is low', 'set'],
          ['Category', 'ring'],
          ['Material', 'gold'],
          ['Add an occasion', 'Gift'],
        ],
        ...['Delivery time', 'Shipping note', 'Care instructions', 'Packaging'].map((label) => [label, 'set']),
      ];
      for (const [label, value] of chosen) fireEvent.change(screen.getByLabelText(label!), { target: { value } });
      touch(save);
    },
  },
  {
    ...{ call: 'catalog.create-customization', page: customization, path: '/admin/customization', save: 'Create' },
    open: ['Add Metal Purity', 'Add Stone Type'],
    fill: chooseOptions,
  },
  {
    ...{ call: 'catalog.change-customization', page: customization, path: '/admin/customization', save: 'Update' },
    ...{ address: '/admin/customization?group=AR-1042', fill: chooseOptions },
  },
  { call: 'catalog.answer-review', page: reviews, path: '/admin/reviews', open: [/^Answer/], save: 'Save' },
  {
    ...{
      call: 'catalog.hide-review-photo',
      page: reviews,
      path: '/admin/reviews',
      open: [/^Photographs/],
      save: 'Hide',
    },
    ...{ fill: () => type('Reason', 'x') },
  },
  { call: 'catalog.hide-review', page: reviews, path: '/admin/reviews', open: [/^Hide/], save: 'Hide' },
  { call: 'cart-order.update-charges', page: charges, path: '/admin/charges', save: 'Save' },
  { call: 'cart-order.save-international-rate', page: charges, path: '/admin/charges', save: 'Save rate' },
  {
    ...{ call: 'cart-order.save-courier', page: delivery, path: '/admin/delivery', save: 'Save courier' },
    address: '/admin/delivery?show=couriers',
  },
  { call: 'cart-order.save-delivery-area', page: delivery, path: '/admin/delivery', save: 'Save row' },
  {
    ...{ call: 'cart-order.import-delivery-areas', page: delivery, path: '/admin/delivery', save: 'Check the file' },
    ...{ fill: () => {} },
  },
  {
    ...{ call: 'cart-order.import-international-rates', page: charges, path: '/admin/charges' },
    ...{ save: 'Check the file', fill: () => {} },
  },
  {
    ...{ call: 'cart-order.change-order-status', page: order, path: '/admin/order/:id', save: 'Mark as Shipped' },
    ...{ address: `/admin/order/${anOrder()._id}`, formLevel: ['status'] },
  },
  {
    ...{ call: 'cart-order.add-order-note', page: order, path: '/admin/order/:id', save: 'Add the note' },
    address: `/admin/order/${anOrder()._id}`,
  },
  {
    ...{ call: 'cart-order.add-shipment', page: order, path: '/admin/order/:id', save: 'Send this parcel' },
    address: `/admin/order/${anOrder()._id}`,
  },
  {
    ...{ call: 'cart-order.change-shipment', page: order, path: '/admin/order/:id', save: 'Save the parcel' },
    ...{ address: `/admin/order/${anOrder()._id}`, open: [/^Correct/] },
  },
  {
    ...{ call: 'cart-order.refund-order', page: order, path: '/admin/order/:id', save: 'Pay back…' },
    address: `/admin/order/${anOrder()._id}`,
    fill: () => {
      type('Amount in ₹', '5');
      type('Reason', 'damaged');
      type('Note for the shop', 'x');
    },
  },
  {
    ...{ call: 'identity.create-view', page: orders, path: '/admin/orders', address: '/admin/orders?status=Shipped' },
    ...{ open: ['Save view'], save: 'Save', formLevel: ['list'], behind: ['query'] },
  },
  {
    ...{ call: 'identity.change-view', page: orders, path: '/admin/orders', open: [/^View…/], save: 'Save' },
    address: `/admin/orders?status=Processing&view=${ID}`,
  },
  {
    ...{ call: 'identity.change-staff-role', page: people, path: '/admin/people', open: ['Change role Mira'] },
    ...{ save: 'Change role', fill: () => fireEvent.change(screen.getByLabelText('Role'), { target: { value: '' } }) },
  },
  {
    ...{
      call: 'identity.invite-staff',
      page: people,
      path: '/admin/people',
      open: ['Invite'],
      save: 'Send invitation',
    },
    fill: () => {
      type('E-mail', 'chetan@example.com');
      fireEvent.change(screen.getByLabelText('Role'), { target: { value: ID } });
    },
  },
  {
    ...{ call: 'identity.save-notice-choices', page: account, path: '/admin/account', save: 'Save' },
    ...{ fill: () => void fireEvent.click(screen.getByLabelText('In the staff area, at once')) },
    ...{ formLevel: ['choices.0.kind'] },
  },
  {
    ...{ call: 'identity.create-role', page: roles, path: '/admin/roles', save: 'Create' },
    ...{ fill: chooseSomething, formLevel: ['permissions.0'] },
  },
  {
    ...{ call: 'identity.update-role', page: roles, path: '/admin/roles', address: `/admin/roles?of=${ID}` },
    ...{ save: 'Update', fill: chooseSomething, formLevel: ['permissions.0'] },
  },
  { call: 'payment.resolve-attention', page: payments, path: '/admin/payments', open: ['Resolve…'], save: 'Resolve' },
  ...bankTransferForms.CASES,
  { call: 'content.change-brand', page: brand, path: '/admin/brand', save: 'Save' },
  {
    ...{ call: 'content.create-page', ...textPageForm, address: '/admin/page/new', save: 'Create' },
    open: ['Add heading', 'Add list', 'Add question'],
  },
  { call: 'content.change-page', ...textPageForm, address: '/admin/page/about', save: 'Save' },
  { call: 'content.change-added-page', ...textPageForm, address: '/admin/page/pearls', save: 'Save' },
  {
    ...{ call: 'content.replace-medium', page: medium, path: '/admin/media/:kind/:name' },
    ...{ address: '/admin/media/images/ring.webp', open: ['Replace'], save: 'Replace in 1 place', fill: choosePicture },
  },
  { call: 'content.change-menus', page: menus, path: '/admin/menus', save: 'Save' },
  {
    ...{ call: 'content.create-banner', page: discount, path: '/admin/discount', open: ['Add banner'] },
    ...{ save: 'Create Banner', fill: choosePicture, formLevel: ['focus'] },
  },
  {
    call: 'content.change-banner',
    page: discount,
    path: '/admin/discount',
    open: ['Edit Wedding'],
    save: 'Update Banner',
    formLevel: ['focus'],
  },
  {
    ...{ call: 'content.create-post', page: instapost, path: '/admin/instapost', open: ['Add post'] },
    ...{ save: 'Create Post', fill: choosePicture },
  },
  {
    ...{ call: 'content.change-post', page: instapost, path: '/admin/instapost', open: ['Edit https://a.example'] },
    save: 'Update Post',
  },
];

const accessOf = (id: string) => calls.find((one) => one.id === id)!.access;

/** Paths of a body, without those of checkboxes; of a list of values the first entry. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'boolean') return [];
  if (Array.isArray(value) && typeof value[0] === 'string') return [[...path, '0']];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

// Real: the screens and the API client. The contract of each form is replaced by one that refuses all of the body.
interface Json {
  type?: string;
  $ref?: string;
  $defs?: Record<string, Json>;
  properties?: Record<string, Json>;
  additionalProperties?: Json;
  items?: Json;
  anyOf?: Json[];
}

/** What number a path of a contract is; undefined for none. */
function numberAt(
  schema: Json,
  [key, ...rest]: readonly string[],
  defs = schema.$defs ?? {},
): 'rupees' | 'number' | undefined {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return name === 'Rupees' ? 'rupees' : numberAt(defs[name]!, key === undefined ? [] : [key, ...rest], defs);
  }
  for (const one of schema.anyOf ?? []) {
    const kind = numberAt(one, key === undefined ? [] : [key, ...rest], defs);
    if (kind) return kind;
  }
  if (key === undefined) return schema.type === 'number' || schema.type === 'integer' ? 'number' : undefined;
  const inner =
    schema.properties?.[key] ?? (/^\d+$/.test(key) ? schema.items : undefined) ?? schema.additionalProperties;
  return typeof inner === 'object' ? numberAt(inner, rest, defs) : undefined;
}

describe('a form of staff', () => {
  afterEach(cleanup);

  it('is there for every call with a schema', () => {
    const tested = new Set(CASES.map(({ call }) => call));
    // The other option lists share the form of ring sizes.
    const optionCall = /^catalog\.(create|change)-(?!product|category|material|collection|customization|synonym)/;
    const missing = [...bodySchemas.keys()].filter((id) => !tested.has(id) && !optionCall.test(id));
    expect(missing).toEqual([]);
  });

  it.each(CASES.filter(({ call }) => permissionOf(accessOf(call)) !== 'views.use'))(
    'is not offered to people whose call would be refused: $call',
    async ({ call, page, path, address = path, open = [], save }) => {
      const needed = permissionOf(accessOf(call))!;
      const permissions = PERMISSIONS.filter((one) => !withNeeded([one]).includes(needed));
      expect(permissions.length).toBeGreaterThan(PERMISSIONS.length / 2);
      await openScreen({ Page: page.default, prefetch: page.prefetch, path }, address, ANSWERS, { permissions });
      for (const name of open) {
        if (!screen.queryByRole('button', { name })) return;
        await press(name);
      }
      expect(screen.queryByRole('button', { name: save })).toBeNull();
    },
  );

  it.each(CASES)('shows what its contract refuses, at the field: $call', async (one) => {
    const { call, page, path, address = path, open = [], save, fill = touch, formLevel = [], behind = [] } = one;
    const original = bodySchemas.get(call)!;
    const contract = z.toJSONSchema(original, { io: 'input', unrepresentable: 'any' }) as Json;
    const given = jest.spyOn(HTMLInputElement.prototype, 'value', 'set');
    let refused: string[][] = [];
    bodySchemas.set(
      call,
      z.any().superRefine((body, context) => {
        refused = leaves(body);
        for (const at of refused) {
          context.addIssue({
            code: 'custom',
            path: at.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
            message: `no ${at.join('.')}`,
          });
        }
      }),
    );
    try {
      const { sent } = await openScreen({ Page: page.default, prefetch: page.prefetch, path }, address, ANSWERS);
      for (const name of open) await press(name);
      await fill(save);
      const form = screen.getByRole('button', { name: save }).closest('form')!;
      await press(save);
      await waitFor(() => expect(within(form).getAllByText(/^no /).length).toBeGreaterThan(0));
      expect(refused.length).toBeGreaterThan(0);
      const described = [...form.querySelectorAll('[aria-invalid=true]')].flatMap((control) =>
        control.getAttribute('aria-describedby')!.split(' '),
      );
      const shown = new Set(described.map((id) => document.getElementById(id)?.textContent));
      const alert = within(form).queryByRole('alert')?.textContent ?? '';
      const elsewhere = refused.map((keys) => keys.join('.')).filter((at) => !shown.has(`no ${at}`));
      expect(elsewhere).toEqual([...formLevel, ...behind]);
      // What is rupees in the contract is a field for money, and no other is.
      const controlOf = (at: string) =>
        [...form.querySelectorAll<HTMLElement>('[aria-invalid=true]')].find((control) =>
          control
            .getAttribute('aria-describedby')!
            .split(' ')
            .some((id) => document.getElementById(id)?.textContent === `no ${at}`),
        );
      const numbers = refused.flatMap((keys) => {
        const kind = numberAt(contract, keys);
        const control = kind && controlOf(keys.join('.'));
        return kind && control ? [{ at: keys.join('.'), kind, control }] : [];
      });
      expect(numbers.map(({ at, control }) => [at, 'number' in control.dataset])).toEqual(
        numbers.map(({ at }) => [at, true]),
      );
      const rupees = numbers.filter(({ kind }) => kind === 'rupees');
      expect(rupees.map(({ at, control }) => [at, control.dataset['currency']])).toEqual(
        rupees.map(({ at }) => [at, 'INR']),
      );
      expect(given.mock.calls.filter(([value]) => String(value) === 'NaN')).toEqual([]);
      expect(formLevel.filter((at) => !alert.includes(`no ${at}`))).toEqual([]);
      expect(sent()).toEqual([]);
    } finally {
      bodySchemas.set(call, original);
      given.mockRestore();
    }
  });
});
