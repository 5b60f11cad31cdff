import { afterEach, describe, expect, it } from '@jest/globals';
import { calls } from '@shop/contracts/schemas/registry.ts';
import { bodySchemas } from '../components/contract-form/body-schemas.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, problem, type SentRequest, type StubbedAnswer } from '../testing/open-screen.tsx';
import { anOrder, aShipment } from '../testing/orders.ts';
import { aGroup, aProduct, productAnswers } from '../testing/products.ts';
import { aPage, pageAnswers, someMenus } from '../testing/pages.ts';
import type { FormCase } from '../testing/form-case.ts';
import { prefetch as transfersPrefetch, TransfersPage } from '../providers/bank-transfer/transfers-page.tsx';
import * as brand from './brand-page.ts';
import * as category from './category-page.ts';
import * as charges from './charges-page.ts';
import * as collection from './collection-page.ts';
import * as customization from './customization-page.ts';
import * as delivery from './delivery-page.ts';
import * as discount from './discount-page.ts';
import * as instapost from './instapost-page.ts';
import * as menus from './menus-page.ts';
import * as order from './order-page.ts';
import * as orders from './orders-page.ts';
import * as textPage from './page-page.ts';
import * as productGroup from './product-group-page.ts';
import * as product from './product-page.ts';
import * as reviews from './reviews-page.ts';
import * as roles from './roles-page.ts';
import * as size from './size-page.ts';
import * as synonyms from './synonyms-page.ts';
import * as tags from './tags-page.ts';

type Fields = Record<string, unknown>;

/** A form of a document, and what two people make of it. */
interface Case extends Pick<FormCase, 'call' | 'page' | 'path' | 'address' | 'open' | 'save'> {
  /** As it was read; null: the form adds one, and a colleague added it first. */
  read: Fields | null;
  /** Answers of the calls that read it. */
  answers(document: Fields | null): Record<string, StubbedAnswer>;
  /** `PUT /admin/brand`, and its answer. */
  change: string;
  answer(document: Fields): unknown;
  /** What is written, by label, and as it is sent. */
  mine: [label: string | RegExp, text: string][];
  sent: Fields;
  /** What the colleague saved: another field, if the form has one, with its label; and the same field, as it is shown. */
  other?: { fields: Fields; label: string; inBody?: Fields };
  same: { fields: Fields; mineText: string; theirsText: string };
  /** What is written while that is saved; without it a little more of the same. */
  later?: string;
}

const ID = 'a'.repeat(24);
const list = (of: string, body: (document: Fields | null) => unknown) => (document: Fields | null) => ({
  [of]: { body: body(document) },
});
const rows = (document: Fields | null) => (document ? [document] : []);

const BANNER = { _id: ID, image: '/api/v1/images/a.webp', title: 'Wedding', link: '', state: 'shown' };
const BRAND = {
  ...{
    name: 'Aranya',
    tagline: '',
    description: '',
    phone: '1',
    email: 'a@b.example',
    city: 'Jaipur',
    companyLine: '',
  },
  ...{ credit: '', chatLink: 'https://d.example', promises: [] },
  social: { instagram: 'https://a.example', facebook: 'https://b.example', maps: 'https://c.example' },
};
const CHARGES = {
  ...{ gstRate: 0.03, showPrices: 'with-tax', domesticShipping: 100, freeShippingAbove: 1, zeroRatedExports: false },
  otherCharges: { engraving: 1, hallmarking: 2, specialRequestDefault: 3 },
  ...{ internationalShipping: [], maxPieces: 10, giftWrap: 5 },
  dispatch: { readyFrom: 1, readyTo: 2, madeToOrderFrom: 15, madeToOrderTo: 20 },
};
const COLLECTION = {
  ...{ _id: ID, slug: 'bridal', name: 'Bridal', kind: 'collection', text: 'For the day.', status: 'draft' },
  ...{ filter: { priceTo: 5 }, picks: [], sort: 'featured', totalCount: 1 },
};
const PREVIEW = {
  'POST /admin/collections/preview': { body: { totalCount: 0, products: [], facets: [], missing: [] } },
};
const REVIEW = {
  ...{ _id: ID, user: { _id: ID, name: 'Asha' }, rating: 2, review: '', bought: true, hidden: false },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', productId: ID, productGroup: 'AR-1042', productName: 'Meera Ring' },
  answer: { text: 'Thank you', answeredAt: '2026-11-20T10:00:00.000Z' },
};
const PUBLIC = productAnswers(aProduct());
const orderWith = (shipment: Fields | null) => ({ order: anOrder({ shipments: [shipment] as never }) });
const ROLE = { id: ID, name: 'Packing', permissions: ['orders.read', 'views.use'], isBuiltIn: false, people: 2 };
const VIEW = {
  ...{ _id: ID, list: 'orders', name: 'To pack', query: 'status=Processing', shared: true },
  ...{ mine: true, changeable: true, isDefault: false },
};

