import { Buyer } from '../buyer.ts';
import type { OwnShop } from '../own-shop.ts';
import { allProducts, withoutSizes } from '../staff-products.ts';
import { Visitor } from '../visitor.ts';
import { seedAccounts } from './accounts.ts';
import { seedCatalogue } from './catalogue.ts';
import { seedContent } from './content.ts';
import { seedLists } from './lists.ts';
import { seedMails } from './mails.ts';
import { seedOperations } from './operations.ts';
import { seedOrders } from './orders.ts';
import { seedPeople } from './people.ts';
import { seedProductWork } from './product-work.ts';
import { seedPurchases } from './purchases.ts';
import { Purchases } from './purchasing.ts';
import { seedReviews } from './reviews.ts';
import { FOR_STAFF, type Seeds } from './seeds.ts';
import { seedTransfers } from './transfers.ts';
import { seedWishes } from './wishes.ts';

/** Makes through the API what its operations are about. */
export async function seed(shop: OwnShop): Promise<Seeds> {
  const staff = new Visitor(shop);
  const adminId = await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
  const shopper = await new Buyer(shop, { name: 'Shopper' }).register();
  const seeds: Seeds = {
    ...{ shop, staff, shopper, other: await new Buyer(shop, { name: 'Other shopper' }).register() },
    ...{ visitors: {}, parameters: {}, bodies: {}, fresh: {}, fields: {}, files: {} },
    accounts: { needed: [adminId, shopper.userId], other: '' },
  };
  const products = await allProducts(staff);
  const purchases = new Purchases(withoutSizes(products.slice(0, -FOR_STAFF)));
  await seedContent(seeds, products);
  await seedCatalogue(seeds, products);
  await seedLists(seeds);
  await seedReviews(seeds, products);
  await seedPurchases(seeds, purchases);
  await seedOrders(seeds, purchases);
  await seedTransfers(seeds, purchases);
  await seedMails(seeds, purchases);
  await seedWishes(seeds, products);
  await seedProductWork(seeds, products);
  await seedPeople(seeds);
  await seedAccounts(seeds);
  seedOperations(seeds);
  return seeds;
}
