import { setTimeout as wait } from 'node:timers/promises';
import { catalog } from '@shop/contracts';
import { addressOf, Buyer, type Line } from './buyer.ts';
import type { OwnShop } from './own-shop.ts';
import { allProducts, withoutSizes } from './staff-products.ts';
import { type Reply, Visitor } from './visitor.ts';

/** What the shop has before it is fuzzed, as input of its operations. */
export interface Seeds {
  staff: Visitor;
  shopper: Buyer;
  /** Signed in, for the calls that end sessions. */
  passerBy: Visitor;
  /** Values of path and query parameters by operation. */
  parameters: Record<string, Record<string, string>>;
  /** A valid body by operation. */
  bodies: Record<string, object>;
  /** Values of fields of any body. */
  fields: Record<string, string>;
  /** Base64 by media type. */
  files: Record<string, string>;
  /** Accounts that the proof signs in with, and one to change or remove in their place. */
  accounts: { needed: readonly string[]; other: string };
}

const ADDRESS = addressOf({ name: 'Asha Rao', currency: 'INR' });
const ABROAD = addressOf({ name: 'Asha Rao', currency: 'EUR' });
const PASSWORD = 'a ring for every finger';

const done = (what: string, { status, code, body }: Reply) => {
  if (status >= 300) throw new Error(`${what} answered ${status} ${code} ${JSON.stringify(body?.errors ?? '')}`);
  return body;
};

export async function seed(shop: OwnShop): Promise<Seeds> {
  const staff = new Visitor(shop);
  const adminId = await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
  const shopper = await new Buyer(shop, { name: 'Shopper' }).register();
  const passerBy = new Visitor(shop);
  await passerBy.register({ name: 'Passer By', email: 'passer-by@example.com', password: PASSWORD });
  const others = [];
  for (const name of ['changed', 'removed']) {
    others.push(await new Visitor(shop).register({ name, email: `${name}@example.com`, password: PASSWORD }));
  }
  const seeds: Seeds = {
    ...{ staff, shopper, passerBy },
    ...{ parameters: {}, bodies: {}, fields: {}, files: {} },
    accounts: { needed: [adminId, shopper.userId], other: others[0]! },
  };
  const { parameters } = seeds;
  parameters['identity.change-user'] = { id: others[0]! };
  parameters['identity.remove-user'] = { id: others[1]! };

  const all = await allProducts(staff);
  const pieces = withoutSizes(all)
    .filter(({ stock }) => stock > 2)
    .map(({ _id: productId }) => ({ productId, quantity: 1 }));
  await seedCatalogue(seeds, all);
  await seedLists(seeds);
  await seedContent(seeds, all, shop);
  await seedPurchases(seeds, pieces, await new Buyer(shop, { name: 'Other shopper' }).register());
  await seedAccounts(seeds);
  return seeds;
}

type Products = Awaited<ReturnType<typeof allProducts>>;

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read without the contracts' types
type Any = any;

