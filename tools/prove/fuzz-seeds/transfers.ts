import { Buyer } from '../buyer.ts';
import type { Purchases } from './purchasing.ts';
import { type Any, done, found, type Seeds } from './seeds.ts';

const CALLS = '/admin/payments/bank-transfer';
const ACCOUNT = { holder: 'Aranya Jewels', bank: 'State Bank of Proofs', number: '001122334455', ifsc: 'SBIN0001234' };
const DAY = new Date().toISOString().slice(0, 10);
const STATEMENT = `Date,Narration,UTR,Withdrawal Amt.,Deposit Amt.\n${DAY},INTEREST,UTR90000001,,1.25`;

/** Bank transfers in all states, one buyer for each that is awaited. */
export async function seedTransfers(seeds: Seeds, purchases: Purchases): Promise<void> {
  const { shop, staff, shopper, visitors, parameters, bodies } = seeds;
  bodies['payment.save-bank-account'] = { account: ACCOUNT };
  bodies['payment.import-statement'] = { csv: STATEMENT, isDryRun: false };
  const put = async (path: string, body: object) => done(path, await staff.ask(path, { method: 'PUT', body }));
  await put(`${CALLS}/account`, { account: ACCOUNT });
  await put('/admin/payments/methods/bank-transfer', { isOn: true });

  const begin = async (buyer: Buyer) => {
    await purchases.freeze(buyer);
    done('a transfer', await buyer.beginTransfer());
    return buyer.transfer!;
  };
  const { checkoutId } = await begin(shopper);
  parameters['payment.get-bank-transfer'] = { checkoutId };
  const given = await shopper.visitor.ask(`/payment/bank-transfer/${checkoutId}`, { method: 'DELETE' });
  done('giving it up', given);
  parameters['payment.cancel-bank-transfer'] = { checkoutId: (await begin(shopper)).checkoutId };

  const payer = await new Buyer(shop, { name: 'Payer by transfer' }).register();
  visitors['payment.start-bank-transfer'] = payer.visitor;
  bodies['payment.start-bank-transfer'] = { checkoutId: await purchases.freeze(payer) };
  await seedArrivals(seeds, await begin(await new Buyer(shop, { name: 'Wrong amount' }).register()));
}

/** Money whose sender is not known, and money that goes back because it is another amount. */
async function seedArrivals(
  { staff, parameters, bodies }: Seeds,
  { reference, amount }: { reference: string; amount: number },
): Promise<void> {
  const receive = async (money: object) =>
    done('money', await staff.create(`${CALLS}/arrivals`, { arrivedOn: DAY, ...money })).arrival;
  bodies['payment.record-arrival'] = { amount: 12.5, arrivedOn: DAY };
  parameters['payment.assign-arrival'] = { id: (await receive({ amount: 77 }))._id };
  bodies['payment.assign-arrival'] = { note: 'Interest' };
  await receive({ amount: amount + 1, reference });
  const back = await found(staff, `${CALLS}/returns?limit=48`, ({ returns }) =>
    returns.find((one: Any) => one.reference === reference),
  );
  parameters['payment.settle-transfer-return'] = { id: back._id };
  bodies['payment.settle-transfer-return'] = { outcome: 'sent', bankReference: 'UTR90000002' };
}