/** The group with something changed in one of its variants. */
const variantsWith = (changed: number, fields: Fields): Fields => ({
  variants: aGroup().variants.map((variant, at) => (at === changed ? { ...variant, ...fields } : variant)),
});

const CASES: Case[] = [
  {
    ...{ call: 'identity.update-role', page: roles, path: '/admin/roles', address: `/admin/roles?of=${ID}` },
    ...{ save: 'Update', read: ROLE, answers: list('GET /admin/roles', (read) => ({ roles: rows(read) })) },
    ...{ change: `PUT /admin/role/${ID}`, answer: (document) => ({ role: document }) },
    mine: [['Name', 'Packers']],
    sent: { name: 'Packers' },
    other: { fields: { permissions: ['orders.read', 'orders.note', 'views.use'] }, label: 'Permissions' },
    same: { fields: { name: 'Parcels' }, mineText: 'Packers', theirsText: 'Parcels' },
  },
  {
    ...{ call: 'content.change-brand', page: brand, path: '/admin/brand', save: 'Save' },
    ...{ read: BRAND, answers: list('GET /brand', (read) => ({ brand: read })), change: 'PUT /admin/brand' },
    answer: (document) => ({ brand: document }),
    mine: [['City', 'Udaipur']],
    sent: { city: 'Udaipur' },
    other: { fields: { phone: '2' }, label: 'Phone' },
    same: { fields: { city: 'Delhi' }, mineText: 'Udaipur', theirsText: 'Delhi' },
  },
  {
    ...{ call: 'cart-order.update-charges', page: charges, path: '/admin/charges', save: 'Save' },
    ...{ read: CHARGES, answers: list('GET /charges', (read) => ({ data: read })), change: 'PUT /admin/charges' },
    answer: (document) => ({ message: 'Charges updated', data: document }),
    mine: [['Gift wrap in ₹', '7']],
    sent: { giftWrap: 7 },
    other: { fields: { domesticShipping: 120 }, label: 'Shipping abroad in ₹' },
    same: { fields: { giftWrap: 9 }, mineText: '₹7.00', theirsText: '₹9.00' },
  },
  {
    ...{ call: 'cart-order.save-international-rate', page: charges, path: '/admin/charges', save: 'Save rate' },
    ...{ read: null, answers: list('GET /charges', () => ({ data: CHARGES })) },
    change: 'PUT /admin/charges/international',
    answer: (document) => ({ message: 'Saved', data: { ...CHARGES, internationalShipping: [document] } }),
    mine: [
      ['Country', 'France'],
      ['Courier', 'Swift'],
      ['Charge in ₹', '7'],
    ],
    sent: { country: 'France', courier: 'Swift', charge: 7 },
    same: { fields: { country: 'France', courier: 'Swift', charge: 9 }, mineText: '₹7.00', theirsText: '₹9.00' },
  },
  {
    ...{
      call: 'cart-order.save-courier',
      page: delivery,
      path: '/admin/delivery',
      address: '/admin/delivery?show=couriers',
    },
    ...{ save: 'Save courier', read: null, answers: list('GET /admin/couriers', () => ({ couriers: [] })) },
    change: 'PUT /admin/couriers',
    answer: (document) => ({ courier: document }),
    mine: [
      ['Courier', 'Swift'],
      ['Page of a parcel', 'https://swift.example/{number}'],
    ],
    sent: { name: 'Swift', trackingPage: 'https://swift.example/{number}' },
    same: {
      fields: { name: 'Swift', trackingPage: 'https://swift.example/t/{number}' },
      ...{ mineText: 'https://swift.example/{number}', theirsText: 'https://swift.example/t/{number}' },
    },
  },
  {
    ...{ call: 'cart-order.save-delivery-area', page: delivery, path: '/admin/delivery', save: 'Save row' },
    open: [/^Edit/],
    read: { pincode: '302001', city: 'Jaipur', state: 'Rajasthan', fromDays: 1, toDays: 3 },
    answers: list('GET /admin/delivery/areas', (read) => ({ areas: rows(read), totalCount: 1 })),
    change: 'PUT /admin/delivery/areas',
    answer: (document) => ({ area: document }),
    mine: [['Business days, at most', '5']],
    sent: { pincode: '302001', city: 'Jaipur', state: 'Rajasthan', fromDays: 1, toDays: 5 },
    other: { fields: { city: 'Jaipur City' }, label: 'City', inBody: { city: 'Jaipur City' } },
    same: { fields: { toDays: 4 }, mineText: '5', theirsText: '4' },
  },
  {
    ...{ call: 'cart-order.change-shipment', page: order, path: '/admin/order/:id', save: 'Save the parcel' },
    ...{ address: `/admin/order/${anOrder()._id}`, open: [/^Correct/], read: { ...aShipment() } },
    answers: list(`GET /order/${anOrder()._id}`, orderWith),
    change: `PUT /admin/order/${anOrder()._id}/shipments/${aShipment()._id}`,
    answer: orderWith,
    mine: [['Tracking number', '8']],
    sent: { courier: 'Swift', trackingNumber: '8', trackingUrl: 'https://swift.example/7' },
    other: { fields: { courier: 'Slow' }, label: 'Courier', inBody: { courier: 'Slow' } },
    same: { fields: { trackingNumber: '9' }, mineText: '8', theirsText: '9' },
  },
  {
    ...{ call: 'catalog.change-collection', page: collection, path: '/admin/collection/:id', save: 'Update' },
    ...{ address: `/admin/collection/${ID}`, read: COLLECTION },
    answers: (read) => ({ ...PUBLIC, ...PREVIEW, 'GET /admin/collections': { body: { collections: rows(read) } } }),
    change: `PATCH /admin/collection/${ID}`,
    answer: (document) => ({ message: 'Collection updated', collection: document }),
    mine: [['Name', 'Weddings']],
    sent: { name: 'Weddings' },
    other: { fields: { text: 'For both.' }, label: 'Text' },
    same: { fields: { name: 'Brides' }, mineText: 'Weddings', theirsText: 'Brides' },
  },
  {
    ...{ call: 'catalog.change-product', page: product, path: '/admin/product/:id', save: 'Update' },
    ...{ address: `/admin/product/${ID}`, read: { ...aProduct() } },
    answers: (read) => ({ ...PUBLIC, [`GET /admin/product/${ID}`]: { body: { product: read } } }),
    change: `PUT /admin/product/${ID}`,
    answer: (document) => ({ product: document }),
    mine: [['Name', 'Mira Ring']],
    sent: { name: 'Mira Ring' },
    other: { fields: { price: 40_000 }, label: 'Price in ₹' },
    same: { fields: { name: 'Meera' }, mineText: 'Mira Ring', theirsText: 'Meera' },
  },
  {
    ...{ call: 'catalog.change-product-group', page: productGroup, path: '/admin/group/:code', save: 'Save' },
    ...{ address: '/admin/group/AR-1042', read: { ...aGroup() } },
    answers: (read) => ({ ...PUBLIC, 'GET /admin/groups/AR-1042': { body: { group: read } } }),
    change: 'PUT /admin/groups/AR-1042',
    answer: (document) => ({ group: document }),
    mine: [['Price in ₹, Yellow Gold, gold', '33000']],
    sent: { variants: { [ID]: { price: 33_000 } } },
    other: { fields: variantsWith(1, { price: 40_000 }), label: 'Price in ₹, Rose Gold, gold' },
    same: { fields: variantsWith(0, { price: 40_000 }), mineText: '₹33,000.00', theirsText: '₹40,000.00' },
  },
  {
    ...{ call: 'catalog.change-customization', page: customization, path: '/admin/customization', save: 'Update' },
    address: '/admin/customization?group=AR-1042',
    read: {
      ...{ _id: ID, productGroup: 'AR-1042' },
      ...{ metalPurity: [{ value: '18 KT', price: 5 }], stoneType: [{ value: 'Ruby', price: 5 }] },
    },
    answers: (read) => ({
      ...{ ...PUBLIC, 'GET /metal-purities': { body: { data: [{ _id: ID, name: '14 KT', price: 0 }] } } },
      'GET /admin/customization': { body: { customizations: rows(read) } },
    }),
    change: `PUT /admin/customization/${ID}`,
    answer: (document) => ({ message: 'Saved', customization: document }),
    mine: [['Metal Purity 1', '14 KT']],
    sent: { metalPurity: [{ value: '14 KT', price: 5 }] },
    other: { fields: { stoneType: [{ value: 'Ruby', price: 9 }] }, label: 'Stone Type' },
    same: { fields: { metalPurity: [{ value: '22 KT', price: 5 }] }, mineText: '14 KT · 5', theirsText: '22 KT · 5' },
    later: '18 KT',
  },
  {
    ...{ call: 'catalog.change-synonym', page: synonyms, path: '/admin/synonyms', save: 'Update' },
    ...{ address: `/admin/synonyms?of=${ID}`, read: { _id: ID, means: 'ring', words: ['rng'] } },
    answers: list('GET /admin/synonyms', (read) => ({ synonyms: rows(read) })),
    change: `PUT /admin/synonym/${ID}`,
    answer: (document) => ({ message: 'Synonym updated', synonym: document }),
    mine: [['What they mean', 'rings']],
    sent: { means: 'rings' },
    other: { fields: { words: ['rng', 'anguthi'] }, label: 'Words of shoppers' },
    same: { fields: { means: 'band' }, mineText: 'rings', theirsText: 'band' },
  },
  {
    ...{ call: 'catalog.change-ring-size', page: size, path: '/admin/size', open: ['Edit 12'], save: 'Update' },
    ...{ read: { _id: ID, size: '12', price: 0 }, change: `PUT /admin/ring-size/${ID}` },
    answers: (read) => ({ 'GET /ring-sizes': { body: { data: rows(read) } } }),
    answer: (document) => ({ data: document }),
    mine: [['Extra cost in ₹', '7']],
    sent: { size: '12', price: 7 },
    other: { fields: { size: '12 (US 6)' }, label: 'Ring size', inBody: { size: '12 (US 6)' } },
    same: { fields: { price: 9 }, mineText: '₹7.00', theirsText: '₹9.00' },
  },
  {
    ...{ call: 'catalog.change-category', page: category, path: '/admin/category', open: ['Edit ring'], save: 'Save' },
    ...{ read: { _id: ID, main: 'ring', sub: [] }, change: `PATCH /admin/category/${ID}` },
    answers: list('GET /categories', (read) => ({ categories: rows(read) })),
    answer: (document) => ({ message: 'Category updated', category: document }),
    mine: [[/now ring/, 'band']],
    sent: { main: 'band' },
    same: { fields: { main: 'rings' }, mineText: 'band', theirsText: 'rings' },
  },
  {
    ...{ call: 'catalog.change-material', page: tags, path: '/admin/tags', open: ['Edit gold'], save: 'Save' },
    ...{ read: { _id: ID, tag: 'gold', sub: [] }, change: `PATCH /admin/material/${ID}` },
    answers: list('GET /materials', (read) => ({ materials: rows(read) })),
    answer: (document) => ({ message: 'Material updated', material: document }),
    mine: [[/now gold/, 'tin']],
    sent: { tag: 'tin' },
    same: { fields: { tag: 'golds' }, mineText: 'tin', theirsText: 'golds' },
  },
  {
    ...{ call: 'catalog.answer-review', page: reviews, path: '/admin/reviews', open: [/answer/], save: 'Save' },
    ...{ read: REVIEW, change: `PUT /admin/review/${ID}/answer` },
    answers: list('GET /admin/reviews', (read) => ({ reviews: rows(read), totalCount: 1 })),
    answer: (document) => ({ review: document }),
    mine: [['Answer of the shop', 'Thanks']],
    sent: { text: 'Thanks' },
    same: {
      fields: { answer: { text: 'We are glad', answeredAt: '2026-11-20T10:00:00.000Z' } },
      ...{ mineText: 'Thanks', theirsText: 'We are glad' },
    },
  },
  {
    ...{ call: 'content.change-banner', page: discount, path: '/admin/discount', open: ['Edit Wedding'] },
    ...{ save: 'Update Banner', read: BANNER },
    answers: list('GET /admin/banners', (read) => ({ banners: rows(read) })),
    change: `PUT /discountbanner/${ID}`,
    answer: (document) => ({ banner: document }),
    mine: [['Banner title', 'Bridal']],
    sent: { title: 'Bridal', link: '', focus: '', from: '', until: '' },
    other: {
      fields: { until: '2026-12-02T03:30:00.000Z' },
      ...{ label: 'Shown until', inBody: { until: '2026-12-02T03:30:00.000Z' } },
    },
    same: { fields: { title: 'Weddings' }, mineText: 'Bridal', theirsText: 'Weddings' },
  },
  {
    ...{ call: 'content.change-added-page', page: textPage, path: '/admin/page/:slug', save: 'Save' },
    ...{ address: '/admin/page/pearls', read: { ...aPage() } },
    answers: (read) => pageAnswers(read as never),
    change: 'PATCH /admin/pages/pearls',
    answer: (document) => ({ page: document }),
    mine: [['Title', 'Pearls']],
    sent: { title: 'Pearls' },
    other: { fields: { blocks: [{ kind: 'paragraph', text: 'Dry them.' }] }, label: 'Blocks' },
    same: { fields: { title: 'Our pearls' }, mineText: 'Pearls', theirsText: 'Our pearls' },
  },
  {
    ...{ call: 'content.change-page', page: textPage, path: '/admin/page/:slug', save: 'Save' },
    ...{ address: '/admin/page/about', read: { ...aPage({ slug: 'about', path: '/about', isOfShop: true }) } },
    answers: (read) => pageAnswers(read as never),
    change: 'PUT /admin/page/about',
    answer: (document) => ({ page: document }),
    mine: [['Title', 'About us']],
    sent: { title: 'About us' },
    other: { fields: { description: 'Who we are.' }, label: 'Description' },
    same: { fields: { title: 'Us' }, mineText: 'About us', theirsText: 'Us' },
  },
  {
    ...{ call: 'content.change-menus', page: menus, path: '/admin/menus', save: 'Save' },
    read: { ...someMenus() },
    answers: (read) => ({
      ...{ ...PUBLIC, ...pageAnswers(aPage()), 'GET /collections': { body: { collections: [] } } },
      'GET /admin/menus': { body: { menus: read } },
    }),
    change: 'PUT /admin/menus',
    answer: (document) => ({ menus: document }),
    mine: [['Text of header 1', 'Everything']],
    sent: { header: [{ label: 'Everything', target: { kind: 'address', path: '/shop' }, items: [] }] },
    other: { fields: { slideOut: [] }, label: 'Slide-out menu' },
    same: {
      fields: { header: [{ label: 'All', target: { kind: 'address', path: '/shop' }, items: [] }] },
      ...{ mineText: 'Everything · address · /shop', theirsText: 'All · address · /shop' },
    },
  },
  {
    ...{ call: 'content.change-post', page: instapost, path: '/admin/instapost', open: ['Edit https://a.example'] },
    ...{ save: 'Update Post', read: { _id: ID, post: '/api/v1/images/a.webp', url: 'https://a.example' } },
    answers: list('GET /instapost', (read) => ({ posts: rows(read) })),
    change: `PUT /instapost/${ID}`,
    answer: (document) => ({ post: document }),
    mine: [['Instagram URL', 'https://b.example']],
    sent: { url: 'https://b.example' },
    other: { fields: { post: '/api/v1/images/b.webp' }, label: 'Image' },
    same: { fields: { url: 'https://c.example' }, mineText: 'https://b.example', theirsText: 'https://c.example' },
  },
  {
    ...{ call: 'identity.change-view', page: orders, path: '/admin/orders', open: [/^View…/], save: 'Save' },
    ...{ address: `/admin/orders?status=Processing&view=${ID}`, read: VIEW, change: `PUT /admin/view/${ID}` },
    answers: (read) => ({
      'GET /admin/orders': { body: { orders: [anOrder()], totalCount: 1 } },
      'GET /admin/views': { body: { views: rows(read) } },
    }),
    answer: (document) => ({ view: document }),
    mine: [['Name', 'Pack']],
    sent: { name: 'Pack' },
    other: { fields: { shared: false }, label: 'Show it to all staff' },
    same: { fields: { name: 'To be packed' }, mineText: 'Pack', theirsText: 'To be packed' },
  },
  {
    call: 'payment.save-bank-account',
    page: { default: TransfersPage, prefetch: transfersPrefetch },
    ...{ path: '/admin/payments/transfers', address: '/admin/payments/transfers?show=account', save: 'Save' },
    read: { holder: 'Aranya', bank: 'HDFC', number: '123456789', ifsc: 'HDFC0001234' },
    answers: list('GET /admin/payments/bank-transfer/account', (read) => ({ account: read })),
    change: 'PUT /admin/payments/bank-transfer/account',
    answer: (document) => ({ account: document }),
    mine: [['Bank', 'ICICI']],
    sent: { account: { holder: 'Aranya', bank: 'ICICI', number: '123456789', ifsc: 'HDFC0001234' } },
    other: {
      ...{ fields: { number: '987654321' }, label: 'Account number' },
      inBody: { account: { holder: 'Aranya', bank: 'ICICI', number: '987654321', ifsc: 'HDFC0001234' } },
    },
    same: { fields: { bank: 'SBI' }, mineText: 'ICICI', theirsText: 'SBI' },
  },
];