async function seedCatalogue({ staff, shopper, parameters, bodies, fields }: Seeds, all: Products) {
  const [changed, removed, grouped] = [all.at(-1) as Any, all.at(-2)!, all.at(-3)!];
  const { productGroup, _id, category, material, images, detailsModel, detailsRef } = changed;
  const path = {
    ...{ id: productGroup, group: productGroup, groupId: productGroup, productId: _id },
    ...{ main: category.main, sub: category.sub ?? 'none', tag: material.tag },
  };
  for (const operation of ['get-product', 'list-similar', 'list-variants', 'list-varients', 'get-customization']) {
    parameters[`catalog.${operation}`] = path;
  }
  for (const operation of ['list-reviews', 'post-review', 'list-helpful-reviews', 'list-category', 'list-material']) {
    parameters[`catalog.${operation}`] = path;
  }
  parameters['catalog.list-sub-category'] = path;
  parameters['catalog.list-sub-material'] = { tag: material.tag, sub: 'all' };
  parameters['catalog.change-product'] = { id: _id };
  parameters['catalog.get-product-for-staff'] = { id: _id };
  parameters['catalog.remove-product'] = { id: removed._id };
  Object.assign(fields, { productId: _id, productGroup });
  bodies['catalog.calculate-price'] = { productId: withoutSizes(all)[0]!._id };
  bodies['catalog.change-product'] = { name: 'A fuzzed piece' };
  bodies['catalog.post-review'] = { rating: 4, review: 'It shines' };
  const { _id: __, ...details } = detailsRef;
  bodies['catalog.create-product'] = {
    ...{ name: 'A new piece', productGroup: 'FZ-9001', price: 1_000, stock: 3, shortDescription: 'New' },
    ...{ images, category: { main: category.main }, material: { tag: material.tag } },
    ...{ detailsModel, detailsRef: details },
  };

  const { review } = done('a review', await shopper.visitor.post(`/rating/${grouped._id}`, { rating: 5 }));
  parameters['catalog.mark-review-helpful'] = { productId: grouped._id, reviewId: review._id };
  bodies['catalog.mark-review-helpful'] = { helped: true };
  parameters['catalog.hide-review'] = { id: review._id };
  bodies['catalog.hide-review'] = { hidden: true, reason: 'Off topic' };

  const { customizations } = done('customizations', await staff.ask('/admin/customization'));
  const taken = new Set(customizations.map((one: Any) => one.productGroup));
  const free = [...new Set(all.map((one) => one.productGroup))].filter((group) => !taken.has(group));
  const customization = (group: string) => ({
    productGroup: group,
    metalPurity: [{ value: '18 KT', price: 100 }],
    stoneType: [],
  });
  for (const operation of ['change', 'remove']) {
    const made = await staff.create('/admin/customization/new', customization(free.pop()!));
    parameters[`catalog.${operation}-customization`] = { id: done('a customization', made).customization._id };
  }
  for (const operation of ['change', 'remove']) {
    const made = await staff.create('/admin/synonym', { means: 'ring', words: [`to ${operation}`] });
    parameters[`catalog.${operation}-synonym`] = { id: done('a synonym', made).synonym._id };
  }
  for (const operation of ['change', 'remove']) {
    const made = await staff.create('/admin/collection', { name: `To ${operation}`, status: 'published' });
    parameters[`catalog.${operation}-collection`] = { id: done('a collection', made).collection._id };
  }
  const gifts = await staff.create('/admin/collection', {
    name: 'Gifts',
    status: 'published',
    filter: { priceTo: 9_000 },
  });
  const { _id: giftsId, slug } = done('a collection', gifts).collection;
  parameters['catalog.list-collection'] = { slug };
  bodies['catalog.create-collection'] = { name: 'A new collection', filter: { category: { main: 'ring' } } };
  bodies['catalog.change-collection'] = { name: 'Changed' };
  bodies['catalog.preview-collection'] = { filter: { priceTo: 9_000 } };
  bodies['catalog.order-collections'] = { ids: [giftsId] };
  bodies['catalog.create-synonym'] = { means: 'necklace', words: ['haaram'] };
  bodies['catalog.change-synonym'] = { means: 'gold ring' };
  bodies['catalog.create-customization'] = customization(free.pop()!);
  bodies['catalog.change-customization'] = { metalPurity: [{ value: '22 KT', price: 200 }] };
}

/** Categories, materials and the option lists: an entry to change and one to remove. */
async function seedLists({ staff, parameters, bodies }: Seeds) {
  for (const [kind, field] of [
    ['category', 'main'],
    ['material', 'tag'],
  ] as const) {
    const make = async (name: string) =>
      done(kind, await staff.create(`/admin/${kind}`, { [field]: name, sub: ['one', 'two'] }))[kind]._id as string;
    parameters[`catalog.change-${kind}`] = { id: await make('to change') };
    const removed = await make('to remove');
    parameters[`catalog.remove-${kind}`] = kind === 'category' ? { id: removed } : { tag: 'to remove' };
    await make('with subs');
    bodies[`catalog.create-${kind}`] = { [field]: 'brand new' };
    bodies[`catalog.change-${kind}`] = { sub: ['one', 'two', 'three'] };
    bodies[`catalog.add-sub-${kind}`] = { [field]: 'with subs', sub: 'three' };
    bodies[`catalog.remove-sub-${kind}`] = { [field]: 'with subs', sub: 'two' };
  }
  for (const [base, { field }] of Object.entries(catalog.OPTION_LISTS)) {
    for (const operation of ['change', 'remove']) {
      const made = await staff.create(`/admin/${base}`, { [field]: `to ${operation}`, price: 10 });
      parameters[`catalog.${operation}-${base}`] = { id: done(base, made).data._id };
    }
    bodies[`catalog.create-${base}`] = { [field]: 'brand new', price: 10 };
    bodies[`catalog.change-${base}`] = { [field]: 'changed', price: 20 };
  }
}

