import type { Permission } from '@shop/contracts/browser';

/** What a shop has of what it needs to sell; undefined: one may not see it, or it could not be asked. */
export interface ShopState {
  isNamed?: boolean;
  hasSeller?: boolean;
  hasGrievanceOfficer?: boolean;
  areChargesSaved?: boolean;
  categories?: number;
  materials?: number;
  purities?: number;
  tones?: number;
  published?: number;
  waysToPay?: number;
  /** Pages that the footer leads to and that have no text yet. */
  unwrittenPages?: number;
  /** Of the account that asks. */
  hasAuthenticator?: boolean;
  /** People of the staff and those who are invited. */
  colleagues?: number;
  couriers?: number;
  orders?: number;
}

export interface FirstStep {
  id: string;
  title: string;
  why: string;
  to: string;
  permission?: Permission;
  /** The shop can sell without it. */
  isOptional?: true;
  isDone(shop: ShopState): boolean | undefined;
}

const some = (count: number | undefined): boolean | undefined => (count === undefined ? undefined : count > 0);

/** From nothing to the first order, in an order in which each step has what it needs. */
export const FIRST_STEPS: readonly FirstStep[] = [
  {
    ...{ id: 'brand', title: 'Name the shop', to: '/admin/brand', permission: 'brand.change' },
    why: 'Name, phone and e-mail address, for the header, the footer and every mail',
    isDone: ({ isNamed }) => isNamed,
  },
  {
    ...{ id: 'seller', title: 'Enter the seller', to: '/admin/brand#seller', permission: 'brand.change' },
    why: 'Registered name, address and GSTIN: without them no invoice is written',
    isDone: ({ hasSeller }) => hasSeller,
  },
  {
    ...{ id: 'grievances', title: 'Name a grievance officer', to: '/admin/brand#grievances' },
    ...{
      why: 'Who answers complaints: shops in India have to say it on their contact page',
      permission: 'brand.change',
    },
    isDone: ({ hasGrievanceOfficer }) => hasGrievanceOfficer,
  },
  {
    ...{ id: 'charges', title: 'Check tax and shipping', to: '/admin/charges', permission: 'charges.change' },
    why: 'GST, shipping abroad and extras: save them once, also if the suggested ones are right',
    isDone: ({ areChargesSaved }) => areChargesSaved,
  },
  {
    ...{ id: 'categories', title: 'Add a category', to: '/admin/category', permission: 'taxonomy.change' },
    why: 'Rings, earrings, …: they are the menu of the shop',
    isDone: ({ categories }) => some(categories),
  },
  {
    ...{ id: 'materials', title: 'Add a material', to: '/admin/tags', permission: 'taxonomy.change' },
    why: 'Gold, silver, …, and whether its pieces are made to order',
    isDone: ({ materials }) => some(materials),
  },
  {
    ...{ id: 'purities', title: 'Add a metal purity', to: '/admin/feature?list=metal-purity' },
    ...{ why: '18K, 925, …: every piece names one of this list', permission: 'options.change' },
    isDone: ({ purities }) => some(purities),
  },
  {
    ...{ id: 'tones', title: 'Add a metal tone', to: '/admin/feature?list=metal-tone', permission: 'options.change' },
    why: 'Yellow gold, silver, …: every piece names one of this list. Sizes and stones have lists of their own',
    isDone: ({ tones }) => some(tones),
  },
  {
    ...{ id: 'piece', title: 'Publish the first piece', to: '/admin/product/new', permission: 'products.change' },
    why: 'With a picture, a price and at least one free piece. A file of many: Import and export',
    isDone: ({ published }) => some(published),
  },
  {
    ...{ id: 'methods', title: 'Switch on a way to pay', to: '/admin/payments/methods', permission: 'payments.read' },
    why: 'At least one that takes rupees',
    isDone: ({ waysToPay }) => some(waysToPay),
  },
  {
    ...{ id: 'pages', title: 'Write the policies and pages', to: '/admin/pages', permission: 'content.change' },
    why: 'Returns, shipping, privacy, terms, questions, …: the footer leads to them, and buyers agree to them',
    isDone: ({ unwrittenPages }) => (unwrittenPages === undefined ? undefined : unwrittenPages === 0),
  },
  {
    ...{ id: 'courier', title: 'Add your courier', to: '/admin/delivery?show=couriers', permission: 'charges.change' },
    ...{ why: 'Its page of a parcel makes the link in mails to buyers', isOptional: true },
    isDone: ({ couriers }) => some(couriers),
  },
  {
    ...{ id: 'authenticator', title: 'Protect your account', to: '/user/security' },
    ...{ why: 'An authenticator app in place of codes by mail', isOptional: true },
    isDone: ({ hasAuthenticator }) => hasAuthenticator,
  },
  {
    ...{ id: 'colleagues', title: 'Invite a colleague', to: '/admin/people', permission: 'people.change' },
    ...{ why: 'With a role that may do what they have to do', isOptional: true },
    isDone: ({ colleagues }) => (colleagues === undefined ? undefined : colleagues > 1),
  },
  {
    ...{ id: 'order', title: 'Buy a piece yourself', to: '/shop', permission: 'orders.read' },
    why: 'As a shopper does, to see the mails and the order; then cancel it, and the money goes back',
    isDone: ({ orders }) => some(orders),
  },
];