/** The form, opened; a colleague saved `theirs` since. */
async function openTogether(one: Case, theirs: Fields) {
  const { page, path, address = path, open = [], read, change, answer } = one;
  const first = read && { ...read, version: 'one' };
  const now = { ...read, ...theirs, version: 'two' };
  const saving: SentRequest[] = [];
  const answers: Parameters<typeof openScreen>[2] = {
    ...one.answers(first),
    [change]: (asked) => {
      saving.push(asked);
      if (asked.version === 'two') return { body: answer({ ...now, version: 'three' }) };
      const refused = problem(409, 'document.changed', 'Somebody saved this since you opened it');
      const details = { document: now, saves: [{ by: 'Asha', fields: Object.keys(theirs) }] };
      return { ...refused, body: { ...(refused.body as object), details } };
    },
  };
  const { toasts } = await openScreen({ Page: page.default, prefetch: page.prefetch, path }, address, answers);
  for (const name of open) await press(name);
  const form = () => screen.getByRole('button', { name: one.save }).closest('form')!;
  for (const [label, text] of one.mine) {
    fireEvent.change(within(form()).getByLabelText(label), { target: { value: text } });
  }
  await press(one.save);
  return { saving, toasts, form };
}

/** Forms whose call needs no version, each with why a colleague's save is not lost. */
const ALONE: Readonly<Record<string, string>> = {
  'cart-order.change-order-status': 'a step of a state machine: one that was taken already is refused',
  'catalog.add-sub-category': 'adds',
  'catalog.add-sub-material': 'adds',
  'catalog.hide-review': 'one switch',
  'catalog.hide-review-photo': 'one switch',
  'catalog.preview-product-edit': 'a plan of its own person; applying it compares what it was made of',
  'identity.change-staff-role': 'one value, and the role that the person had is shown',
  'identity.save-notice-choices': 'of its own person',
  'payment.assign-arrival': 'done once: the second is refused',
  'payment.resolve-attention': 'done once: the second is refused',
  'payment.settle-transfer-return': 'done once: the second is refused',
};