async function seedContent({ staff, parameters, bodies, fields, files }: Seeds, all: Products, shop: OwnShop) {
  const image = (all[0] as Any).images[0] as string;
  const clip = (all as Any[]).find((product) => product.video)?.video as string | undefined;
  const picture = await (await fetch(`${shop.url}${image}?w=640&f=jpeg`)).arrayBuffer();
  files['image/*'] = Buffer.from(picture).toString('base64');
  parameters['content.get-demo-image'] = { name: image.split('/').at(-1)! };
  const upload = async (kind: 'image' | 'video', bytes: ArrayBuffer) => {
    const form = new FormData();
    form.set(kind, new Blob([bytes]), 'file');
    const init = { method: 'POST', headers: { origin: shop.origin, cookie: staff.cookie }, body: form };
    const answer = (await (await fetch(`${shop.url}/api/v1/admin/${kind}s`, init)).json()) as Any;
    parameters[`content.get-${kind}`] = { name: answer[kind].src.split('/').at(-1) };
  };
  await upload('image', picture);
  if (clip) {
    const bytes = await (await fetch(shop.url + clip)).arrayBuffer();
    files['video/mp4'] = Buffer.from(bytes).toString('base64');
    parameters['content.get-demo-video'] = { name: clip.split('/').at(-1)! };
    await upload('video', bytes);
  }
  const { banners } = done('banners', await staff.ask('/discountbanner'));
  const { posts } = done('posts', await staff.ask('/instapost'));
  for (const [index, operation] of ['change', 'remove'].entries()) {
    parameters[`content.${operation}-banner`] = { id: banners[index]?._id };
    parameters[`content.${operation}-post`] = { id: posts[index]?._id };
  }
  fields['url'] = 'https://www.instagram.com/p/fuzzed/';
  bodies['content.change-banner'] = bodies['content.create-banner'] = { title: 'Fuzzed' };
  bodies['content.change-post'] = bodies['content.create-post'] = { url: fields['url'] };
  parameters['content.get-page'] = { slug: 'about' };
  parameters['content.change-page'] = { slug: 'faqs' };
  bodies['content.change-page'] = {
    title: 'Questions',
    description: 'Asked',
    blocks: [{ kind: 'heading', text: 'Why?' }],
  };
  bodies['content.change-brand'] = { tagline: 'Fuzzed' };
  bodies['cart-order.save-international-rate'] = { country: 'Germany', courier: 'DHL/Express', charge: 20 };
  bodies['cart-order.update-charges'] = { freeShippingAbove: 9_000 };
  bodies['cart-order.create-charges'] = {};
  parameters['cart-order.remove-international-rate'] = { country: 'Germany', courier: 'DHL/Express' };
}

/** Carts, checkouts, payments and orders of the shopper, each of another piece, so that they do not compete. */
async function seedPurchases(seeds: Seeds, pieces: Line[], other: Buyer) {
  const { staff, shopper, parameters, bodies, fields } = seeds;
  const next = () => pieces.shift()!;
  const freeze = async (more: object = {}, buyer = shopper) =>
    done('a checkout', await buyer.checkOut(next(), {}, more)).checkout._id as string;
  const pay = async (buyer = shopper, more: object = {}) => {
    await freeze(more, buyer);
    done('a payment', await buyer.begin());
    await buyer.pay();
  };
  const buy = async (buyer = shopper, more: object = {}) => {
    await pay(buyer, more);
    done('the return', await buyer.return());
    return buyer.awaitOrder((await buyer.paymentOfCheckout())!);
  };

  const order = await buy();
  for (const operation of ['get-order', 'get-invoice']) parameters[`cart-order.${operation}`] = { id: order };
  parameters['cart-order.cancel-order'] = { id: await buy() };
  parameters['cart-order.withdraw-from-order'] = { id: await buy(shopper, { shippingInfo: ABROAD }) };
  // The shopper cancels what is his.
  parameters['cart-order.change-order-status'] = { id: await buy(other) };
  parameters['cart-order.refund-order'] = { id: await buy(other) };
  bodies['cart-order.change-order-status'] = { status: 'Shipped', message: 'On its way' };
  bodies['cart-order.refund-order'] = { amount: 1, note: 'A scratch' };
  bodies['cart-order.await-order'] = { paymentInfo: { id: await shopper.paymentOfCheckout() } };
  done('a refund', await staff.create(`/admin/order/${order}/refund`, { amount: 2, note: 'A scratch' }));
  parameters['cart-order.get-credit-note'] = await refunded(shopper, order);

  await pay();
  bodies['payment.verify-razorpay-payment'] = shopper.attempts.at(-1)!.proof!;
  const abroad = await freeze({ shippingInfo: ABROAD, currency: 'EUR' });
  const started = done('PayPal', await shopper.visitor.create('/payment/paypal/create-order', { checkoutId: abroad }));
  await shopper.control('/paypal/approve', { order_id: started.id, funding: 'balance' });
  bodies['payment.capture-paypal-order'] = { orderID: started.id };
  bodies['payment.create-paypal-order'] = { checkoutId: await freeze({ shippingInfo: ABROAD, currency: 'EUR' }) };
  const checkoutId = await freeze();
  bodies['payment.create-razorpay-order'] = { checkoutId };
  parameters['payment.get-payment-of-checkout'] = { checkoutId };
  parameters['cart-order.get-own-checkout'] = { checkoutId };
  fields['checkoutId'] = checkoutId;
  parameters['cart-order.cancel-checkout'] = { checkoutId: await freeze() };

  const changed = done('the cart', await shopper.add(next())).cartItem._id as string;
  const removed = done('the cart', await shopper.add(next())).cartItem._id as string;
  parameters['cart-order.change-quantity'] = { cartItemId: changed };
  parameters['cart-order.remove-from-cart'] = { id: removed };
  bodies['cart-order.change-quantity'] = { quantity: 2 };
  bodies['cart-order.add-to-cart'] = next();
  bodies['cart-order.add-to-saved'] = next();
  bodies['cart-order.start-checkout'] = { buyNow: next(), shippingInfo: ADDRESS, pan: 'ABCPE1234F' };
  bodies['cart-order.quote-checkout'] = { buyNow: next(), country: 'India' };
}

/** Waits until the order's refund has its credit note. */
async function refunded(shopper: Buyer, id: string): Promise<{ id: string; refundId: string }> {
  for (let tries = 0; tries < 100; tries++) {
    const { order } = done('the order', await shopper.visitor.ask(`/order/${id}`));
    const found = order.refunds.find((refund: Any) => refund.creditNote);
    if (found && order.invoice) return { id, refundId: found.refundId };
    await wait(300);
  }
  return { id, refundId: 'none' };
}

async function seedAccounts({ parameters, bodies, shopper }: Seeds) {
  for (const operation of ['change', 'remove']) {
    const { user } = done('an address', await shopper.visitor.create('/me/addresses', { address: ADDRESS }));
    parameters[`identity.${operation}-address`] = { id: user.addresses.at(-1)._id };
  }
  bodies['identity.add-address'] = { address: ADDRESS };
  bodies['identity.change-address'] = { address: ADDRESS };
  bodies['identity.update-me'] = { name: 'Shopper' };
  bodies['identity.change-user'] = { name: 'Changed' };
  bodies['identity.send-code'] = { email: 'changed@example.com', password: PASSWORD };
  bodies['identity.register'] = { name: 'New', email: 'new@example.com', password: PASSWORD };
  bodies['identity.forgot-password'] = { email: 'changed@example.com', password: PASSWORD };
  bodies['identity.continue-with-email'] = { email: 'changed@example.com' };
}