/** Forms of one name in its row, which end with the row as it was. */
const IN_A_ROW = /change-(category|material)$/;

// Real: the screens, their forms, the merge and the API client. Played by the test: the service, as the contract of `versioned` calls says.
describe('two people at once', () => {
  afterEach(cleanup);

  it('are thought of in every form that changes a document', () => {
    const tested = new Set(CASES.map(({ call }) => call));
    // The other option lists share the form of ring sizes.
    const optionCall = /^catalog\.change-(?!product|category|material|collection|customization|synonym|ring-size)/;
    const missing = [...calls.values()].flatMap(({ id, versioned }) =>
      versioned && !tested.has(id) && !optionCall.test(id) ? [id] : [],
    );
    expect(missing).toEqual([]);
  });

  it('are thought of in every form: its call is versioned, or it is said why not', () => {
    const unversioned = [...bodySchemas.keys()].filter((id) => {
      const { method, versioned } = calls.find((one) => one.id === id)!;
      return method === 'PUT' && !versioned;
    });
    expect(unversioned.toSorted()).toEqual(Object.keys(ALONE));
  });

  it.each(CASES.filter(({ other }) => other))(
    'who changed other fields are merged, and it is said: $call',
    async (one) => {
      const { saving, toasts } = await openTogether(one, one.other!.fields);
      await waitFor(() => expect(saving).toHaveLength(2));
      expect(saving.map(({ version }) => version)).toEqual(['one', 'two']);
      expect(saving[0]!.body).toEqual(one.sent);
      expect(saving[1]!.body).toEqual({ ...one.sent, ...one.other!.inBody });
      await waitFor(() => expect(toasts().join()).toContain(`Asha changed ${one.other!.label}: kept`));
    },
  );

  it.each(CASES.filter(({ call }) => /brand|collection|synonym/.test(call)))(
    'who wrote the same are done both: nothing is sent again: $call',
    async (one) => {
      const { saving, toasts } = await openTogether(one, one.sent);
      await waitFor(() => expect(toasts()).toHaveLength(1));
      expect(toasts()[0]).toMatch(/^(Saved|.* updated)$/);
      expect(saving).toHaveLength(1);
    },
  );

  it.each(CASES.filter(({ call }) => !IN_A_ROW.test(call)))(
    'may be one, who writes while a save is on its way: that stays, and can be saved: $call',
    async ({ page, path, address = path, open = [], read, save, change, answer, ...one }) => {
      const saved = Promise.withResolvers<StubbedAnswer>();
      const saving: SentRequest[] = [];
      await openScreen({ Page: page.default, prefetch: page.prefetch, path }, address, {
        ...one.answers(read && { ...read, version: 'one' }),
        [change]: (asked) => {
          saving.push(asked);
          return saved.promise;
        },
      });
      for (const name of open) await press(name);
      const button = () => screen.getByRole('button', { name: save });
      const form = within(button().closest('form')!);
      const write = (label: string | RegExp, text: string) =>
        act(async () => fireEvent.change(form.getByLabelText(label), { target: { value: text } }));
      for (const [label, text] of one.mine) await write(label, text);
      await press(save);
      await waitFor(() => expect(saving).toHaveLength(1));
      const [label, text] = one.mine.at(-1)!;
      const field = form.getByLabelText<HTMLInputElement>(label);
      await write(label, one.later ?? (/^\d+$/.test(text) ? '6' : `${text}s`));
      const later = field.value;
      expect(later).not.toBe(text);
      await act(async () => saved.resolve({ body: answer({ ...read, ...one.same.fields, version: 'two' }) }));
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
      expect(form.getByLabelText(label)).toMatchObject({ value: later });
      expect(button()).toMatchObject({ disabled: false });
      if (!read) return;
      await press(save);
      await waitFor(() => expect(saving).toHaveLength(2));
      expect(saving[1]!.version).toBe('two');
    },
  );

  describe('while one of them writes on', () => {
    const saveAndWrite = async (theirs: Fields) => {
      const refused = Promise.withResolvers<StubbedAnswer>();
      const saving: SentRequest[] = [];
      const now = { ...BRAND, ...theirs, version: 'two' };
      const { toasts } = await openScreen(
        { Page: brand.default, prefetch: brand.prefetch, path: '/admin/brand' },
        '/admin/brand',
        {
          'GET /brand': { body: { brand: { ...BRAND, version: 'one' } } },
          'PUT /admin/brand': (asked) => {
            saving.push(asked);
            if (asked.version === 'one') return refused.promise;
            return { body: { brand: { ...now, ...(asked.body as object), version: 'three' } } };
          },
        },
      );
      const write = (label: string, value: string) =>
        act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
      await write('City', 'Udaipur');
      await press('Save');
      await waitFor(() => expect(saving).toHaveLength(1));
      await write('Tagline', 'Of gold');
      const { body, ...rest } = problem(409, 'document.changed', 'Somebody saved this since you opened it');
      const details = { document: now, saves: [{ by: 'Asha', fields: Object.keys(theirs) }] };
      await act(async () => refused.resolve({ ...rest, body: { ...(body as object), details } }));
      return { saving, toasts };
    };

    it('what was saved is merged and sent without it, and it stays', async () => {
      const { saving, toasts } = await saveAndWrite({ phone: '2' });
      await waitFor(() => expect(toasts().join()).toContain('Asha changed Phone: kept'));
      expect(saving.map(({ body }) => body)).toEqual([{ city: 'Udaipur' }, { city: 'Udaipur' }]);
      expect(screen.getByLabelText('Tagline')).toMatchObject({ value: 'Of gold' });
      expect(screen.getByLabelText('Phone')).toMatchObject({ value: '2' });
      await press('Save');
      await waitFor(() => expect(saving).toHaveLength(3));
      expect(saving[2]).toMatchObject({ version: 'three', body: { tagline: 'Of gold' } });
    });

    it('into a field that the other one changed, nothing is sent before one is chosen', async () => {
      const { saving } = await saveAndWrite({ tagline: 'Of silver' });
      const notice = await screen.findByRole('group', { name: 'Saved by others' });
      expect(within(notice).getByLabelText('Yours: Of gold')).toBeTruthy();
      expect(within(notice).getByLabelText('Asha: Of silver')).toBeTruthy();
      expect(saving).toHaveLength(1);
    });
  });

  it('see the rows that the other one added beside what has to be chosen', async () => {
    const one = CASES.find(({ call }) => call === 'catalog.change-customization')!;
    const { form } = await openTogether(one, {
      metalPurity: [{ value: '22 KT', price: 5 }],
      stoneType: [
        { value: 'Ruby', price: 5 },
        { value: 'Opal', price: 7 },
      ],
    });
    await screen.findByRole('group', { name: 'Saved by others' });
    expect(within(form()).getByLabelText('Metal Purity 1')).toMatchObject({ value: '14 KT' });
    expect(within(form()).getByLabelText('Stone Type 2')).toMatchObject({ value: 'Opal' });
  });

  it.each(CASES)(
    'who changed the same field are shown both values, and nothing is sent until one is chosen: $call',
    async (one) => {
      const { mineText, theirsText } = one.same;
      const { saving, form } = await openTogether(one, one.same.fields);
      const notice = await screen.findByRole('group', { name: 'Saved by others' });
      await waitFor(() => expect(document.activeElement).toBe(notice));
      expect(saving.map(({ version }) => version)).toEqual([one.read ? 'one' : 'none']);
      const mine = within(notice).getByLabelText(`Yours: ${mineText}`);
      within(notice).getByLabelText(`Asha: ${theirsText}`);
      await press(one.save);
      expect(within(notice).getByRole('alert').textContent).toContain('Choose one');
      expect(saving).toHaveLength(1);
      await act(async () => fireEvent.click(mine));
      await press(one.save);
      await waitFor(() => expect(saving).toHaveLength(2));
      expect(saving[1]).toMatchObject({ version: 'two', body: one.sent });
      expect(form).toBeDefined();
    },
  );
});
